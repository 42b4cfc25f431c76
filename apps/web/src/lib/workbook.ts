import { download } from './download.ts';

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Hands an XLSX file that came as base64 to the browser's downloads. */
export function saveWorkbook({ content, fileName }: { content: string; fileName: string }): void {
  const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
  download(new Blob([bytes], { type: workbookType }), fileName);
}
