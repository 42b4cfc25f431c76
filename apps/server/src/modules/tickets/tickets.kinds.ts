import { documentTypeOf } from '../certificates/index.ts';

const shown = [
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  ...['video/mp4', 'video/webm', 'video/quicktime', 'application/pdf'],
];
const kept = new Set([...shown, 'application/zip']);

/** The type a file of a ticket is sent as; null unless both its bytes and its name are those of a kind that is taken. */
export async function ticketFileType(path: string, name: string): Promise<string | null> {
  const contentType = await documentTypeOf(path, name);
  return contentType !== null && kept.has(contentType) ? contentType : null;
}

/** Whether a browser shows it by itself. */
export function isShown(contentType: string): boolean {
  return shown.includes(contentType);
}
