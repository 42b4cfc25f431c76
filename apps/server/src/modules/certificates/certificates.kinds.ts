import { open } from 'node:fs/promises';
import type { DocumentExtension } from '@ludus/contract';

type Check = (head: Buffer) => boolean;

const starts =
  (...signatures: string[]): Check =>
  (head) =>
    signatures.some((signature) => head.toString('latin1', 0, signature.length) === signature);
const at =
  (from: number, ...words: string[]): Check =>
  (head) =>
    words.includes(head.toString('latin1', from, from + 4));

const zip = starts('PK\x03\x04', 'PK\x05\x06');
const oldOffice = starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const office = 'application/vnd.openxmlformats-officedocument';

/** Kinds of documents by extension: the type they are sent as, and what their bytes begin with. */
const kinds: Record<DocumentExtension, { contentType: string; fits: Check }> = {
  pdf: { contentType: 'application/pdf', fits: starts('%PDF-') },
  png: { contentType: 'image/png', fits: starts('\x89PNG\r\n\x1a\n') },
  jpg: { contentType: 'image/jpeg', fits: starts('\xff\xd8\xff') },
  jpeg: { contentType: 'image/jpeg', fits: starts('\xff\xd8\xff') },
  gif: { contentType: 'image/gif', fits: starts('GIF87a', 'GIF89a') },
  webp: { contentType: 'image/webp', fits: at(8, 'WEBP') },
  zip: { contentType: 'application/zip', fits: zip },
  docx: { contentType: `${office}.wordprocessingml.document`, fits: zip },
  xlsx: { contentType: `${office}.spreadsheetml.sheet`, fits: zip },
  pptx: { contentType: `${office}.presentationml.presentation`, fits: zip },
  doc: { contentType: 'application/msword', fits: oldOffice },
  xls: { contentType: 'application/vnd.ms-excel', fits: oldOffice },
  ppt: { contentType: 'application/vnd.ms-powerpoint', fits: oldOffice },
  mp4: { contentType: 'video/mp4', fits: at(4, 'ftyp') },
  mov: { contentType: 'video/quicktime', fits: at(4, 'ftyp', 'moov', 'mdat', 'wide') },
  webm: { contentType: 'video/webm', fits: starts('\x1a\x45\xdf\xa3') },
  avi: { contentType: 'video/x-msvideo', fits: at(8, 'AVI ') },
  txt: { contentType: 'text/plain; charset=utf-8', fits: isText },
  csv: { contentType: 'text/csv; charset=utf-8', fits: isText },
};

const headBytes = 4_096;

// Pages and drawings are texts too; as a document no one needs them, and they can run.
function isText(head: Buffer): boolean {
  const text = head.toString('utf8');
  return !head.includes(0) && !/<\s*(!doctype|html|svg|script|\?xml)/i.test(text);
}

function isKnown(extension: string): extension is DocumentExtension {
  return Object.hasOwn(kinds, extension);
}

/** The type a document is sent as; null unless its extension is known and its bytes fit it. */
export async function documentTypeOf(path: string, name: string): Promise<string | null> {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!isKnown(extension)) return null;
  const kind = kinds[extension];
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return kind.fits(buffer.subarray(0, bytesRead)) ? kind.contentType : null;
  } finally {
    await file.close();
  }
}

/** A readable, short name for the URL of a file; the download's own name is in its headers. */
export function urlFileName(name: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0].toLowerCase() ?? '';
  const plain = name
    .slice(0, name.length - extension.length)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'file' : plain}${extension}`;
}

const maxNameLength = 200;

/**
 * A name of a file as it is kept and shown: without control characters and those that turn the direction of writing, at
 * most 200 characters, the extension whole.
 */
export function plainFileName(name: string): string {
  const plain = name
    .replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .toWellFormed()
    .trim();
  if (plain.length <= maxNameLength) return plain;
  const extension = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, maxNameLength - extension.length).toWellFormed() + extension;
}
