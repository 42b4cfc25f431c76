/** What /metrics says of a whole hub, and that docs/metrics.md says the same. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { composeHub } from '../src/app.modules.ts';
import { defineJob } from '../src/infra/queue/index.ts';
import { addIntegration } from './catalogue.ts';
import { testSettings } from './harness.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';

const idle = defineJob({ name: 'idle', queue: 'system', payload: z.strictObject({}), run: async () => {} });
const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub({
    // Nothing listens there.
    settings: {
      smtpUrl: 'smtp://127.0.0.1:1',
      healthPort: 0,
      backup: { ...testSettings().backup, target: '/nonexistent/backups' },
    },
    role: 'api',
    compose: (infra, parts) => {
      const composition = composeHub(infra, parts);
      const modules = [...composition.modules, { name: 'idle', jobs: [idle] }];
      return { ...composition, modules, identity: testIdentity };
    },
  });
}, 60_000);

afterAll(() => hub?.close());

/** The samples of a metric. */
async function samples(name: string): Promise<string[]> {
  const { body } = await hub.fetch('/metrics');
  return String(body)
    .split('\n')
    .filter((line) => new RegExp(`^${name}[{ ]`).test(line));
}

describe('docs/metrics.md', () => {
  it('has every metric of the hub with its type, labels and scope, and no other', async () => {
    const documented = [...page.matchAll(/^\| `(hub_\w+)` \| (\w+) \|(.*?)\| (process|hub) \|/gm)].map(
      ([, name, type, labels = '', scope]) => ({
        name,
        type,
        labels: [
          ...[...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
          ...(scope === 'hub' ? ['scope'] : []),
        ],
      }),
    );
    const known = hub.infra.metrics.registry
      .getMetricsAsArray()
      .filter(({ name }) => name.startsWith('hub_'))
      .map((metric) => ({
        name: metric.name,
        type: metric.type,
        labels: (metric as unknown as { labelNames: string[] }).labelNames,
      }));
    const byName = (one: { name: string | undefined }, other: { name: string | undefined }) =>
      String(one.name).localeCompare(String(other.name));
    expect(documented.toSorted(byName)).toEqual(known.toSorted(byName));
  });

  it('names a default metric that is there', async () => {
    expect(await samples('nodejs_eventloop_lag_p99_seconds')).toHaveLength(1);
  });
});

describe('the metrics of a hub', () => {
  it('say that it is ready and which parts respond', async () => {
    expect(await samples('hub_ready')).toEqual(['hub_ready 1']);
    expect(await samples('hub_part_up')).toEqual([
      'hub_part_up{part="postgres"} 1',
      'hub_part_up{part="clickhouse"} 1',
      'hub_part_up{part="jobs"} 1',
    ]);
  });

  it('have the number and the age of the jobs that are due, of every kind', async () => {
    const id = await hub.infra.jobs.enqueue(idle, {});
    await hub.infra.jobs.enqueue(idle, {}, { startAfter: new Date('2100-01-01') });
    await hub.stores.postgres.pool.query(
      `UPDATE jobs SET created_at = now() - interval '90 seconds', start_after = now() - interval '90 seconds' WHERE id = $1`,
      [id],
    );
    expect(await samples('hub_jobs_waiting')).toContain('hub_jobs_waiting{name="idle",scope="hub"} 1');
    expect(await samples('hub_jobs_waiting')).toContain('hub_jobs_waiting{name="send-mail",scope="hub"} 0');
    const [age = ''] = (await samples('hub_jobs_oldest_waiting_seconds')).filter((line) =>
      line.includes('"idle"'),
    );
    expect(Number(age.split(' ')[1])).toBeGreaterThanOrEqual(90);
    expect(Number(age.split(' ')[1])).toBeLessThan(900);
  });

  it('time every query of the session store by its label, those that fail too', async () => {
    const { clickhouse } = hub.infra;
    await clickhouse.rows('SELECT 1', { label: 'test.good' });
    await expect(clickhouse.rows('SELECT nothing', { label: 'test.bad' })).rejects.toThrow();
    for await (const _chunk of clickhouse.stream('SELECT 1', { label: 'test.stream' })) {
      // Read to its end.
    }
    expect(await samples('hub_session_store_query_seconds_count')).toEqual(
      expect.arrayContaining([
        'hub_session_store_query_seconds_count{label="test.good",operation="read",outcome="ok"} 1',
        'hub_session_store_query_seconds_count{label="test.bad",operation="read",outcome="failed"} 1',
        'hub_session_store_query_seconds_count{label="test.stream",operation="stream",outcome="ok"} 1',
      ]),
    );
  });

  it('count mails and what became of them', async () => {
    const mail = { to: ['x@hub.test'], subject: 's', text: 't' };
    await expect(hub.infra.mailer.send(mail)).rejects.toThrow();
    expect(await samples('hub_mails_total')).toEqual([
      'hub_mails_total{outcome="sent"} 0',
      'hub_mails_total{outcome="refused"} 0',
      'hub_mails_total{outcome="later"} 0',
      'hub_mails_total{outcome="unreachable"} 1',
    ]);
  });

  it('have the connections of the pool and the disk of the data folder', async () => {
    expect(await samples('hub_postgres_pool_max_connections')).toEqual([
      'hub_postgres_pool_max_connections 14',
    ]);
    expect(await samples('hub_postgres_pool_waiting')).toEqual(['hub_postgres_pool_waiting 0']);
    const bytes = async (name: string) => Number((await samples(name))[0]?.split(' ')[1]);
    const [free, size] = [
      await bytes('hub_data_folder_free_bytes'),
      await bytes('hub_data_folder_size_bytes'),
    ];
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThan(free);
  });

  it('have the differences of each integration as its days were compared last', async () => {
    const add = (integration: number, day: string, differing: number, comparedAt: string | null = day) =>
      hub.stores.postgres.pool.query(
        `INSERT INTO reconciliation_days (integration_id, day, differing, compared_at) VALUES ($1, $2, $3, $4)`,
        [integration, day, differing, comparedAt],
      );
    const { id: alpina } = await addIntegration(hub.stores.postgres.db, 'Alpina', {});
    const { id: baltica } = await addIntegration(hub.stores.postgres.db, 'Baltica', {});
    const { id: cimbra } = await addIntegration(hub.stores.postgres.db, 'Cimbra', {});
    const daysAgo = (days: number) =>
      new Date(hub.infra.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    await add(alpina, daysAgo(3), 0);
    await add(baltica, daysAgo(3), 2);
    await add(baltica, daysAgo(9), 1);
    // Too long ago, and never compared.
    await add(alpina, daysAgo(40), 7);
    await add(cimbra, daysAgo(3), 0, null);
    expect(await samples('hub_reconciliation_differences')).toEqual([
      'hub_reconciliation_differences{integration="Alpina",scope="hub"} 0',
      'hub_reconciliation_differences{integration="Baltica",scope="hub"} 3',
    ]);
  });

  it('are on the port of the probes as well, behind the same networks', async () => {
    const reply = await fetch(`http://127.0.0.1:${hub.hub.probePort}/metrics`);
    expect([reply.status, (await reply.text()).includes('hub_ready 1')]).toEqual([200, true]);
  });
});
