import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToAll, temporaryFolder } from '../../../test/folders.ts';
import { silentLog } from '../../../test/harness.ts';
import { createLog } from '../log/index.ts';
import { freePort } from '../postgres/cluster.ts';
import { closeDataFolder } from './index.ts';

const cli = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const runsAsRoot = process.getuid?.() === 0;
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder('data-folder');
  await openToAll(folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every path from a folder down that its group or others may read, write or enter, with its mode. */
async function openPaths(path: string): Promise<string[]> {
  const found = await lstat(path);
  // A link has no permissions of its own.
  if (found.isSymbolicLink()) return [];
  const mode = found.mode & 0o7777;
  const below = found.isDirectory() ? (await readdir(path)).map((name) => openPaths(join(path, name))) : [];
  const own = (mode & 0o077) === 0 ? [] : [`${path.slice(folder.length)} ${mode.toString(8)}`];
  return [...own, ...(await Promise.all(below)).flat()];
}

// Root's PostgreSQL is another user, whose group may pass through the folder and no more.
const passage = (name: string) => (runsAsRoot ? [`/${name} 710`] : []);

/** Starts the product's own program on a data folder, looks at the folder while it runs, and stops it. */
async function openPathsOfHub(name: string): Promise<string[]> {
  const port = await freePort();
  const child = fork(cli, ['serve'], {
    env: {
      PATH: process.env.PATH,
      HUB_SANDBOX: 'off',
      UV_THREADPOOL_SIZE: '8',
      LOG_LEVEL: 'error',
      HUB_DATA_DIR: join(folder, name),
      PORT: String(port),
    },
    execArgv: [],
  });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended]);
  expect(first[0]).toMatchObject({ type: 'ready' });
  const found = await openPaths(join(folder, name));
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  return found;
}

describe('the data folder of a running hub', () => {
  it('lets no other user read, write or enter anything', async () => {
    expect(await openPathsOfHub('fresh')).toEqual(passage('fresh'));
    const parts = await readdir(join(folder, 'fresh'));
    expect(parts).toEqual(expect.arrayContaining(['session-store', 'encryption.key', 'postgres']));
  });

  it('that was open to everyone is closed at the next start', async () => {
    execFileSync('chmod', ['-R', 'go+rX', join(folder, 'fresh')]);
    execFileSync('chmod', ['-R', 'go-rX', join(folder, 'fresh', 'postgres', 'cluster')]);
    expect((await openPaths(join(folder, 'fresh'))).length).toBeGreaterThan(5);
    expect(await openPathsOfHub('fresh')).toEqual(passage('fresh'));
  });
});

describe('closing the data folder', () => {
  it('creates it with its parents, all closed', async () => {
    await closeDataFolder(join(folder, 'a', 'b', 'c'), silentLog);
    const expected = runsAsRoot ? ['/a 710', '/a/b 710', '/a/b/c 710'] : [];
    expect(await openPaths(join(folder, 'a'))).toEqual(expected);
  });

  it('leaves the mode of a folder that holds files of others, and says so', async () => {
    const shared = join(folder, 'shared');
    await mkdir(join(shared, 'files', 'pictures'), { recursive: true, mode: 0o755 });
    await writeFile(join(shared, 'files', 'pictures', 'a.png'), '');
    await writeFile(join(shared, 'letter.txt'), '', { mode: 0o644 });
    await chmod(shared, 0o755);
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void lines.push(line) });
    await closeDataFolder(shared, log);
    expect(await openPaths(shared)).toEqual(['/shared 755', '/shared/letter.txt 644']);
    expect(lines.join()).toContain('letter.txt');
  });
});
