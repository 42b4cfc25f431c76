/** The data folder and everything in it belong to the user that the hub runs as, and to no other user of the machine. */
import { chmod, chown, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../log/index.ts';
import { unprivileged } from '../postgres/binaries.ts';
import { assertUsable } from './usable.ts';

export { assertUsable } from './usable.ts';

/** Umask of the hub and of every program it starts: folders are created as 0700 and files as 0600. */
const privateUmask = 0o077;
const groupAndOthers = 0o077;

/** Everything that the hub, its engines, the sandbox and `npm start` store in the data folder. */
const entries = [
  'session-store',
  'encryption.key',
  'exports',
  'files',
  'logs',
  'postgres',
  'sandbox',
  'sandbox-ports.json',
  'uploads',
  'work',
];
/** Entries that a file system brings along. */
const neutral = ['lost+found'];

/** Makes everything that this process and its children create from now on unreadable for other users. */
export function keepNewFilesPrivate(): void {
  process.umask(privateUmask);
}

/**
 * Creates the data folder when it is missing, and removes the permissions of group and others from what is in it. Run by
 * root, the embedded PostgreSQL is an unprivileged user: its group may pass through the folder (0710), and no more. A
 * folder that also holds files of others keeps its own mode; that is logged, as is a mode that cannot be changed.
 * @throws StartupError when the folder cannot be written
 */
export async function closeDataFolder(folder: string, log: Log): Promise<void> {
  const created = await assertUsable(folder);
  try {
    for (const name of entries) if (await isOpen(join(folder, name))) await closeTree(join(folder, name));
    const foreign = (await readdir(folder)).filter(
      (name) => !entries.includes(name) && !neutral.includes(name),
    );
    if (foreign.length > 0) {
      log.warn(
        { folder, foreign: foreign.slice(0, 5) },
        'HUB_DATA_DIR holds other files too: its mode is kept',
      );
      return;
    }
    for (const path of createdFolders(folder, created)) await closeRoot(path);
  } catch (error) {
    log.warn({ err: error, folder }, 'could not remove the permissions of other users from HUB_DATA_DIR');
  }
}

// The folder and the parents that had to be created for it.
function createdFolders(folder: string, first: string | undefined): string[] {
  if (first === undefined || folder === first || !folder.startsWith(first)) return [folder];
  return [...createdFolders(dirname(folder), first), folder];
}

async function closeRoot(folder: string): Promise<void> {
  if (unprivileged !== undefined) await chown(folder, (await lstat(folder)).uid, unprivileged.gid);
  await chmod(folder, unprivileged === undefined ? 0o700 : 0o710);
}

/** One look per entry at a start: its own mode changes last, so what is closed outside is closed inside. */
async function isOpen(path: string): Promise<boolean> {
  const found = await lstat(path).catch(ignoreMissing);
  return found !== undefined && !found.isSymbolicLink() && (found.mode & groupAndOthers) !== 0;
}

async function closeTree(path: string): Promise<void> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === undefined || found.isSymbolicLink()) return;
  if (found.isDirectory()) for (const name of await readdir(path)) await closeTree(join(path, name));
  if ((found.mode & groupAndOthers) !== 0) await chmod(path, found.mode & 0o7700).catch(ignoreMissing);
}

// The embedded PostgreSQL may still run on its folder, and removes files at any moment.
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
