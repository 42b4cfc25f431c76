/**
 * Files that are on disk once they are written. A file system may keep content and names in memory for half a minute: a loss
 * of power then leaves a file empty, or takes it away.
 */
import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file that must not exist yet, its name included. @throws Error `EEXIST` */
export async function createDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  await synced(file, () => file.writeFile(text));
  await syncFolder(dirname(path));
}

/** Gives a file or folder whose content is on disk another name within its file system, in place of what has that name. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Creates a folder and those above it. */
export async function makeFolderDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; ; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
    if (folder === first) return;
  }
}

/** Brings the names in a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await synced(folder, async () => {});
}

async function synced(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    await file.sync();
  } finally {
    await file.close();
  }
}
