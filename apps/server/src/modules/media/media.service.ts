import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { TooLargeError, UnsupportedMediaError } from '../../platform/errors/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { kindOfContent } from './media.kinds.ts';
import {
  findFile,
  findUnrendered,
  findVariantWidths,
  insertFile,
  insertVariant,
  type MediaFileRow,
} from './media.repo.ts';

// One picture uses one thread at a time: the others stay free for answers.
sharp.concurrency(1);
sharp.cache(false);

/** Renderings by what a picture is for, in pixels of width; the order is the order of work. */
export const renderedWidths = {
  main: [96, 480],
  mini: [576],
  banner: [960],
  gallery: [480],
} as const satisfies Record<string, readonly number[]>;

const maxBytes = 100 * 1024 * 1024;
const maxPixels = 50_000_000;

export interface MediaService {
  /**
   * Stores a picture or a video and answers its row. The same content again is the same file, and nothing is written.
   * @throws UnsupportedMediaError unless it is WebP, PNG, JPEG, MP4 or WebM by its content
   * @throws TooLargeError beyond 100 MB or 50 megapixels
   */
  store(content: Buffer, name: string): Promise<MediaFileRow>;
  /** Makes the smaller renderings that game pictures lack, one after the other; what cannot be read is logged. */
  renderMissing(signal?: AbortSignal): Promise<number>;
}

/** Where a file is kept: beside its renderings, under its hash. */
export function mediaKey(hash: string, name: string): string {
  return `media/${hash.slice(0, 2)}/${hash}/${name}`;
}

export function createMediaService(postgres: Pick<Postgres, 'db'>, files: Files, log: Log): MediaService {
  const { db } = postgres;

  async function render(hash: string, width: number): Promise<void> {
    const file = await findFile(db, hash);
    if (file === undefined || (await findVariantWidths(db, hash)).has(width)) return;
    const original = await files.read(mediaKey(hash, file.name));
    const content = await sharp(original, { limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80, effort: 3 })
      .toBuffer();
    const name = `${width}w.webp`;
    await files.put(mediaKey(hash, name), content);
    await insertVariant(db, { hash, width, name, bytes: content.length });
  }

  return {
    async store(content, name) {
      if (content.length > maxBytes) throw new TooLargeError('A file may have 100 MB at most.');
      const kind = kindOfContent(content);
      if (kind === null) throw new UnsupportedMediaError('Wrong file extension');
      const hash = createHash('sha256').update(content).digest('hex');
      const known = await findFile(db, hash);
      if (known !== undefined) return known;
      const size = kind.isImage ? await sizeOf(content) : { width: null, height: null };
      const row: Omit<MediaFileRow, 'created_at'> = {
        hash,
        name: `${plainName(name)}.${kind.extension}`,
        content_type: kind.contentType,
        bytes: content.length,
        ...size,
      };
      await files.put(mediaKey(hash, row.name), content);
      await insertFile(db, row);
      const stored = await findFile(db, hash);
      if (stored === undefined) throw new Error('A stored media file has vanished.');
      return stored;
    },

    async renderMissing(signal) {
      const wanted = await findUnrendered(db, renderedWidths);
      for (const { hash, width } of wanted) {
        signal?.throwIfAborted();
        try {
          await render(hash, width);
        } catch (error) {
          log.warn({ err: error, hash, width }, 'a picture cannot be rendered smaller');
        }
      }
      return wanted.length;
    },
  };
}

async function sizeOf(content: Buffer): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(content, { limitInputPixels: maxPixels }).metadata();
    return autoOrient;
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    if (tooMany) throw new TooLargeError('A picture may have 50 megapixels at most.', { cause: error });
    throw new UnsupportedMediaError('The picture cannot be read.', { cause: error });
  }
}

/** A name that is safe in addresses and folders; what it was called before stays recognisable. */
function plainName(name: string): string {
  const plain = name
    .replace(/\.[A-Za-z0-9]+$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'file' : plain;
}
