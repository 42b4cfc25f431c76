/** The commands that prove the session store, repair it, and compute its rollup again. */
import { openInfra, openStores } from '../app.infra.ts';
import { composeHub } from '../app.modules.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { type Reporter, repairSessionStore, verifySessionStore } from '../modules/session-store/index.ts';

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
