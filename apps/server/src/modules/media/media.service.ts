import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { mediaLimits, messageOf } from '@ludus/contract';
import sharp from 'sharp';
import { TooLargeError, UnsupportedMediaError } from '../../infra/errors/index.ts';
import type { Files } from '../../infra/files/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import { headBytes, kindOfContent, type MediaKind, promisedKind } from './media.kinds.ts';
import {
  deleteUnused,
  findFile,
  findUnrendered,
  findUnused,
  findVariantWidths,
  insertFile,
  insertVariant,
  lockContent,
  type MediaFileRow,
} from './media.repo.ts';

// One picture uses one thread at a time: the others stay free for requests.
sharp.concurrency(1);
sharp.cache(false);

/** Renderings by what a picture is for, in pixels of width; the order is the order of work. */
export const renderedWidths = {
  // 320 is a card on a phone with fine pixels; 480 a card on a desk.
  main: [96, 320, 480],
  mini: [576],
  banner: [960],
  gallery: [480],
} as const satisfies Record<string, readonly number[]>;

/** How often a content is stored again because a removal of the same content came in between. */
const maxAttempts = 3;

/** A file that may be shown with a game: looked at, and not stored yet. */
export interface MediaContent {
  readonly kind: MediaKind;
  readonly hash: string;
  /** A plain name with the extension of its kind. */
  readonly name: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  open(): Readable | Buffer;
}

export interface MediaService {
  /**
   * Looks at a file on disk, which is never read whole.
   * @throws UnsupportedMediaError unless it is a picture or a video of a known kind by its content
   * @throws TooLargeError beyond 50 megapixels
   */
  inspect(path: string, name: string): Promise<MediaContent>;
  /**
   * Stores a content unless it is stored, then runs `work` in a transaction that adds what refers to it, and has smaller
   * renderings made. The upload ends before the transaction begins. When `work` fails, the content is removed unless
   * something else refers to it.
   */
  keep<T>(content: MediaContent, work: (tx: Tx, file: MediaFileRow) => Promise<T>): Promise<T>;
  /** Has the smaller renderings made that shown pictures lack, once the caller's transaction has committed. */
  renderSoon(tx: Db): Promise<void>;
  /** Has files removed that nothing refers to any more, once the caller's transaction has committed. */
  release(tx: Db, hashes: readonly string[]): Promise<void>;
  /**
   * Stores a picture or a video and returns its row. The same content again is the same file, and nothing is written.
   * @throws as `inspect`; TooLargeError also beyond 100 MB
   */
  store(content: Buffer, name: string): Promise<MediaFileRow>;
  /** Makes the smaller renderings that game pictures lack, one after the other; what cannot be read is logged. */
  renderMissing(signal?: AbortSignal): Promise<number>;
  /** Removes those of the files that no game and no import needs; with an instant, whatever was stored before and is not needed. */
  removeUnused(which: readonly string[] | { storedBefore: Date }): Promise<void>;
}

/** Where a file is kept: beside its renderings, under its hash. */
export function mediaKey(hash: string, name: string): string {
  return `media/${hash.slice(0, 2)}/${hash}/${name}`;
}

/** Background work that the service asks for, in the transaction that makes it needed. */
export interface MediaTasks {
  render(tx: Db): Promise<void>;
  removeUnused(tx: Db, hashes: readonly string[]): Promise<void>;
}

export function createMediaService(
  postgres: Pick<Postgres, 'db' | 'transaction'>,
  files: Files,
  log: Log,
  tasks: MediaTasks,
): MediaService {
  const { db } = postgres;

  async function render(hash: string, width: number): Promise<void> {
    const file = await findFile(db, hash);
    if (file === undefined || (await findVariantWidths(db, hash)).has(width)) return;
    const original = await files.read(mediaKey(hash, file.name));
    const content = await sharp(original, { limitInputPixels: mediaLimits.pixels })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      // Two thirds of what WebP of the same look takes; effort 2 takes 40 % longer for a hundredth less, more five times as long.
      .avif({ quality: 55, effort: 1 })
      .toBuffer();
    const name = `${width}w.avif`;
    await postgres.transaction(async (tx) => {
      await lockContent(tx, hash);
      // Its game may have been deleted meanwhile.
      if ((await findFile(tx, hash)) === undefined) return;
      await files.put(mediaKey(hash, name), content);
      await insertVariant(tx, { hash, width, name, bytes: content.length });
    });
  }

  /** Stores the file, then its row. No transaction is open while the file is on its way. */
  async function upload(content: MediaContent): Promise<MediaFileRow> {
    const { hash, kind, bytes, width, height } = content;
    const name = (await findFile(db, hash))?.name ?? content.name;
    const key = mediaKey(hash, name);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // A removal that was cut off may have left the row without its file.
      if (!(await files.exists(key))) await files.put(key, content.open());
      const row = { hash, name, content_type: kind.contentType, bytes, width, height };
      const stored = await postgres.transaction(async (tx) => {
        await lockContent(tx, hash);
        await insertFile(tx, row);
        return findFile(tx, hash);
      });
      if (stored === undefined) throw new Error('A stored media file has vanished.');
      if (stored.name !== name) {
        // The same content was stored under another name in the meantime.
        await files.delete(key);
        return stored;
      }
      // A removal of the same content may have taken the file before the row was there.
      if (await files.exists(key)) return stored;
    }
    throw new Error('A media file is removed as often as it is stored.');
  }

  return {
    async inspect(path, name) {
      const head = await readHead(path);
      const kind = kindOf(head, name);
      const hasher = createHash('sha256');
      let bytes = 0;
      for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
        hasher.update(piece);
        bytes += piece.length;
      }
      const size = kind.isImage ? await sizeOf(path) : { width: null, height: null };
      const content = { kind, hash: hasher.digest('hex'), bytes, ...size };
      return { ...content, name: nameOf(name, kind), open: () => createReadStream(path) };
    },

    async keep(content, work) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const stored = await upload(content);
        try {
          const outcome = await postgres.transaction(async (tx) => {
            await lockContent(tx, content.hash);
            const file = await findFile(tx, content.hash);
            // Removed as unused since the upload.
            if (file === undefined) return undefined;
            const result = await work(tx, file);
            if (content.kind.isImage) await tasks.render(tx);
            return { result };
          });
          if (outcome !== undefined) return outcome.result;
        } catch (error) {
          await tasks.removeUnused(db, [stored.hash]).catch((err: unknown) => {
            log.warn(
              { err, hash: stored.hash },
              'a media file that nothing refers to waits for the nightly removal',
            );
          });
          throw error;
        }
      }
      throw new Error('A media file is removed as often as it is stored.');
    },

    renderSoon: (tx) => tasks.render(tx),

    async release(tx, hashes) {
      if (hashes.length > 0) await tasks.removeUnused(tx, [...new Set(hashes)]);
    },

    async store(content, name) {
      if (content.length > mediaLimits.bytes) throw new TooLargeError(messageOf('refusals.mediumTooLarge'));
      const kind = kindOf(content, name);
      const hash = createHash('sha256').update(content).digest('hex');
      const size = kind.isImage ? await sizeOf(content) : { width: null, height: null };
      const found = { kind, hash, name: nameOf(name, kind), bytes: content.length, ...size };
      return upload({ ...found, open: () => content });
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

    async removeUnused(which) {
      const hashes = 'storedBefore' in which ? await findUnused(db, which.storedBefore) : which;
      for (const hash of hashes) {
        await postgres.transaction(async (tx) => {
          await lockContent(tx, hash);
          // Inside the transaction, so that the same content is not stored anew before its file is gone.
          for (const name of await deleteUnused(tx, hash)) await files.delete(mediaKey(hash, name));
        });
      }
    },
  };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @throws UnsupportedMediaError: of a file whose name promises a picture or a video, the content is what is wrong */
function kindOf(head: Buffer, name: string): MediaKind {
  const kind = kindOfContent(head);
  if (kind !== null) return kind;
  const promised = promisedKind(name);
  const refusal =
    promised === null ? 'wrongExtension' : promised.isImage ? 'pictureUnreadable' : 'videoUnreadable';
  throw new UnsupportedMediaError(messageOf(`refusals.${refusal}`));
}

async function sizeOf(content: Buffer | string): Promise<{ width: number; height: number }> {
  try {
    const { autoOrient } = await sharp(content, { limitInputPixels: mediaLimits.pixels }).metadata();
    return autoOrient;
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    if (tooMany) throw new TooLargeError(messageOf('refusals.pictureTooLarge'), { cause: error });
    throw new UnsupportedMediaError(messageOf('refusals.pictureUnreadable'), { cause: error });
  }
}

/** A name that is safe in addresses and folders; what it was called before stays recognisable. */
function nameOf(given: string, { isImage, extension }: MediaKind): string {
  const plain = given
    .replace(/\.[A-Za-z0-9]+$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    // Pages distinguish pictures from videos by these words in the address.
    .replaceAll(/jpg|png|webp/gi, (word) => (isImage ? word : 'x'))
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'file' : plain}.${extension}`;
}
