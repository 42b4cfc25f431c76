/**
 * `npm run bench -- --ingest --sessions 10000000`: how fast the hub stores sessions when so many are stored already, without
 * the contenders. The same measurement is part of the whole bench.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import type { ClickHouse } from '../../apps/server/src/infra/clickhouse/index.ts';
import { fixedClock } from '../../apps/server/src/infra/clock/index.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { createSessionStore, type SessionStore } from '../../apps/server/src/modules/session-store/index.ts';
import { shown, timed } from './measure.ts';
import { type Batch, insertBytes, insertLines } from './raw-inserts.ts';
import { writeResults } from './report.ts';
import { loadSessionStore, openHubStores } from './stores.ts';
import { createWorld, integrationCount, type World } from './world.ts';

export interface Fact {
  name: string;
  value: string;
}

/** The rows of a page of the feed. */
const batchSize = 20_000;
/** Rows of each integration that are stored before anything is timed: with them, the hub reads the ids of all sessions. */
const firstRows = 200;

/** The batches of each integration as a fetch makes them, in the order of the platform's changes; the first one is small. */
function fetchesOf(world: World, first: number, last: number): Batch[][] {
  const fetches = Array.from(
    { length: integrationCount },
    (_, index): Batch => ({
      integrationId: index + 1,
      rows: [],
    }),
  );
  for (const row of world.rows(first, last)) fetches[row.integrationId - 1]?.rows.push(row);
  return fetches.map(({ integrationId, rows }) => {
    rows.sort((a, b) => a.updatedAtMs - b.updatedAtMs);
    const batches: Batch[] = [{ integrationId, rows: rows.slice(0, firstRows) }];
    for (let start = firstRows; start < rows.length; start += batchSize) {
      batches.push({ integrationId, rows: rows.slice(start, start + batchSize) });
    }
    return batches;
  });
}

async function countRows(clickhouse: ClickHouse): Promise<number> {
  const rows = await clickhouse.rows<{ n: string }>('SELECT count() AS n FROM sessions_v1', {
    label: 'bench.count',
  });
  return Number(rows[0]?.n);
}

/** Stores batches, two integrations at a time as a fetch of several does; those of one integration follow each other. */
async function store(sessionStore: SessionStore, fetches: readonly Batch[][]): Promise<void> {
  const waiting = fetches.values();
  const lane = async () => {
    for (const batches of waiting) {
      for (const { integrationId, rows } of batches) await sessionStore.ingest(integrationId, rows);
    }
  };
  await Promise.all([lane(), lane()]);
}

/** Stores the last part of the world through the hub's ingest, twice, and measures what the engine takes without the hub. */
export async function ingestQuestions(
  sessionStore: SessionStore,
  clickhouse: ClickHouse,
  world: World,
  first: number,
  last: number,
): Promise<Fact[]> {
  const all = fetchesOf(world, first, last);
  const fetches = all.map((batches) => batches.slice(1));
  const batches = fetches.flat();
  const count = batches.reduce((sum, { rows }) => sum + rows.length, 0);
  const rate = (ms: number) => `${Math.round(count / ms).toLocaleString('en-GB')}k rows/s`;

  const lines = await insertLines(clickhouse, batches);
  const { synced, unsynced } = await insertBytes(clickhouse, batches);

  const firstPages = await timed(() =>
    store(
      sessionStore,
      all.map((each) => each.slice(0, 1)),
    ),
  );
  await sessionStore.refreshDirty();
  const fresh = await timed(() => store(sessionStore, fetches));
  const refresh = await timed(() => sessionStore.refreshDirty());
  const before = await countRows(clickhouse);
  const again = await timed(() => store(sessionStore, fetches));
  const grown = (await countRows(clickhouse)) - before;
  if (grown !== 0) throw new Error(`Fetching again added ${grown} rows`);
  return [
    { name: 'ingest', value: rate(fresh.ms) },
    { name: 'ingest and rollup', value: rate(fresh.ms + refresh.ms) },
    { name: 'raw lines into the engine', value: rate(lines) },
    { name: 'ingest against raw lines', value: `${(lines / fresh.ms).toFixed(2)}x` },
    { name: 'the same again', value: rate(again.ms) },
    { name: 'rows the base grows by then', value: String(grown) },
    {
      name: `first page of each integration, with the ids of all its sessions read`,
      value: `${shown(firstPages.ms)} ms`,
    },
    { name: 'raw bytes into the engine, synced to disk', value: rate(synced) },
    {
      name: 'the same without syncing',
      value: `${rate(unsynced)}; syncing costs ${(synced / unsynced).toFixed(2)}x`,
    },
  ];
}

/** How many of so many sessions go in through the hub's ingest; the rest is loaded in bulk. */
export const ingestedOf = (sessions: number): number => Math.min(500_000, Math.floor(sessions / 4));

/** Fills a session store of its own, which is removed afterwards, and measures the ingest. */
export async function benchIngest(parent: string, sessions: number, write: boolean): Promise<void> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const world = createWorld(sessions);
  const bulk = sessions - ingestedOf(sessions);
  const stores = await openHubStores(folder);
  try {
    const sessionStore = createSessionStore({
      ...stores,
      clock: fixedClock(new Date(world.to).toISOString()),
      log: createLog({ logLevel: 'warn' }),
      resultCacheBytes: 0,
    });
    await loadSessionStore(stores, sessionStore, world, folder, bulk);
    const facts = await ingestQuestions(sessionStore, stores.clickhouse, world, bulk, sessions);
    await sessionStore.waitForRefreshes();
    const text = [
      `### Ingest at ${sessions.toLocaleString('en-GB')} sessions`,
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} on end.`,
      '',
      ...facts.map(({ name, value }) => `- ${name}: ${value}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults(`ingest-${sessions}`, text);
  } finally {
    await stores.close();
    await rm(folder, { recursive: true, force: true });
  }
}
