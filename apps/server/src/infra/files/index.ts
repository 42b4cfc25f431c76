import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../config/settings.ts';
import { makeFolderDurably, renameDurably } from '../durable/index.ts';
import { openBucket } from './bucket.ts';
import { checkedKey } from './keys.ts';
import type { Files } from './types.ts';

export { createFileRemoval, type FileRemoval } from './removal.ts';
export type { ByteRange, Files } from './types.ts';

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
        await makeFolderDurably(dirname(path));
        await renameDurably(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async stream(key, range) {
      const file = await open(pathOf(root, key));
      return file.createReadStream(range);
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
