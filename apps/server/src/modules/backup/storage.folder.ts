import { createWriteStream } from 'node:fs';
import { access, constants, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '@ludus/contract';
import { quote } from '../../infra/clickhouse/index.ts';
import { makeFolderDurably, renameDurably, syncFolder } from '../../infra/durable/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import type { Storage } from './storage.ts';

export function openFolderStorage(root: string): Storage {
  const at = (path: string) => join(root, path);
  return {
    target: root,
    isShared: false,

    async check({ writes }) {
      try {
        if (writes) await makeFolderDurably(root);
        await access(root, writes ? constants.R_OK | constants.W_OK : constants.R_OK);
      } catch (cause) {
        const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
        throw new ConflictError(messageOf('jobs.backupFolderUnusable', { folder: root, reason }), { cause });
      }
    },

    async listNames() {
      const entries = await readdir(root, { withFileTypes: true }).catch(ignoreMissing);
      return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
    },

    async *list(path) {
      const entries = await readdir(at(path), { recursive: true, withFileTypes: true }).catch(ignoreMissing);
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        yield { path: relative(root, file).split(sep).join('/'), bytes: (await stat(file)).size };
      }
    },

    async write(path, content) {
      const file = at(path);
      const draft = `${file}.incomplete`;
      await makeFolderDurably(dirname(file));
      await pipeline(content, createWriteStream(draft, { flush: true, mode: 0o600 }));
      await renameDurably(draft, file);
    },

    async read(path) {
      const file = await open(at(path));
      return file.createReadStream();
    },

    readText: (path) => readFile(at(path), 'utf8').catch(ignoreMissing),

    async sync(path) {
      const entries = await readdir(at(path), { recursive: true, withFileTypes: true }).catch(ignoreMissing);
      for (const entry of entries ?? []) {
        const found = join(entry.parentPath, entry.name);
        if (entry.isDirectory()) await syncFolder(found);
        else await syncFile(found);
      }
      await syncFolder(at(path)).catch(ignoreMissing);
      await syncFolder(dirname(at(path))).catch(ignoreMissing);
    },

    remove: (path) => rm(at(path), { recursive: true, force: true }),

    enginePlace: (path) => `File(${quote(at(path))})`,

    close() {},
  };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
