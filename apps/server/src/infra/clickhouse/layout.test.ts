import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import { loadSettings } from '../config/settings.ts';
import { clusterOf } from './cluster.ts';
import { openClickHouse } from './index.ts';
import { findShardProblem } from './layout.clickhouse.ts';
import { oneStatement, readMigrations, statementFor } from './migrate.ts';

describe('statements of migrations', () => {
  it('a file holds one statement', () => {
    expect(oneStatement('001-a.sql', "-- a\nSELECT ';' AS x;\n")).toBe("SELECT ';' AS x");
    expect(() => oneStatement('001-a.sql', 'SELECT 1;\nSELECT 2;\n')).toThrow('exactly one');
    expect(() => oneStatement('001-a.sql', '-- nothing\n')).toThrow('exactly one');
  });

  it.each([
    ['single', ['000-migrations.sql']],
    ['cluster', ['000-migrations-local.sql', '000-migrations.sql']],
  ] as const)('nothing but the table of the records goes without one, %s', async (layout, names) => {
    // A start that was killed behind it would never make what else had no record.
    const all = (await readMigrations(layout)).map(({ name }) => name);
    expect(all.filter((name) => name.startsWith('000-'))).toEqual(names);
  });

  it('on a cluster, tables are created on every server, and those of a shard are replicated', async () => {
    const cluster = clusterOf('figures', 2);
    const migrations = await readMigrations('cluster');
    const texts = migrations.map((migration) => statementFor({ cluster }, migration));
    // Rows are written through the distributed tables.
    const made = texts.filter((text) => !text.includes('INSERT INTO '));
    expect(made.every((text) => text.includes("ON CLUSTER 'figures'"))).toBe(true);
    const engines = texts.flatMap(
      (text) => /ENGINE = (\w+)\(('[^']*')?/.exec(text)?.slice(1, 3).join(' ') ?? [],
    );
    expect(new Set(engines)).toEqual(
      new Set([
        "ReplicatedReplacingMergeTree '/clickhouse/tables/{database}/{table}/{shard}'",
        // Copies of the sessions of closed months, which are written once.
        "ReplicatedMergeTree '/clickhouse/tables/{database}/{table}/{shard}'",
        "Distributed 'figures'",
      ]),
    );
    // A write is acknowledged by all replicas.
    expect(cluster.writeSettings).toMatchObject({ distributed_foreground_insert: 1, insert_quorum: 2 });
  });
});

describe('an address that leads to several servers', () => {
  it('is refused: each would answer with a part of the sessions', async () => {
    let connections = 0;
    const balancer = createServer(async (request, response) => {
      const statement = await text(request);
      if (statement.includes('serverUUID')) response.end(`server ${connections++ % 2}\n`);
      else response.end('[{"version":"26.3.1.1"}]');
    });
    balancer.listen(0, '127.0.0.1');
    await once(balancer, 'listening');
    onTestFinished(() => void balancer.close());
    const { port } = balancer.address() as AddressInfo;
    const settings = loadSettings({
      HUB_DATA_DIR: '/nonexistent',
      CLICKHOUSE_URL: `http://127.0.0.1:${port}`,
    });
    await expect(openClickHouse(settings, silentLog)).rejects.toThrow(
      'CLICKHOUSE_URL leads to 2 servers, each with tables of its own: a sum would be that of one of them. Set ' +
        'CLICKHOUSE_CLUSTER to the name of their cluster, or CLICKHOUSE_URL to one server.',
    );
  });
});

describe('the shards of a cluster', () => {
  const cluster = { name: 'figures', replicas: 2 };
  const both = new Map([
    ['01', 2],
    ['02', 2],
  ]);

  it('are fine at the first start, and as they were then', () => {
    const shards = ['01', '02'];
    expect(findShardProblem(cluster, { shards, servers: both, recorded: [] })).toBeNull();
    expect(findShardProblem(cluster, { shards, servers: both, recorded: shards })).toBeNull();
  });

  it.each([
    ['one more', ['01', '02', '03'], ['01', '02'], 'has the shards 01, 02, 03, and the sessions were'],
    ['one less', ['01'], ['01', '02'], 'has the shards 01, and the sessions were distributed among 01, 02'],
    ['another order', ['02', '01'], ['01', '02'], 'has the shards 02, 01, and the sessions were'],
    ['twice the same', ['01', '01'], [], 'have the same macro "shard" (01, 01)'],
  ])('are refused: %s', (_name, shards, recorded, problem) => {
    const servers = new Map(shards.map((name) => [name, 2]));
    expect(findShardProblem(cluster, { shards, servers, recorded })).toContain(problem);
  });

  it('are refused when their servers do not replicate each other', () => {
    const servers = new Map([
      ['01', 3],
      ['02', 1],
    ]);
    expect(findShardProblem(cluster, { shards: ['01', '02'], servers, recorded: [] })).toBe(
      'Each shard of the cluster "figures" has 2 servers, but the macro "shard" is 01 on 3. Servers replicate each other ' +
        'when they have the same one.',
    );
  });
});
