import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../errors/startup-errors.ts';

/** A hub that cannot store this much would not get through its start. */
const probeBytes = 1024 * 1024;

/**
 * Creates the data folder when it is missing, and stores a mebibyte in it for a moment.
 * @returns the first folder that had to be created
 * @throws StartupError that names HUB_DATA_DIR and the cure
 */
export async function assertUsable(folder: string): Promise<string | undefined> {
  try {
    const created = await mkdir(folder, { recursive: true });
    await writeProbe(join(folder, `.probe-${randomUUID()}`));
    return created;
  } catch (error) {
    throw explain(error, folder);
  }
}

async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(Buffer.alloc(probeBytes));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

function explain(error: unknown, folder: string): unknown {
  const reason = reasonOf((error as NodeJS.ErrnoException).code);
  if (reason === undefined) return error;
  return new StartupError(`The data folder ${folder} ${reason}`, { cause: error });
}

function reasonOf(code: string | undefined): string | undefined {
  const other = 'or set HUB_DATA_DIR to another folder.';
  switch (code) {
    case 'EROFS':
      return `is on a read-only file system: mount it writable, ${other}`;
    case 'EACCES':
    case 'EPERM':
      return `may not be written by the user of the hub (uid ${process.getuid?.()}): change its owner to that user, ${other}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `is on a full disk: free some space there, ${other}`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `is no folder: remove the file of that name, ${other}`;
    default:
      return undefined;
  }
}
