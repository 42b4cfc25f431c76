/** A kind of file that may be shown with a game. */
export interface MediaKind {
  readonly contentType: string;
  readonly extension: string;
  readonly isImage: boolean;
}

const webp: MediaKind = { contentType: 'image/webp', extension: 'webp', isImage: true };
const png: MediaKind = { contentType: 'image/png', extension: 'png', isImage: true };
const jpeg: MediaKind = { contentType: 'image/jpeg', extension: 'jpg', isImage: true };
const mp4: MediaKind = { contentType: 'video/mp4', extension: 'mp4', isImage: false };
const webm: MediaKind = { contentType: 'video/webm', extension: 'webm', isImage: false };

/**
 * Every kind that is stored and served. None of them can hold a script: SVG and HTML stay out, because media are served
 * from the hub's own origin.
 */
export const mediaKinds: readonly MediaKind[] = [webp, png, jpeg, mp4, webm];

/** What the bytes are, whatever the file is called; null for every other kind. */
export function kindOfContent(bytes: Buffer): MediaKind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webp;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return png;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg;
  if (text(4, 8) === 'ftyp' && !['qt  ', 'heic', 'avif'].includes(text(8, 12))) return mp4;
  if (text(0, 4) === '\x1a\x45\xdf\xa3') {
    return text(0, 64).includes('webm') ? webm : null;
  }
  return null;
}

/** The kind a stored file was given by its extension; null for names the hub never gives. */
export function kindOfName(name: string): MediaKind | null {
  return mediaKinds.find(({ extension }) => name.endsWith(`.${extension}`)) ?? null;
}
