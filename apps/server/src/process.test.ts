import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openToAll, temporaryFolder } from '../test/folders.ts';
import { openTestPostgres } from '../test/harness.ts';
import { freePort } from './infra/postgres/cluster.ts';
import type { Postgres } from './infra/postgres/index.ts';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../.cache/node', import.meta.url));
let key = randomBytes(32).toString('hex');
let root: string;
let postgres: Postgres;
type HubProcess = ChildProcessByStdio<null, Readable, Readable>;
const running: HubProcess[] = [];

beforeAll(async () => {
  root = await temporaryFolder('startup');
  await openToAll(root);
  postgres = await openTestPostgres();
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await postgres?.close();
  await rm(root, { recursive: true, force: true });
});

/** A hub process on the PostgreSQL of this test, with the session store in a folder of its own. */
async function start(folder: string, args: string[], env: Record<string, string> = {}): Promise<HubProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [cli, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      HUB_SANDBOX: 'off',
      UV_THREADPOOL_SIZE: '8',
      HUB_DATA_DIR: join(root, folder),
      DATABASE_URL: postgres.connectionString,
      DATABASE_OWNER_URL: postgres.ownerConnectionString,
      ENCRYPTION_KEY: key,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
}

/** Runs a process to its end. */
async function outcome(child: HubProcess): Promise<{ code: number | null; out: string; problems: string }> {
  const closed = new Promise((done) => child.once('close', done));
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { code: child.exitCode, out, problems };
}

/** Waits until a hub serves. */
async function ready(child: HubProcess): Promise<void> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.includes('the hub is ready')) return;
  }
  throw new Error('The hub ended before it was ready');
}

async function signInKeys(): Promise<string[]> {
  const { rows } = await postgres.pool.query<{ ciphertext: string }>(
    'SELECT ciphertext FROM oidc_keys ORDER BY name',
  );
  return rows.map(({ ciphertext }) => ciphertext);
}

describe('processes of a hub', () => {
  let hub: HubProcess;
  let keys: string[];

  beforeAll(async () => {
    hub = await start('first', ['serve'], { NODE_COMPILE_CACHE: join(root, 'compiled') });
    await ready(hub);
    keys = await signInKeys();
    expect(keys).toHaveLength(2);
  }, 60_000);

  it('a running hub has kept what Node compiled, for the start after a kill -9', async () => {
    const count = () => readdirSync(join(root, 'compiled'), { recursive: true }).length;
    await expect.poll(count).toBeGreaterThan(500);
    expect(hub.exitCode).toBe(null);
  });

  it('a running hub computes the rollup for a command', async () => {
    const { code, out } = await outcome(await start('first', ['rebuild-rollup']));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^The running hub .*\n(.*\n)*The rollup was computed again\.\n$/),
    ]);
  }, 60_000);

  it('a second hub with a session store of its own is refused', async () => {
    const { code, problems } = await outcome(await start('second', ['serve']));
    expect(code).toBe(1);
    expect(problems).toMatch(/^Another hub or command uses this PostgreSQL/);
    expect(existsSync(join(root, 'second', 'session-store'))).toBe(false);
  }, 60_000);

  it('a hub whose port is taken is refused before it opens a store', async () => {
    const server = await listen();
    try {
      const { port } = server.address() as { port: number };
      const { code, problems } = await outcome(await start('third', ['serve'], { PORT: String(port) }));
      expect(code).toBe(1);
      expect(problems).toBe(
        `PORT ${port} is in use by another program: stop it, or set PORT to another one.\n`,
      );
      expect(existsSync(join(root, 'third'))).toBe(false);
    } finally {
      server.close();
    }
  }, 60_000);

  it('another encryption key is refused, and nothing changes', async () => {
    hub.kill('SIGTERM');
    expect((await outcome(hub)).code).toBe(0);
    const other = randomBytes(32).toString('hex');
    const { code, problems } = await outcome(await start('first', ['serve'], { ENCRYPTION_KEY: other }));
    expect(code).toBe(1);
    expect(problems).toMatch(/^ENCRYPTION_KEY is not the key .* --new-keys /);
    expect(await signInKeys()).toEqual(keys);
  }, 60_000);

  it('where no hub runs, the command computes the rollup itself', async () => {
    const { code, out } = await outcome(await start('first', ['rebuild-rollup']));
    expect([code, out]).toEqual([0, 'The rollup was computed again.\n']);
  }, 60_000);

  it('a missing encryption key is refused, and none is created', async () => {
    const { code, problems } = await outcome(await start('first', ['serve'], { ENCRYPTION_KEY: '' }));
    expect(code).toBe(1);
    expect(problems).toMatch(/^There is no encryption key: /);
    expect(existsSync(join(root, 'first', 'encryption.key'))).toBe(false);
    expect(await signInKeys()).toEqual(keys);
  }, 60_000);

  it('new keys are taken where the person says so, and needed from then on', async () => {
    const again = await start('first', ['serve', '--new-keys'], { ENCRYPTION_KEY: '' });
    await ready(again);
    const created = (await readFile(join(root, 'first', 'encryption.key'), 'utf8')).trim();
    again.kill('SIGTERM');
    expect((await outcome(again)).code).toBe(0);
    expect((await signInKeys()).filter((ciphertext) => keys.includes(ciphertext))).toEqual([]);
    expect((await outcome(await start('first', ['migrate']))).code).toBe(1);
    expect((await outcome(await start('first', ['migrate'], { ENCRYPTION_KEY: created }))).code).toBe(0);
    keys = await signInKeys();
    key = created;
  }, 90_000);

  it('a key is changed by command where the former one is given too, and nothing is lost', async () => {
    const next = randomBytes(32).toString('hex');
    const alone = await outcome(await start('first', ['re-encrypt'], { ENCRYPTION_KEY: next }));
    expect(alone).toMatchObject({ code: 1, problems: expect.stringContaining('ENCRYPTION_KEY_OTHER') });
    const both = { ENCRYPTION_KEY: next, ENCRYPTION_KEY_OTHER: key };
    const { code, out } = await outcome(await start('first', ['re-encrypt'], both));
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      '2 credentials were encrypted anew; all others were encrypted with ENCRYPTION_KEY already.',
    ]);
    expect((await signInKeys()).filter((ciphertext) => keys.includes(ciphertext))).toEqual([]);
    expect((await outcome(await start('first', ['migrate'], { ENCRYPTION_KEY: next }))).code).toBe(0);
    expect((await outcome(await start('first', ['migrate'], { ENCRYPTION_KEY: key }))).code).toBe(1);
  }, 90_000);
});

async function listen(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return server;
}
