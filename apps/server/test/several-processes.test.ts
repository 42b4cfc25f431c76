/** Two processes that serve and three that work, as they run in production. */
import { PgBoss } from 'pg-boss';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueSchema } from '../src/infra/queue/schema.ts';
import { addGame } from './catalogue.ts';
import type { FakePlatform } from './fake-platform.ts';
import { call, enterPlatform, jobOf, requestFetch } from './support/processes/hub-client.ts';
import { type HubProcess, type HubProcesses, openHubProcesses } from './support/processes/hub-processes.ts';
import { tokenFor } from './tokens.ts';

const sessions = 1_000;
const pageSize = 200;
const pages = sessions / pageSize;
const callsPerMinute = 60;

let world: HubProcesses;
let apis: HubProcess[];
let workers: HubProcess[];
const platforms: FakePlatform[] = [];
const integrationIds: number[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await openHubProcesses();
  const env = { RATE_LIMIT_PERSON: String(callsPerMinute) };
  const first = await world.start('api-1', 'api', env);
  const [second, ...rest] = await Promise.all([
    world.start('api-2', 'api', env),
    ...['worker-1', 'worker-2', 'worker-3'].map((name) => world.start(name, 'worker', env)),
  ]);
  apis = [first, second];
  workers = rest;
  await addGame(world.postgres.db, 'sugar_cascade');
  for (const name of ['Alpina', 'Baltica', 'Carnia']) await enter(name);
}, 300_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await world.close();
  await Promise.all(platforms.map((platform) => platform.stop()));
});

/** Enters a platform with sessions of yesterday. */
async function enter(name: string): Promise<void> {
  const { platform, integrationId } = await enterPlatform(world, apis[0], name, { sessions, pageSize });
  platforms.push(platform);
  integrationIds.push(integrationId);
}

/** Resolves with the ids of the next fetches that end, as a browser hears of them. */
async function hearFetches(
  api: HubProcess | undefined,
  count: number,
): Promise<{ ended: Promise<string[]> }> {
  const token = await tokenFor('ludus_admin', { userId: 'listens', issuer: world.issuer });
  const socket = io(api?.url ?? '', { auth: { token }, transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  await new Promise<void>((done) => socket.once('connect', done));
  const ids: string[] = [];
  const ended = new Promise<string[]>((done) => {
    socket.on('job-completed', ({ jobId, name }) => {
      if (name === 'fetch-sessions') ids.push(jobId);
      if (ids.length === count) done(ids.toSorted());
    });
  });
  return { ended };
}

/** Lets a platform hold back its next page but `after`; resolves when it is asked for that page. */
function holdPage(platform: FakePlatform | undefined, after: number) {
  if (platform === undefined) throw new Error('There is no such platform');
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const heldPage = platform.asked.length + after + 1;
  platform.onPage = async (page) => {
    if (page !== heldPage) return;
    asked.resolve();
    await held.promise;
  };
  return { asked: asked.promise, letGo: held.resolve };
}

it('each job runs once, and the browsers of every process hear of its end', async () => {
  const heard = await Promise.all(apis.map((api) => hearFetches(api, platforms.length)));
  const ids = await Promise.all(integrationIds.map((id, index) => requestFetch(world, apis[index % 2], id)));
  for (const { ended } of heard) expect(await ended).toEqual(ids.toSorted());
  for (const id of ids)
    expect(await jobOf(world, id)).toEqual({ state: 'completed', attempt: 1, received: sessions });
  expect(platforms.map(({ asked }) => asked.length)).toEqual([pages, pages, pages]);
});

it('a scheduled job that is due once is run once, whichever of the processes look at the clock', async () => {
  const { pool } = world.postgres;
  const boss = new PgBoss({
    connectionString: world.postgres.connectionString,
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const { rows } = await pool.query<{ cron: string }>(
    "SELECT to_char((now() + interval '45 seconds') AT TIME ZONE 'UTC', 'MI HH24 DD MM \"*\"') AS cron",
  );
  // One minute of the year: that which has just begun, or the next one where too little of it is left to be noticed.
  await boss.schedule(
    'schedules',
    rows[0]?.cron ?? '',
    { name: 'schedule-fetches', key: 'once', payload: {} },
    { tz: 'UTC', key: 'once' },
  );
  await boss.stop({ graceful: false });
  const runs = async () =>
    (await pool.query("SELECT state, attempt FROM jobs WHERE name = 'schedule-fetches'")).rows;
  await expect.poll(runs, { timeout: 90_000 }).toEqual([{ state: 'completed', attempt: 1 }]);

  // Each look at the clock is noted by the process that takes it. After the next ones, nothing has been added.
  for (let look = 0; look < 2; look += 1) {
    const lookedAt = async () =>
      (await pool.query<{ at: Date }>(`SELECT cron_on AS at FROM ${queueSchema}.version`)).rows[0]?.at;
    const before = await lookedAt();
    await expect.poll(lookedAt, { timeout: 60_000 }).not.toEqual(before);
  }
  expect(await runs()).toEqual([{ state: 'completed', attempt: 1 }]);
}, 240_000);

it('the buckets of a running fetch are refreshed by its own process only, while people read them in others', async () => {
  const { asked, letGo } = holdPage(platforms[0], 2);
  const [heard] = await Promise.all(apis.slice(0, 1).map((api) => hearFetches(api, 1)));
  const before = world.statements.length;
  const id = await requestFetch(world, apis[1], integrationIds[0], true);
  await asked;
  // However slow the machine is: its writer has just written.
  await world.postgres.pool.query("UPDATE dirty_buckets SET marked_at = now() + interval '1 hour'");
  for (const api of [...apis, ...apis])
    expect((await call(world, api, '/bookkeeping/yesterday-stats', 'reads')).status).toBe(200);
  letGo();
  expect(await heard?.ended).toEqual([id]);
  await expect
    .poll(async () => (await world.postgres.pool.query('SELECT FROM dirty_buckets')).rowCount, {
      timeout: 60_000,
    })
    .toBe(0);
  const refreshing = world.statements
    .slice(before)
    .filter(({ sql }) => sql.includes('session-store.refresh'));
  expect(refreshing.length).toBeGreaterThan(0);
  expect(refreshing.filter(({ process }) => !process.startsWith('worker'))).toEqual([]);
});

it('the limit of a person holds for all processes together', async () => {
  let accepted = 0;
  while ((await call(world, apis[accepted % 2], '/me', 'hurries')).status === 200) accepted += 1;
  expect(accepted).toBeGreaterThanOrEqual(callsPerMinute);
  // Two minutes may share the calls; each process by itself would have let through a whole minute's.
  expect(accepted).toBeLessThan(2 * callsPerMinute);
});

it('what one process has cached is dropped when another one changes it', async () => {
  const names = async (api: HubProcess | undefined) => {
    const { body } = await call(world, api, '/integrations', 'looks');
    return body.rows.map(({ name }: { name: string }) => name).toSorted();
  };
  for (const api of apis) expect(await names(api)).toEqual(['Alpina', 'Baltica', 'Carnia']);
  await world.postgres.pool.query("UPDATE integrations SET name = 'Dolomia' WHERE name = 'Carnia'");
  for (const api of apis) {
    await expect
      .poll(() => names(api), { timeout: 60_000, interval: 2_000 })
      .toEqual(['Alpina', 'Baltica', 'Dolomia']);
  }
});

it('the fetch of a worker that is killed goes on in another one, from its checkpoint', async () => {
  const { asked, letGo } = holdPage(platforms[1], 3);
  const already = platforms[1]?.asked.length ?? 0;
  const id = await requestFetch(world, apis[0], integrationIds[1], true);
  await asked;
  const { rows } = await world.postgres.pool.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 7305300 AND granted AND datname = current_database()`,
  );
  const killed = workers.find(({ name }) => name === rows[0]?.name);
  expect(killed).toBeDefined();
  killed?.child.kill('SIGKILL');
  letGo();
  await expect
    .poll(() => jobOf(world, id), { timeout: 120_000, interval: 500 })
    .toEqual({ state: 'completed', attempt: 2, received: sessions });
  // The page that was on its way, and at most the one that was being stored.
  expect((platforms[1]?.asked.length ?? 0) - already).toBeLessThanOrEqual(pages + 2);
}, 180_000);
