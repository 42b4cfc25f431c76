import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addGame, addIntegration, addOperator } from '../../test/catalogue.ts';
import { silentLog } from '../../test/harness.ts';
import { type HubProcesses, openHubProcesses } from '../../test/support/processes/hub-processes.ts';
import { makeRows, sumsOf } from '../../test/support/session-store/known-rows.ts';
import { fixedClock } from '../infra/clock/index.ts';
import { addAggregates, createSessionStore, joinStores } from '../modules/session-store/index.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
const label = 'test';
const rows = makeRows(1, 200, '2026-03-01T00:00:00Z', '2026-03-10T00:00:00Z').map((row) => ({
  ...row,
  integrationId: 1,
  operatorId: 1,
  gameId: 1,
}));
const whole = [{ from: new Date('2026-01-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }];
/** What several processes share: a PostgreSQL, and a ClickHouse server. */
let world: HubProcesses;

const openSessionStore = () =>
  createSessionStore({
    ...world,
    log: silentLog,
    clock: fixedClock('2026-11-20T10:00:00Z'),
    resultCacheBytes: 0,
  });

beforeAll(async () => {
  world = await openHubProcesses();
  const { db } = world.postgres;
  await addIntegration(db, 'Alpina');
  await addOperator(db, 1, 'A');
  await addGame(db, 'game-1');
  await joinStores(world);
  const sessionStore = openSessionStore();
  await sessionStore.ingest(1, rows);
  await sessionStore.refreshDirty();
  await sessionStore.waitForRefreshes();
});

afterAll(() => world?.close());

async function hub(command: string): Promise<{ code: number | null; out: string }> {
  const env = await world.envOf('command');
  const child = spawn(process.execPath, [cli, command], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, out: out + problems };
}

const sums = async (route: 'base' | 'rollup') =>
  addAggregates(
    await openSessionStore().queryAggregates(
      { periods: whole, players: true },
      { kind: 'all' },
      undefined,
      route,
    ),
  );

it('stores of several processes are proved, repaired and computed again by command', async () => {
  expect(await hub('verify-store')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/The session store is whole\.\n$/),
  });
  await world.clickhouse.changeRows('rollup_day_v1', 'UPDATE bet = bet + 1 WHERE level = 0', { label });
  expect(await hub('verify-store')).toMatchObject({
    code: 2,
    out: expect.stringContaining('! The rollup differs on 2026-03-01,'),
  });
  expect(await hub('repair-store')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /The rollup of 9 days and \d months was computed again[\s\S]*The session store is whole\.\n$/,
    ),
  });
  expect(await sums('rollup')).toEqual(sumsOf(rows));

  await world.clickhouse.truncateTable('rollup_month_v1', { label });
  expect(await hub('rebuild-rollup')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/10 of 10 days and months computed\nThe rollup was computed again\.\n$/),
  });
  expect(await sums('rollup')).toEqual(sumsOf(rows));
  expect(await sums('base')).toEqual(sumsOf(rows));
});
