import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClickHouseServer } from '../../../test/clickhouse-server.ts';
import { temporaryFolder } from '../../../test/folders.ts';
import { silentLog } from '../../../test/harness.ts';
import { openTwoShards } from '../../../test/two-shards.ts';
import { clickhouseOn } from '../../infra/clickhouse/clickhouse.ts';
import { assertLayout, assertShards, type ClickHouse, readMigrations } from '../../infra/clickhouse/index.ts';
import { openServerEngine } from '../../infra/clickhouse/server.ts';
import { createClosedSessions } from './closed-sessions.clickhouse.ts';
import { createFetchCoverage } from './coverage.clickhouse.ts';

const label = 'test';

describe('a session store over two shards', () => {
  let folder: string;
  let clickhouse: ClickHouse;

  beforeAll(async () => {
    folder = await temporaryFolder('two-shards');
    clickhouse = await openTwoShards(folder);
  });

  afterAll(async () => {
    await clickhouse.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sessions = (count: number) =>
    Buffer.from(
      Array.from({ length: count }, (_, index) =>
        JSON.stringify({
          id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          session_id: `s${index}`,
          integration_id: 1,
          session_type: 1,
          user_id: index % 10,
          bet: 100,
          created_at: 1_767_225_600_000 + index,
          updated_at: 1_767_225_600_000 + index,
          fetched_at: 1_767_225_600_000,
        }),
      ).join('\n'),
    );

  it('has each session on one shard, both have some, and sums are those of all', async () => {
    await clickhouse.insertLines('sessions_v1', sessions(1000), { label });
    const shards = await clickhouse.rows<{ shard: number; count: string; bet: string }>(
      'SELECT _shard_num AS shard, count() AS count, sum(bet) AS bet FROM sessions_v1 FINAL GROUP BY shard ORDER BY shard',
      { label },
    );
    expect(shards.map(({ shard }) => shard)).toEqual([1, 2]);
    expect(shards.every(({ count }) => Number(count) > 400)).toBe(true);
    const total = 'SELECT count() AS count, sum(bet) AS bet, uniqExact(id) AS ids FROM sessions_v1 FINAL';
    expect(await clickhouse.rows(total, { label })).toEqual([{ count: '1000', bet: '100000', ids: '1000' }]);
    const players = 'SELECT count() AS count FROM session_users_v1 FINAL WHERE user_id = 3';
    expect(await clickhouse.rows(players, { label })).toEqual([{ count: '100' }]);
  });

  it('compares the sessions of both shards with their copies', async () => {
    const closed = createClosedSessions(clickhouse);
    const period = { from: new Date('2025-12-31T23:00:00Z'), to: new Date('2026-01-31T23:00:00Z') };
    const month = { integrationId: 1, period };
    await closed.copy(1, month);
    const total = (await closed.sum(1)).find(({ operatorId, gameId }) => operatorId === 0 && gameId === 0);
    expect(total).toMatchObject({ sessions: 1000n, bet: 100_000n, players: 10 });
    expect(await closed.compare(1, month)).toEqual([]);
    await closed.drop(1);
    expect(await closed.compare(1, month)).toHaveLength(1000);
  });

  it('is the same through a server', async () => {
    const server = await startClickHouseServer(join(folder, 'session-store'));
    const remote = clickhouseOn(openServerEngine(server.url), silentLog, clickhouse.cluster);
    await remote.insertLines('sessions_v1', sessions(1500), { label });
    const total = 'SELECT count() AS count, sum(bet) AS bet FROM sessions_v1 FINAL';
    expect(await remote.rows(total, { label })).toEqual([{ count: '1500', bet: '150000' }]);
    const sums = await remote.integers('SELECT toInt64(sum(bet)) FROM sessions_v1 FINAL', { label });
    expect([...sums]).toEqual([150_000n]);
    let streamed = 0;
    const all = 'SELECT session_id FROM sessions_v1 FINAL';
    const batches = remote.streamBinary(all, (reader) => reader.text(), { label });
    for await (const batch of batches) streamed += batch.length;
    expect(streamed).toBe(1500);
    await remote.close();
    await server.close();
  });

  it('asks for a session on its own shard only', async () => {
    const plan = await clickhouse.rows<{ explain: string }>(
      `EXPLAIN distributed = 1 SELECT bet FROM sessions_v1 FINAL
       WHERE id = toUUID('00000000-0000-4000-8000-000000000007')`,
      { label },
    );
    const reads = (rows: readonly { explain: string }[]) =>
      rows.filter(({ explain }) => explain.includes('ReadFromMergeTree')).length;
    expect(reads(plan)).toBe(1);
    const all = await clickhouse.rows<{ explain: string }>(
      "EXPLAIN distributed = 1 SELECT bet FROM sessions_v1 FINAL WHERE session_id = 's7'",
      { label },
    );
    expect(reads(all)).toBe(2);
  });

  it('keeps one coverage of an integration, whatever shard it is on', async () => {
    const coverage = createFetchCoverage(clickhouse);
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    for (const integration of [1, 2]) {
      for (const day of [2, 3, 4]) {
        await coverage.save(integration, { fromMs: 0, toMs: day, readAt: at(day), lateReadAt: at(1) });
      }
    }
    expect(await coverage.listIntegrations()).toEqual([1, 2]);
    expect(await coverage.listReads()).toEqual(
      new Map([
        [1, at(4)],
        [2, at(4)],
      ]),
    );
    expect(await coverage.find(2)).toEqual({ fromMs: 0, toMs: 4, readAt: at(4), lateReadAt: at(1) });
  });

  it('refuses a sub-select that each shard would answer from its own rows', async () => {
    const query = `SELECT count() AS n FROM sessions_v1 FINAL WHERE id IN (SELECT id FROM sessions_v1)`;
    await expect(clickhouse.rows(query, { label })).rejects.toMatchObject({ code: 288 });
  });

  it('has the tables of both layouts with the same columns, keys and settings', async () => {
    const text = async (layout: 'single' | 'cluster') =>
      new Map((await readMigrations(layout)).map(({ name, sql }) => [name, sql]));
    const [single, cluster] = [await text('single'), await text('cluster')];
    expect(single.size).toBe(31);
    for (const [name, sql] of single) {
      const stored = cluster.get(name.replace('.sql', '-local.sql')) ?? cluster.get(name) ?? '';
      expect(plain(stored), name).toBe(plain(sql));
    }
  });

  it('refuses a start with another layout, and shards that replicate each other', async () => {
    await expect(assertLayout(clickhouse)).resolves.toBeUndefined();
    await expect(assertLayout({ ...clickhouse, cluster: undefined })).rejects.toThrow(
      'The tables of the session store are spread over the cluster "two_shards": set CLICKHOUSE_CLUSTER to its name.',
    );
    const { cluster } = clickhouse;
    if (cluster === undefined) throw new Error('There is no cluster');
    await expect(assertLayout({ ...clickhouse, cluster: { ...cluster, name: 'other' } })).rejects.toThrow(
      'CLICKHOUSE_CLUSTER is "other", and the tables are spread over the cluster "two_shards".',
    );
    // Both shards are this process, which has one macro.
    await expect(assertShards(clickhouse)).rejects.toThrow(
      'Two shards of the cluster "two_shards" have the same macro "shard" (01, 01)',
    );
  });
});

describe('the cluster layout with a ZooKeeper', () => {
  it('is accepted by the engine, replicated tables included, and can be listed before it runs', async () => {
    const program = fileURLToPath(
      new URL('../../../test/support/session-store/replicated-tables.ts', import.meta.url),
    );
    // Its replicated tables would keep the engine of this process from opening anything else.
    const folder = await temporaryFolder('replicated');
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
    await rm(folder, { recursive: true, force: true });
    expect(JSON.parse(stdout)).toEqual({
      planned: (await readMigrations('cluster')).map(({ name }) => name),
      unknown:
        'CLICKHOUSE_CLUSTER is "nowhere", and the server of CLICKHOUSE_URL has no such cluster. It has: two_shards.',
      replicated: [
        ...['closed_sessions_v1', 'fetch_coverage_v1', 'migrations', 'players_v1'],
        ...['day_games', 'day_players', 'day', 'hour_players', 'hour', 'month_players', 'month'].map(
          (name) => `rollup_${name}_v1`,
        ),
        ...[
          'session_ids_v1',
          'session_users_v1',
          'sessions_v1',
          'shards',
          'store_identity_v1',
          'store_writes_v1',
        ],
      ].map((name) => `/clickhouse/tables/default/${name}_local/01`),
    });
  });
});

/** A statement without what the layouts differ in. */
function plain(sql: string): string {
  return sql
    .replace(/Replicated(\w+)\('[^']*', '\{replica\}'(?:, )?/, '$1(')
    .replace('ReplacingMergeTree()', 'ReplacingMergeTree')
    .replace(' {on_cluster}', '')
    .replaceAll('_local', '');
}
