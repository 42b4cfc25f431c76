/** A kind of file that may be shown with a game. */
export interface MediaKind {
  readonly contentType: string;
  readonly extension: string;
  readonly isImage: boolean;
}

const image = (contentType: string, extension: string): MediaKind => ({
  contentType,
  extension,
  isImage: true,
});
const video = (contentType: string, extension: string): MediaKind => ({
  contentType,
  extension,
  isImage: false,
});

const webp = image('image/webp', 'webp');
const png = image('image/png', 'png');
const jpeg = image('image/jpeg', 'jpg');
/** Of the hub's own renderings only. */
const avif = image('image/avif', 'avif');
const mp4 = video('video/mp4', 'mp4');
const webm = video('video/webm', 'webm');
const mov = video('video/quicktime', 'mov');
const avi = video('video/x-msvideo', 'avi');
const wmv = video('video/x-ms-wmv', 'wmv');
const flv = video('video/x-flv', 'flv');

/**
 * Every kind that is stored and served. None of them can hold a script: SVG and HTML stay out,
 * because media are served from the hub's own origin.
 */
export const mediaKinds: readonly MediaKind[] = [webp, png, jpeg, avif, mp4, webm, mov, avi, wmv, flv];

/** How many bytes from the start are enough to recognise the kind. */
export const headBytes = 4_096;

/** What the bytes are, whatever the file is called, by its first `headBytes`; null for every other kind. */
export function kindOfContent(bytes: Buffer): MediaKind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF') return { WEBP: webp, 'AVI ': avi }[text(8, 12)] ?? null;
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return png;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg;
  if (text(4, 8) === 'ftyp') return kindOfBrand(text(8, 12));
  // QuickTime before it had brands.
  if (['moov', 'mdat', 'wide'].includes(text(4, 8))) return mov;
  if (text(0, 4) === '\x1a\x45\xdf\xa3') return text(0, 64).includes('webm') ? webm : null;
  if (text(0, 10) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9') return wmv;
  if (text(0, 4) === 'FLV\x01') return flv;
  return null;
}

function kindOfBrand(brand: string): MediaKind | null {
  if (brand === 'qt  ') return mov;
  return ['heic', 'heix', 'mif1', 'avif', 'avis'].includes(brand) ? null : mp4;
}

/** The kind a stored file was given by its extension; null for names the hub never gives. */
export function kindOfName(name: string): MediaKind | null {
  return mediaKinds.find(({ extension }) => name.endsWith(`.${extension}`)) ?? null;
}

/** What someone's file is by its name, as people write extensions; null where it is that of no kind. */
export function promisedKind(name: string): MediaKind | null {
  return kindOfName(name.toLowerCase().replace(/\.jpeg$/, '.jpg'));
}
