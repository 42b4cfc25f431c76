/**
 * A disk that loses what was not synced: an ext4 file system in a file, mounted through a loop device. Cutting its power makes
 * the kernel drop all unwritten data and forbids every further access, as xfstests does with the same call.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readdir, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openToAll, temporaryFolder } from '../../folders.ts';

const run = promisify(execFile);
const megabytes = 1024;
// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH; Node has no ioctl, and every Debian has Perl.
const shutDown =
  'open my $folder, "<", $ARGV[0] or die $!; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die $!';

/** What `mount` says where it may not, or knows no loop devices or no ext4. */
const refusals = /superuser|permission denied|not permitted|loop device|unknown filesystem/i;

/** Whether this machine lets this process mount a file: as root, and rarely in a container. */
export async function canMountFiles(): Promise<boolean> {
  try {
    await (await openVolatileDisk()).close();
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // A machine without one of the programs.
    if (code === 'ENOENT' || refusals.test(message)) return false;
    throw error;
  }
}

export interface VolatileDisk {
  /** Where it is mounted; the same after every cut. */
  folder: string;
  /** Drops everything that was not synced, before it returns. What is open on the disk gets errors from now on. */
  cutPower(): void;
  /** Kills whatever still works on the disk, and mounts it again as the cut has left it. */
  mountAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function openVolatileDisk(): Promise<VolatileDisk> {
  const parent = await temporaryFolder('disk');
  await openToAll(parent);
  const [image, folder] = [join(parent, 'image'), join(parent, 'mounted')];
  await mkdir(folder);
  await run('truncate', ['-s', `${megabytes}M`, image]);
  await run('/sbin/mkfs.ext4', ['-q', '-F', image]);
  // The journal is written when something is synced, and not every five seconds for everyone.
  const mount = () => run('mount', ['-o', 'loop,commit=600', image, folder]);
  await mount().catch(async (error: unknown) => {
    await rm(parent, { recursive: true, force: true });
    throw error;
  });

  async function unmount(): Promise<void> {
    for (;;) {
      await killUsers(folder);
      const error = await run('umount', [folder]).then(
        () => undefined,
        (reason: Error) => reason,
      );
      if (error === undefined) return;
      if (!error.message.includes('busy')) throw error;
      // Killed processes need a moment to be gone.
      await wait(50);
    }
  }

  return {
    folder,
    cutPower: () => void execFileSync('perl', ['-e', shutDown, folder]),
    async mountAgain() {
      await unmount();
      await mount();
    },
    async close() {
      await unmount();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Kills processes that work in a folder; those of a PostgreSQL do, wherever they were started. */
async function killUsers(folder: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const works = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (!works.startsWith(`${folder}/`)) continue;
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
