import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../config/settings.ts';
import { makeFolderDurably, renameDurably } from '../durable/index.ts';
import { openBucket } from './bucket.ts';
import { checkedKey, isKey } from './keys.ts';
import type { Files, StoredFile } from './types.ts';

export { connectBucket, listObjects } from './bucket.ts';
export { bucketStatusOf, isBucketAway } from './bucket-errors.ts';
export { createFileRemoval, type FileRemoval } from './removal.ts';
export { holdRemovals, unlessHeld } from './removal-lock.ts';
export type { ByteRange, Files, StoredFile } from './types.ts';

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

    list: () => listFolder(root),

    delete: async (key) => rm(pathOf(root, key), { force: true }),

    check: async () => {},
  };
}

async function* listFolder(root: string): AsyncIterable<StoredFile> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = join(entry.parentPath, entry.name);
    const key = relative(root, path).split(sep).join('/');
    if (!entry.isFile() || !isKey(key)) continue;
    const found = await stat(path).catch(ignoreMissing);
    if (found !== undefined) yield { key, size: found.size };
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

function pathOf(root: string, key: string): string {
  return join(root, checkedKey(key));
}
