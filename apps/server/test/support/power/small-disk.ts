/** A file system in memory that is small, full or read-only. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openToAll, temporaryFolder } from '../../folders.ts';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Uses all of its space. */
  fill(): Promise<void>;
  /** Gives the space back. */
  empty(): Promise<void>;
  makeReadOnly(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this machine lets this process mount a file system. */
export async function canMountMemory(): Promise<boolean> {
  try {
    await (await openSmallDisk(1)).close();
    return true;
  } catch {
    return false;
  }
}

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await temporaryFolder('small-disk');
  await openToAll(folder);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    folder,
    async fill() {
      const chunk = Buffer.alloc(64 * 1024);
      for (let isFull = false; !isFull; ) {
        await writeFile(join(folder, 'ballast'), chunk, { flag: 'a' }).catch(
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOSPC') throw error;
            isFull = true;
          },
        );
      }
    },
    empty: () => rm(join(folder, 'ballast')),
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,ro', folder])),
    async close() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
