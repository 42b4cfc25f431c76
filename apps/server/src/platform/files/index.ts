import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../config/settings.ts';
import { openBucket } from './bucket.ts';
import { checkedKey } from './keys.ts';

/**
 * The files of the hub: media, certificates, attachments, exports. Keys are paths such as `games/12/cover.webp`,
 * chosen by the hub and never taken from an upload's name. Write a file before the row that refers to it, and delete
 * it after that row is gone: then a crash leaves at worst a file that nothing refers to.
 */
export interface Files {
  /** Stores a file under a key; it appears whole or not at all, and replaces what was there. */
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** @throws Error when there is no such file, before the first byte. */
  stream(key: string): Promise<Readable>;
  /** The whole file. @throws Error when there is none. */
  read(key: string): Promise<Buffer>;
  /** Bytes. @throws Error when there is no such file. */
  size(key: string): Promise<number>;
  exists(key: string): Promise<boolean>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
}

/** The files of the hub: in the bucket of the settings, else in `<dataDir>/files`. */
export function openFiles(settings: Pick<Settings, 'dataDir' | 's3'>): Files {
  return settings.s3 === undefined ? openFolder(settings) : openBucket(settings.s3, settings.dataDir);
}

function openFolder(settings: Pick<Settings, 'dataDir'>): Files {
  const root = join(settings.dataDir, 'files');
  // On the same disk, so that taking a file over is a rename and not a copy.
  const incoming = join(root, '.incoming');

  return {
    async put(key, content) {
      const path = pathOf(root, key);
      await mkdir(incoming, { recursive: true });
      const draft = join(incoming, randomUUID());
      try {
        const source = content instanceof Readable ? content : Readable.from([content]);
        await pipeline(source, createWriteStream(draft, { flush: true }));
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async stream(key) {
      const file = await open(pathOf(root, key));
      return file.createReadStream();
    },

    read: async (key) => readFile(pathOf(root, key)),

    size: async (key) => (await stat(pathOf(root, key))).size,

    async exists(key) {
      const found = await stat(pathOf(root, key)).catch(() => undefined);
      return found?.isFile() ?? false;
    },

    delete: async (key) => rm(pathOf(root, key), { force: true }),
  };
}

function pathOf(root: string, key: string): string {
  return join(root, checkedKey(key));
}
