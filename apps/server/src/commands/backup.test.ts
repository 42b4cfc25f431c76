import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addOperator } from '../../test/catalogue.ts';
import { type FakePlatform, platformSession, startFakePlatform } from '../../test/fake-platform.ts';
import { openToAll, temporaryFolder } from '../../test/folders.ts';
import { silentLog, testSettings } from '../../test/harness.ts';
import { call, yesterday } from '../../test/support/processes/hub-client.ts';
import {
  type HubProcess,
  type HubProcesses,
  openHubProcesses,
} from '../../test/support/processes/hub-processes.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { thisRelease } from '../infra/release/index.ts';
import { restore } from './restore.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const minutes = 60_000;
/** Without these, a process has its stores and its key inside. */
const inside = Object.fromEntries(
  ['DATABASE_URL', 'DATABASE_OWNER_URL', 'CLICKHOUSE_URL', 'S3_BUCKET', 'ENCRYPTION_KEY'].map((name) => [
    name,
    undefined,
  ]),
);

let world: HubProcesses;
let folder: string;
let sets: string;

beforeAll(async () => {
  world = await openHubProcesses();
  folder = await temporaryFolder('backup');
  await openToAll(folder);
  sets = join(folder, 'sets');
});

afterAll(async () => {
  await world?.close();
  await rm(folder, { recursive: true, force: true });
});

type Env = Record<string, string | undefined>;

async function begin(name: string, args: string[], env: Env = inside): Promise<ChildProcess> {
  const all = { ...(await world.envOf(name)), UV_THREADPOOL_SIZE: '8', ...env };
  return spawn(process.execPath, [cli, ...args], { env: all, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs a command on the data folder of a process. */
async function hub(name: string, args: string[], env: Env = inside) {
  const child = await begin(name, args, env);
  const closed = once(child, 'close');
  const [out, problems] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
  const [code] = await closed;
  return { code, out, problems };
}

const whole = { code: 0, problems: '' };
const setIds = async () => (await readdir(sets)).toSorted();
const manifestOf = async (id: string) => JSON.parse(await readFile(join(sets, id, 'manifest.json'), 'utf8'));

/** Why a set is refused before any store is opened, which needs no process of its own. */
async function refusalOf(name: string, set: string): Promise<string> {
  const settings = testSettings({ dataDir: world.folderOf(name) });
  return restore(set, { settings, log: silentLog, say: () => {} }).then(
    () => 'Restored',
    (error: Error) => error.message,
  );
}

/** The sums of a platform by Rome day, as a set has them. */
function sumsOf({ sessions }: FakePlatform) {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });
  const days = new Map<string, number[]>();
  for (const { createdAt, bet, win, netWin, due } of sessions.values()) {
    const day = dayOf.format(new Date(createdAt));
    const sums = days.get(day) ?? [0, 0, 0, 0, 0];
    days.set(
      day,
      [1, bet, win, netWin, due].map((value, index) => value + (sums[index] ?? 0)),
    );
  }
  return [...days].toSorted().map(([day, sums]) => [day, ...sums.map(String)]);
}

const sumsIn = (manifest: { sums: Record<string, string>[] }) =>
  manifest.sums.map(({ day, sessions, bet, win, netWin, due }) => [day, sessions, bet, win, netWin, due]);

/** Lets a platform have further sessions of yesterday, some of them later states of those it had. */
function play(platform: FakePlatform, first: number, count: number): void {
  for (let number = first; number < first + count; number += 1) {
    const createdAt = new Date(yesterday.getTime() + number * 10).toISOString();
    platform.put(
      platformSession(number, { createdAt, updatedAt: createdAt, userId: `player-${number % 300}` }),
    );
  }
}

/** Ends the PostgreSQL that a killed hub has left, and removes all that it had. */
async function destroy(name: string): Promise<void> {
  const cluster = join(world.folderOf(name), 'postgres', 'cluster');
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGQUIT');
  await expect.poll(() => existsSync(`/proc/${pid}/cwd`)).toBe(false);
  await rm(world.folderOf(name), { recursive: true });
}

describe('a hub with its stores inside', () => {
  let platform: FakePlatform;
  let running: HubProcess;
  let integrationId: number;
  const files: [string, string][] = [
    ['media/ab/cover.webp', 'a picture'],
    ['documents/1/certificate.pdf', 'a certificate'],
  ];

  beforeAll(async () => {
    platform = await startFakePlatform({ now: () => new Date(), pageSize: 500 });
    play(platform, 0, 4_000);
    running = await world.start('first', 'all', inside);
    integrationId = await enter('Alpina');
    for (const [key, content] of files) {
      const path = join(world.folderOf('first'), 'files', key);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, content);
    }
  }, 2 * minutes);

  afterAll(async () => {
    if (running?.child.exitCode === null) await running.stop();
    await platform?.stop();
  });

  async function enter(name: string): Promise<number> {
    const service = (kind: string) => ({
      [`${kind}ServiceURL`]: platform.url,
      [`${kind}ServiceToken`]: platform.token,
    });
    const services = Object.assign({}, ...['gaming', 'data', 'play', 'launch'].map(service));
    const body = JSON.stringify({ name, version: 'GAI2', ...services });
    const reply = await call(world, running, '/integrations', 'enters', { method: 'POST', body });
    expect(reply.status).toBe(200);
    const postgres = await openPostgres(testSettings({ dataDir: world.folderOf('first') }), silentLog);
    await addOperator(postgres.db, reply.body[0].id, 'VIVA');
    await addGame(postgres.db, 'sugar_cascade');
    await postgres.close();
    return reply.body[0].id;
  }

  async function requestFetch(): Promise<string> {
    const day = yesterday.toISOString().slice(0, 10);
    const path = `/bookkeeping/sessions/fetch?dateStart=${day}&dateEnd=${day}&integrationIds=${integrationId}&forceUpdate=false`;
    return (await call(world, running, path, 'fetches')).body.jobId;
  }

  /** The state of a job at its end. */
  async function endOf(jobId: string): Promise<string> {
    for (;;) {
      const { body } = await call(world, running, `/jobs/${jobId}`, 'waits');
      if (['completed', 'failed', 'cancelled'].includes(body.state)) return body.state;
    }
  }

  async function rename(name: string): Promise<void> {
    const body = JSON.stringify({ name });
    const { status } = await call(world, running, `/integrations/${integrationId}`, 'edits', {
      method: 'PUT',
      body,
    });
    expect(status).toBe(200);
  }

  it(
    'is backed up while it fetches and is edited, and is restored elsewhere after everything is lost',
    async () => {
      await rename('Alpina before');
      let backup: ReturnType<typeof hub> | undefined;
      platform.onPage = async (page) => {
        // Two pages are stored while the set is being taken; the next one comes when it is whole.
        if (page === 3) backup = hub('first', ['backup', sets]);
        if (page === 6) await backup;
      };
      const jobId = await requestFetch();
      expect(await endOf(jobId)).toBe('completed');
      platform.onPage = undefined;
      const taken = await backup;
      expect(taken).toMatchObject(whole);
      expect(taken?.out).toContain('The running hub takes the backup');
      await rename('Alpina after');

      running.child.kill('SIGKILL');
      await once(running.child, 'close');
      await destroy('first');
      const [id = ''] = await setIds();
      const stored = Number(sumsIn(await manifestOf(id)).reduce((sum, [, count]) => sum + Number(count), 0));
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThan(4_000);
      expect(await hub('second', ['restore', join(sets, id)])).toMatchObject(whole);
      expect(await hub('second', ['verify-store'])).toMatchObject(whole);

      running = await world.start('second', 'all', inside);
      // The fetch goes on where it was at the moment of the backup, with the tokens that the key opens.
      expect(await endOf(jobId)).toBe('completed');
      const { body } = await call(world, running, `/integrations/${integrationId}`, 'reads');
      expect(body.name).toBe('Alpina before');
      for (const [key, content] of files) {
        expect(await readFile(join(world.folderOf('second'), 'files', key), 'utf8')).toBe(content);
      }
      expect(await hub('second', ['backup', sets, '--full'])).toMatchObject(whole);
      const [, after = ''] = await setIds();
      expect(sumsIn(await manifestOf(after))).toEqual(sumsOf(platform));
    },
    3 * minutes,
  );

  it(
    'takes increments that do not repeat what is in their base, each of which can be restored',
    async () => {
      play(platform, 4_000, 300);
      expect(await endOf(await requestFetch())).toBe('completed');
      await writeFile(join(world.folderOf('second'), 'files', 'new.pdf'), 'new');
      expect(await hub('second', ['backup', sets])).toMatchObject(whole);
      const [, base = '', first = ''] = await setIds();
      const [full, increment] = [await manifestOf(base), await manifestOf(first)];
      expect(increment).toMatchObject({ kind: 'incremental', base, files: 3 });
      expect(await readdir(join(sets, first, 'files'))).toEqual(['new.pdf']);
      const sizeOf = async (id: string) => {
        const listed = JSON.parse(
          JSON.stringify(await readdir(join(sets, id, 'session-store'), { recursive: true })),
        );
        return listed.filter((path: string) => path.includes('sessions_v1') && path.endsWith('.bin')).length;
      };
      expect(await sizeOf(first)).toBeLessThan(await sizeOf(base));
      expect(sumsIn(increment)).toEqual(sumsOf(platform));
      expect(full.storeId).toBe(increment.storeId);

      const before = sumsOf(platform);
      play(platform, 4_300, 300);
      expect(await endOf(await requestFetch())).toBe('completed');
      expect(await hub('second', ['backup', sets])).toMatchObject(whole);
      const [, , , second = ''] = await setIds();
      expect(sumsIn(await manifestOf(second))).toEqual(sumsOf(platform));
      for (const [id, sums] of [
        [first, before],
        [second, sumsOf(platform)],
      ] as const) {
        expect(await hub('second', ['restore', '--verify', join(sets, id)])).toMatchObject({
          ...whole,
          out: expect.stringContaining(`${sums.length} sums of integrations and days are equal to the cent.`),
        });
      }
    },
    3 * minutes,
  );

  it('lists the sets of a target', async () => {
    const { code, out } = await hub('second', ['backups', sets]);
    const [, base] = await setIds();
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.replace(/\d+\.\d MB|\d{8}T\d{6}Z(?= )/g, '…'))).toEqual([
      `…  whole  full  …  version ${thisRelease.version}`,
      `…  whole  full  …  version ${thisRelease.version}`,
      `…  whole  increment of …  …  version ${thisRelease.version}`,
      `…  whole  increment of …  …  version ${thisRelease.version}`,
      '',
    ]);
    expect(out).toContain(`increment of ${base}`);
  });

  it(
    'refuses stores that hold something, a damaged set and one that is none',
    async () => {
      const [, base = '', first = ''] = await setIds();
      const latest = join(sets, 'latest');
      expect(await refusalOf('second', latest)).toContain(
        'already holds postgres, session-store, files, encryption.key',
      );
      const damagedFile = join(sets, base, 'postgres', 'integrations.copy.gz');
      const content = await readFile(damagedFile);
      await writeFile(damagedFile, content.with(20, (content[20] ?? 0) ^ 1));
      for (const id of [base, first]) {
        expect(await refusalOf('none', join(sets, id))).toBe(
          `The backup ${base} is damaged: postgres/integrations.copy.gz differ from their checksums or are missing.`,
        );
      }
      await writeFile(damagedFile, content);
      expect(await refusalOf('none', join(folder, 'nothing', 'x'))).toContain(
        `${join(folder, 'nothing')} cannot be used for backups (ENOENT)`,
      );
      const cold = join(folder, 'cold');
      await mkdir(cold);
      await writeFile(join(cold, 'backup.json'), '{"format":2}');
      expect(await refusalOf('none', cold)).toContain('is a copy of a stopped hub, made by version 1.0.0');
      expect(existsSync(world.folderOf('none'))).toBe(false);
    },
    2 * minutes,
  );

  it(
    'says in one sentence why ClickHouse cannot restore the session store of a whole set',
    async () => {
      const [, id = ''] = await setIds();
      const target = join(folder, 'unreadable');
      const set = join(target, id);
      await cp(join(sets, id), set, { recursive: true });
      // Whole by its checksums, but nothing that ClickHouse can read.
      const content = 'no backup';
      await writeFile(join(set, 'session-store', '.backup'), content);
      const listed = await readFile(join(set, 'checksums.sha256'), 'utf8');
      const list = listed.replace(
        /^[0-9a-f]{64}(?= {2}session-store\/\.backup$)/m,
        createHash('sha256').update(content).digest('hex'),
      );
      expect(list).not.toBe(listed);
      await writeFile(join(set, 'checksums.sha256'), list);
      const checksums = createHash('sha256').update(list).digest('hex');
      await writeFile(join(set, 'manifest.json'), JSON.stringify({ ...(await manifestOf(id)), checksums }));
      const { code, problems } = await hub('reader', ['restore', set]);
      expect(code).toBe(1);
      expect(problems).toMatch(
        /^The session store cannot be restored: [^\n]+\. ClickHouse reads the set itself: it has to reach [^\n]+ and trust its certificate\.\n$/,
      );
      expect(problems).toContain(`it has to reach ${target} and`);
    },
    2 * minutes,
  );

  it(
    'leaves no set that is taken for whole when it is killed, and takes the next one',
    async () => {
      expect(await running.stop()).toBe(0);
      const child = await begin('second', ['backup', sets]);
      for await (const line of createInterface({ input: child.stdout as never })) {
        if (line.includes('Copying the session store')) child.kill('SIGKILL');
      }
      const before = await setIds();
      const remains = before.at(-1) ?? '';
      expect(await hub('second', ['backups', sets])).toMatchObject({
        code: 2,
        out: expect.stringContaining(`${remains}  not whole`),
      });
      expect(await refusalOf('none', join(sets, remains))).toContain('is no whole backup');
      expect(await hub('second', ['backup', sets])).toMatchObject(whole);
      expect(await setIds()).not.toContain(remains);
      expect(await hub('second', ['restore', '--verify', join(sets, 'latest')])).toMatchObject(whole);
    },
    3 * minutes,
  );

  it(
    'refuses a target with sets of another hub',
    async () => {
      expect(await hub('third', ['backup', sets])).toMatchObject({
        code: 1,
        problems: `${sets} holds backups of another hub. Choose a target of its own in BACKUP_TARGET.\n`,
      });
    },
    minutes,
  );
});

describe('a hub on servers', () => {
  const own: Env = {};

  it(
    'is backed up to a bucket, its ClickHouse by the server itself, and restored from there',
    async () => {
      const taken = await hub('servers', ['backup', 's3://hub/backups'], own);
      expect(taken).toMatchObject({
        ...whole,
        out: expect.stringContaining('! ENCRYPTION_KEY is not in this set'),
      });
      expect(taken.out).not.toContain('The session store');
      expect(world.statements.some(({ sql }) => sql.startsWith('BACKUP TABLE'))).toBe(true);
      // Sets in the bucket of the files are no files themselves.
      expect(await hub('servers', ['backup', 's3://hub/backups'], own)).toMatchObject({
        ...whole,
        out: expect.stringContaining('0.0 MB in'),
      });
      expect(
        await hub('servers', ['restore', '--verify', 'latest'], { BACKUP_TARGET: 's3://hub/backups' }),
      ).toMatchObject({
        code: 0,
        out: expect.stringMatching(/\n {2}0 files restored\n[\s\S]*can be restored/),
      });
      expect(await hub('servers', ['restore', 's3://hub/backups/latest'], own)).toMatchObject({
        code: 1,
        problems: 'The database of DATABASE_URL already holds the tables of a hub. Name an empty one.\n',
      });
    },
    3 * minutes,
  );

  it(
    'says what is left to whom when its ClickHouse cannot reach the target',
    async () => {
      const target = join(folder, 'half');
      expect(await hub('servers', ['backup', target], own)).toMatchObject({
        ...whole,
        out: expect.stringContaining('! The session store (CLICKHOUSE_URL) is not in this set'),
      });
      const [id = ''] = await readdir(target);
      const manifest = JSON.parse(await readFile(join(target, id, 'manifest.json'), 'utf8'));
      expect(manifest).toMatchObject({
        sessionStore: null,
        leftOut: [expect.any(String), expect.any(String)],
      });
    },
    minutes,
  );

  it(
    'says in one sentence that the bucket cannot be used',
    async () => {
      const wrong = { BACKUP_S3_ACCESS_KEY_ID: 'unknown', BACKUP_S3_SECRET_ACCESS_KEY: 'x' };
      expect(await hub('servers', ['backup', 's3://hub/backups'], wrong)).toMatchObject({
        code: 1,
        problems:
          'The bucket hub cannot be used for backups (InvalidAccessKeyId). Check BACKUP_TARGET, BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.\n',
      });
    },
    minutes,
  );
});
