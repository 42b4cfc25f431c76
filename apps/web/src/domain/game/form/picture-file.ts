import { mediaLimits } from '@ludus/contract';
import type { ChosenFile } from './media.ts';

/** Why a file was not taken. */
export class FileRefusal extends Error {
  readonly reason: 'unreadable' | 'tooLarge' | 'tooManyPixels';

  constructor(reason: FileRefusal['reason']) {
    super(reason);
    this.reason = reason;
  }
}

function refuseTooLarge(file: File): void {
  if (file.size > mediaLimits.bytes) throw new FileRefusal('tooLarge');
}

let count = 0;

function newKey(): string {
  count += 1;
  return `${Date.now().toString(36)}-${count}`;
}

function drawnAsWebp(picture: ImageBitmap): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
}

/**
 * A picture ready to be sent: as WebP, with its size. A WebP stays as it is. A browser that cannot write WebP
 * hands the original on; the server makes its renderings from either.
 */
export async function pictureFile(file: File): Promise<ChosenFile> {
  refuseTooLarge(file);
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new FileRefusal('unreadable');
  }
  const { width, height } = picture;
  try {
    // The server takes no more; drawing it anew would only take long.
    if (width * height > mediaLimits.pixels) throw new FileRefusal('tooManyPixels');
    if (/\.webp$/i.test(file.name)) return { key: newKey(), file, width, height };
    const webp = await drawnAsWebp(picture);
    if (webp?.type !== 'image/webp') return { key: newKey(), file, width, height };
    const name = file.name.replace(/\.\w+$/, '.webp');
    const drawn = new File([webp], name, { type: 'image/webp' });
    refuseTooLarge(drawn);
    return { key: newKey(), file: drawn, width, height };
  } finally {
    picture.close();
  }
}

/** A video ready to be sent, as it is. */
export function videoFile(file: File): ChosenFile {
  refuseTooLarge(file);
  return { key: newKey(), file, width: null, height: null };
}
