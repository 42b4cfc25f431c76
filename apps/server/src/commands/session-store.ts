/** The commands that prove the session store, repair it, and compute its rollup again. */
import { openInfra, openStores } from '../app.infra.ts';
import { composeHub } from '../app.modules.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import { StoreInUseError } from '../infra/errors/startup-errors.ts';
import type { Log } from '../infra/log/index.ts';
import { createMetrics } from '../infra/metrics/index.ts';
import { openPostgres, type Postgres } from '../infra/postgres/index.ts';
import { createJobEngine } from '../infra/queue/index.ts';
import { createRealtime } from '../infra/realtime/index.ts';
import {
  defineRebuildRollupJob,
  type Reporter,
  repairSessionStore,
  verifySessionStore,
} from '../modules/session-store/index.ts';

interface CommandDeps {
  settings: Settings;
  log: Log;
  clock: Clock;
  say(line: string): void;
}

const reporterOf = (say: CommandDeps['say']): Reporter => ({
  progress: (line) => say(`  ${line}`),
  problem: (line) => say(`! ${line}`),
});

/**
 * Compares everything that the session store and PostgreSQL know of each other, and every cell of the rollup with its
 * sessions. Changes nothing. With the embedded ClickHouse the hub has to be stopped.
 * @returns whether nothing is wrong
 */
export async function verifyStore({ settings, log, say }: CommandDeps): Promise<boolean> {
  const stores = await openStores(settings, log, { allowMismatch: true, migrates: false });
  try {
    const isWhole = await verifySessionStore(stores, reporterOf(say));
    say(isWhole ? 'The session store is whole.' : 'Something is wrong: see the lines with "!".');
    return isWhole;
  } finally {
    await stores.close();
  }
}

/**
 * Brings the stores together, computes what differs again, and verifies the result. The hub has to be stopped.
 * @param refetch removes sessions whose integration, operator or game PostgreSQL no longer knows
 * @returns whether nothing is wrong afterwards
 */
export async function repairStore(refetch: boolean, deps: CommandDeps): Promise<boolean> {
  const { settings, log, clock, say } = deps;
  const opened = await openInfra({ settings, log, clock, allowMismatch: true });
  try {
    const { postgres, clickhouse } = opened.infra;
    const { sessionStore } = composeHub(opened.infra, opened.parts).services;
    await repairSessionStore({ postgres, clickhouse, sessionStore }, { refetch }, reporterOf(say));
    const isWhole = await verifySessionStore(
      { postgres, clickhouse },
      { ...reporterOf(say), progress: () => {} },
    );
    say(
      isWhole ? 'The session store is whole.' : 'Something is still wrong: restore a backup of both stores.',
    );
    return isWhole;
  } finally {
    await opened.close();
  }
}

/**
 * Computes the rollup again from the sessions. Works beside a running hub: with the embedded ClickHouse the hub itself does
 * it, as a job that this command follows.
 * @returns whether it was computed
 */
export async function rebuildRollup(deps: CommandDeps): Promise<boolean> {
  const { settings, log, clock, say } = deps;
  const opened = await openInfra({ settings, log, clock }).catch((error: unknown) => {
    if (error instanceof StoreInUseError) return null;
    throw error;
  });
  if (opened === null) return rebuildInHub(deps);
  try {
    const { sessionStore } = composeHub(opened.infra, opened.parts).services;
    await sessionStore.rebuildRollup((done, all) => say(`  ${done} of ${all} days and months computed`));
    say('The rollup was computed again.');
    return true;
  } finally {
    await opened.close();
  }
}

async function rebuildInHub({ settings, log, clock, say }: CommandDeps): Promise<boolean> {
  const postgres = await openPostgres(settings, log);
  const realtime = createRealtime({ postgres, clock, log });
  const jobs = createJobEngine({ postgres, realtime, metrics: createMetrics(), log });
  // The hub runs it; here it only has to be known by name.
  const job = defineRebuildRollupJob({
    rebuildRollup: () => Promise.reject(new Error('Not in this process')),
  });
  try {
    jobs.register([job]);
    await jobs.start({ works: false, schedules: false });
    const id = await jobs.enqueue(job, {}, { singletonKey: 'rebuild', whenPresent: 'skip' });
    say(`The running hub computes the rollup: job ${id}.`);
    const shown = setInterval(() => void sayPercentage(postgres, id, say), 2_000);
    const ended = await jobs.waitForCompletion(id).finally(() => clearInterval(shown));
    const isDone = ended.state === 'completed';
    say(
      isDone
        ? 'The rollup was computed again.'
        : `The job ended as ${ended.state}: ${ended.error ?? 'see the log'}.`,
    );
    return isDone;
  } finally {
    await jobs.stop();
    await realtime.close();
    await postgres.close();
  }
}

async function sayPercentage({ db }: Postgres, jobId: string, say: CommandDeps['say']): Promise<void> {
  const row = await db.selectFrom('jobs').select('percentage').where('id', '=', jobId).executeTakeFirst();
  say(`  ${row?.percentage ?? 0} %`);
}
