/**
 * A hub in a process of its own, for the test that restores its stores apart: it fetches what is due and says how the
 * session store fits the platform. A start that is refused says why.
 */
import { z } from 'zod';
import { StartupError } from '../../../src/infra/errors/startup-errors.ts';
import { verifySessionStore } from '../../../src/modules/session-store/index.ts';
import { testSettings } from '../../harness.ts';
import { type SmallHub, startSmallHub } from '../fetching/small-hub.ts';

const given = z
  .strictObject({ dataDir: z.string(), platformUrl: z.string(), token: z.string(), now: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

try {
  const started = await startSmallHub({
    settings: testSettings({
      dataDir: given.dataDir,
      allowPrivateHosts: ['127.0.0.1'],
      fetchIntervalMinutes: 10,
      port: 0,
    }),
    now: given.now,
  });
  console.log(JSON.stringify(await fetchAndCompare(started)));
  await started.hub.close();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  console.log(JSON.stringify({ refused: error.message }));
}
process.exit(0);

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
