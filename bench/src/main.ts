/**
 * `npm run bench -- --sessions 1000000`: loads the same sessions into the hub's session store, PostgreSQL and DuckDB, asks all of
 * them the same queries in the same minute, checks that their results are equal, and prints times and ratios.
 */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fixedClock } from '../../apps/server/src/infra/clock/index.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { createSessionStore, type SessionStore } from '../../apps/server/src/modules/session-store/index.ts';
import { benchCatalogue } from './catalog.ts';
import { benchCoverage } from './coverage.ts';
import { writeCsv } from './csv.ts';
import { benchExport } from './export.ts';
import { benchIngest, type Fact, ingestedOf, ingestQuestions } from './ingest.ts';
import { shown, timed } from './measure.ts';
import { benchPeople } from './people.ts';
import { report, writeResults } from './report.ts';
import { runQuestions } from './run.ts';
import { benchScroll } from './scroll.ts';
import {
  type Contender,
  loadDuckDb,
  loadPostgres,
  loadSessionStore,
  openHubStores,
  settleMonths,
} from './stores.ts';
import { benchWeb } from './web.ts';
import { benchWorkers } from './workers.ts';
import { createWorld } from './world.ts';
import { benchWorstBody } from './worst-body.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'postgres,duckdb' },
    folder: { type: 'string' },
    write: { type: 'boolean', default: false },
    ingest: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
    catalog: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    export: { type: 'boolean', default: false },
    scroll: { type: 'boolean', default: false },
    people: { type: 'boolean', default: false },
    web: { type: 'boolean', default: false },
    'worst-body': { type: 'boolean', default: false },
  },
});
if (values.catalog) {
  await benchCatalogue(values.folder ?? tmpdir(), values.write);
  process.exit(0);
}
if (values.coverage) {
  await benchCoverage(values.folder ?? tmpdir(), values.write);
  process.exit(0);
}
if (values.web) {
  await benchWeb(values.write);
  process.exit();
}
if (values['worst-body']) {
  await benchWorstBody(values.folder ?? tmpdir(), values.write);
  process.exit();
}
if (values.workers) {
  await benchWorkers(values.folder ?? tmpdir(), values.write);
  process.exit();
}
if (values.scroll) {
  const scratch = await mkdtemp(join(values.folder ?? tmpdir(), 'ludus-bench-'));
  await benchScroll(scratch, values.write);
  await rm(scratch, { recursive: true, force: true });
  process.exit(0);
}
const sessions = Number(values.sessions);
if (!Number.isSafeInteger(sessions) || sessions < 10_000)
  throw new Error('--sessions must be at least 10000');
if (values.export) {
  await benchExport(values.folder ?? tmpdir(), sessions, values.write);
  process.exit();
}
if (values.ingest) {
  await benchIngest(values.folder ?? tmpdir(), sessions, values.write);
  process.exit();
}
if (values.people) {
  await benchPeople(tmpdir(), values.folder, sessions, values.write);
  process.exit();
}
const world = createWorld(sessions);
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'ludus-bench-')));
await mkdir(folder, { recursive: true, mode: 0o755 });
const say = (text: string) => process.stderr.write(`${text}\n`);
const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const { value, ms } = await timed(work);
  say(`${name}: ${(ms / 1000).toFixed(1)} s`);
  return value;
};

// The last part goes in through the hub's own ingest; the rest is loaded in bulk.
const bulk = sessions - ingestedOf(sessions);
const loadedFile = join(folder, 'loaded.json');
const loaded = await readFile(loadedFile, 'utf8').then(
  (text) => JSON.parse(text) as { sessions: number; facts: Fact[] },
  () => null,
);
if (loaded !== null && loaded.sessions !== sessions)
  throw new Error(`${folder} has ${loaded.sessions} sessions`);
const hub = await openHubStores(folder);
const contenders: Contender[] = [];
const file = join(folder, 'sessions.csv');
try {
  const storeDeps = {
    clickhouse: hub.clickhouse,
    postgres: hub.postgres,
    clock: fixedClock(new Date(world.to).toISOString()),
    log: createLog({ logLevel: 'warn' }),
  };
  const sessionStore = createSessionStore({ ...storeDeps, resultCacheBytes: 0 });
  const cachingStore = createSessionStore(storeDeps);
  const facts = loaded?.facts ?? (await load(sessionStore));
  if (/postgres|duckdb/.test(values.only)) {
    await step('all sessions written', () => writeCsv(world, file, 0, sessions));
    say(`file: ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
  }
  if (values.only.includes('postgres')) {
    contenders.push(await step('PostgreSQL loaded', () => loadPostgres(hub.administrator, file)));
  }
  if (values.only.includes('duckdb'))
    contenders.push(await step('DuckDB loaded', () => loadDuckDb(folder, file)));
  const lines = await runQuestions({
    sessionStore,
    cachingStore,
    clickhouse: hub.clickhouse,
    world,
    contenders,
    say,
  });
  const text = report(sessions, lines, facts);
  process.stdout.write(`${text}\n`);
  if (values.write) await writeResults(sessions, text);
  await sessionStore.waitForRefreshes();
} finally {
  for (const contender of contenders) await contender.close();
  await hub.close();
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true });
}

/** Loads the hub's session store; returns what the loading measured, which a later run with the same folder repeats. */
async function load(sessionStore: SessionStore): Promise<Fact[]> {
  const rebuildMs = await loadSessionStore(hub, sessionStore, world, folder, bulk, step);
  const ingest = await ingestQuestions(sessionStore, hub.clickhouse, world, bulk, sessions);
  say(`ingest: ${ingest.map(({ name, value }) => `${name} ${value}`).join('; ')}`);
  await step('months settled', () => settleMonths(hub.clickhouse));
  await sessionStore.waitForRefreshes();
  const facts = [...ingest, { name: 'rollup from scratch', value: `${shown(rebuildMs)} ms` }];
  await writeFile(loadedFile, JSON.stringify({ sessions, facts }));
  return facts;
}
