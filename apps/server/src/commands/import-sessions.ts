import { createReadStream, existsSync } from 'node:fs';
import { openInfra } from '../app.infra.ts';
import { composeHub } from '../app.modules.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { UsageError } from './usage.ts';

/**
 * Imports the sessions of one integration from a file into the session store: one session per line, as its platform sends
 * them. With the embedded ClickHouse the hub has to be stopped.
 */
export async function importFile(
  { file, integration }: { file: string; integration: string },
  { settings, log, clock, say }: { settings: Settings; log: Log; clock: Clock; say(line: string): void },
): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const opened = await openInfra({ settings, log, clock });
  try {
    const { fetching, sessionStore, integrations } = composeHub(opened.infra, opened.parts).services;
    const found = await integrations.findByName(integration);
    if (found === null) throw new UsageError(`There is no active integration "${integration}".`);
    const summary = await fetching.importSessions(found.id, createReadStream(file), (received) =>
      say(`${received} rows read`),
    );
    await sessionStore.refreshDirty();
    await sessionStore.waitForRefreshes();
    say(
      `${summary.integrationName}: ${summary.received} rows, ${summary.new} new, ${summary.changed} changed, ` +
        `${summary.unchanged} unchanged, ${summary.quarantined} quarantined.`,
    );
  } finally {
    await opened.close();
  }
}
