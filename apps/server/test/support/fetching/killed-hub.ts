/**
 * A hub in a process of its own, for the test that kills it: it makes one integration at its first start and has its
 * whole history fetched, goes on with that at later starts, and says at the end what the session store holds.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { systemEndpoints } from '@ludus/contract';
import { z } from 'zod';
import { openStores } from '../../../src/app.infra.ts';
import { startHub } from '../../../src/app.ts';
import { fixedClock } from '../../../src/infra/clock/index.ts';
import { createLog } from '../../../src/infra/log/index.ts';
import type { JobRow } from '../../../src/infra/queue/index.ts';
import { createFetchingModule, type FetchingModule } from '../../../src/modules/fetching/index.ts';
import { createIntegrationsModule } from '../../../src/modules/integrations/index.ts';
import { createSessionStoreModule } from '../../../src/modules/session-store/index.ts';
import { addGame, addOperator } from '../../catalogue.ts';
import { testSettings } from '../../harness.ts';

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
// Standard output belongs to the result.
const log = createLog({ logLevel: 'silent' });
const stores = await openStores(settings, log);
const made: { fetching?: FetchingModule; integrations?: ReturnType<typeof createIntegrationsModule> } = {};
const hub = await startHub({
  settings,
  log,
  role: 'all',
  schedules: false,
  clock: fixedClock('2026-11-20T12:00:00Z'),
  stores,
  compose(infra, parts) {
    const integrations = createIntegrationsModule(infra, { ...parts, isFetching: async () => true });
    const sessionStore = createSessionStoreModule(infra);
    const fetching = createFetchingModule(
      infra,
      { integrations, sessionStore: sessionStore.service, operatorApi: parts.operatorApi },
      { rowsPerPage: 500 },
    );
    Object.assign(made, { fetching, integrations });
    const modules = [integrations, sessionStore, fetching];
    const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
    return {
      modules,
      contract: [...systemEndpoints, ...own],
      integrations: integrations.referenceData,
      identity: {
        issuer: 'https://identity.test',
        keys: () => Promise.reject(new Error('no-one signs in here')),
      },
    };
  },
});
const { fetching, integrations } = made as Required<typeof made>;
const url = given.platformUrl;

const { rows: known } = await stores.postgres.pool.query<{ id: string }>(
  "SELECT id FROM jobs WHERE name = 'fetch-sessions'",
);
let jobId = known[0]?.id;
if (jobId === undefined) {
  const integrationId = await integrations.importer.upsert({
    externalIdentifier: 'killed',
    name: 'Killed',
    version: 'GAI2',
    urls: { gaming: url, data: url, play: url, launch: url },
    tokens: { data: given.token, bookkeeping: given.token, play: given.token },
  });
  await addOperator(stores.postgres.db, integrationId, 'VIVA');
  await addGame(stores.postgres.db, 'sugar_cascade');
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
