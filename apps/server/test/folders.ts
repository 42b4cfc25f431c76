import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary folders are closed to others; PostgreSQL runs as another user when the tests run as root. */
export function openToAll(folder: string): Promise<void> {
  return chmod(folder, 0o755);
}

/** A fresh temporary folder; whoever asks for it removes it. */
export function temporaryFolder(purpose: string, parent = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `ludus-test-${purpose}-`));
}

const sharedMemory = '/dev/shm';
/** Of a whole run of the tests, and of what other programs put there. */
const spareBytes = 4 * 1024 ** 3;

/**
 * The parent of folders of stores that live as long as a test: in memory where the machine has room there. Ten rows cost the
 * session store a dozen files, which is 64 ms on a disk and 12 ms in memory.
 */
export function fastestParent(): string {
  try {
    accessSync(sharedMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize > spareBytes ? sharedMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
