/**
 * A hub in a process of its own, for the test that kills it: it makes one integration at its first start and has its
 * whole history fetched, goes on with that at later starts, and says at the end what the session store holds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { openStores } from '../../../src/app.infra.ts';
import { createLog } from '../../../src/infra/log/index.ts';
import type { JobRow } from '../../../src/infra/queue/index.ts';
import { testSettings } from '../../harness.ts';
import { startSmallHub } from './small-hub.ts';

const given = z
  .strictObject({
    dataDir: z.string(),
    databaseUrl: z.string().optional(),
    databaseOwnerUrl: z.string().optional(),
    platformUrl: z.string(),
    token: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

const settings = testSettings({
  dataDir: given.dataDir,
  databaseUrl: given.databaseUrl,
  databaseOwnerUrl: given.databaseOwnerUrl,
  allowPrivateHosts: ['127.0.0.1'],
  port: 0,
});
const stores = await openStores(settings, createLog({ logLevel: 'silent' }));
const { hub, fetching, addPlatform } = await startSmallHub({
  settings,
  now: '2026-11-20T12:00:00Z',
  stores,
});

const { rows: known } = await stores.postgres.pool.query<{ id: string }>(
  "SELECT id FROM jobs WHERE name = 'fetch-sessions'",
);
let jobId = known[0]?.id;
if (jobId === undefined) {
  await addPlatform(given.platformUrl, given.token);
  jobId = await fetching.requestInitialFetch();
}
const job = await settled(jobId);
const reports = await fetching.reconcile({ from: '2026-11-01', to: '2026-11-30' });
const [held] = await stores.clickhouse.rows<{ states: string; sessions: string }>(
  'SELECT count() AS states, uniqExact(id) AS sessions FROM sessions_v1',
  { label: 'test.held' },
);
const differences = reports.flatMap((report) =>
  report.differences.map(({ day, figure }) => `${day} ${figure}`),
);
const { state, attempt } = job;
console.log(JSON.stringify({ state, attempt, received: job.summary.received, differences, held }));
await hub.close();
await stores.close();
process.exit(0);

/** The job at its end, however often PostgreSQL goes away meanwhile. */
async function settled(id: string): Promise<JobRow> {
  for (;;) {
    try {
      return await hub.infra.jobs.waitForCompletion(id);
    } catch {
      await wait(100);
    }
  }
}
