/**
 * A hub in a process of its own, for the test that restores its stores apart: once started, it fetches what is due and says how
 * the session store fits the platform; a start that is refused says why. Between starts, commands verify and repair.
 */
import { z } from 'zod';
import { repairStore, verifyStore } from '../../../src/commands/session-store.ts';
import { systemClock } from '../../../src/infra/clock/index.ts';
import { StartupError } from '../../../src/infra/errors/startup-errors.ts';
import { verifySessionStore } from '../../../src/modules/session-store/index.ts';
import { silentLog, testSettings } from '../../harness.ts';
import { type SmallHub, startSmallHub } from '../fetching/small-hub.ts';

const given = z
  .strictObject({
    dataDir: z.string(),
    platformUrl: z.string(),
    token: z.string(),
    now: z.string(),
    /** What is done one after the other: a start of the hub, which is stopped at the end, or a command. */
    steps: z.array(z.enum(['start', 'verify-store', 'repair-store', 'repair-store --refetch'])),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));
const settings = testSettings({
  dataDir: given.dataDir,
  allowPrivateHosts: ['127.0.0.1'],
  fetchIntervalMinutes: 10,
  port: 0,
});

const outcomes: unknown[] = [];
for (const step of given.steps) outcomes.push(await (step === 'start' ? start() : command(step)));
console.log(JSON.stringify(outcomes));
process.exit(0);

async function start() {
  try {
    const started = await startSmallHub({ settings, now: given.now });
    const outcome = await fetchAndCompare(started);
    await started.hub.close();
    return outcome;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { refused: error.message };
  }
}

/** As `npm run hub` does it, in this process. */
async function command(step: 'verify-store' | 'repair-store' | 'repair-store --refetch') {
  const lines: string[] = [];
  const deps = { settings, log: silentLog, clock: systemClock, say: (line: string) => lines.push(line) };
  try {
    const isWhole = await (step === 'verify-store'
      ? verifyStore(deps)
      : repairStore(step.endsWith('--refetch'), deps));
    return { isWhole, out: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { refused: error.message };
  }
}

async function fetchAndCompare({ hub, fetching, sessionStore, addPlatform }: SmallHub) {
  const { postgres, clickhouse, jobs } = hub.infra;
  const known = await postgres.pool.query('SELECT FROM integrations');
  if (known.rowCount === 0) {
    await addPlatform(given.platformUrl, given.token);
    await fetching.requestInitialFetch();
  }
  const { rows: open } = await postgres.pool.query<{ id: string }>(
    "SELECT id FROM jobs WHERE name LIKE 'fetch-%' AND state IN ('waiting', 'active')",
  );
  for (const { id } of open) await jobs.waitForCompletion(id);
  await sessionStore.refreshDirty();
  const reports = await fetching.reconcile({ from: '2026-11-01', to: '2026-11-30' });
  const [sums] = await sessionStore.queryAggregates(
    {
      periods: [{ from: new Date('2026-10-31T23:00:00Z'), to: new Date('2026-11-30T23:00:00Z') }],
      players: true,
    },
    { kind: 'all' },
  );
  const problems: string[] = [];
  await verifySessionStore(
    { postgres, clickhouse },
    { progress: () => {}, problem: (line) => problems.push(line) },
  );
  const { rows: quarantined } = await postgres.pool.query('SELECT row_text FROM quarantined_rows');
  return {
    differences: reports.flatMap(({ differences }) => differences),
    sessions: Number(sums?.sessions ?? 0),
    players: sums?.players,
    quarantined: quarantined.length,
    problems,
  };
}
