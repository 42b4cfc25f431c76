import { createReadStream, existsSync } from 'node:fs';
import { composeHub } from '../app.modules.ts';
import { openPlatform } from '../app.platform.ts';
import type { Clock } from '../platform/clock/index.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { Log } from '../platform/log/index.ts';
import { UsageError } from './usage.ts';

/**
 * Takes the sessions of one integration from a file into the books, one session per line, as its platform would send
 * them. With embedded books the hub has to be stopped.
 */
export async function importFile(
  { file, integration }: { file: string; integration: string },
  { settings, log, clock, say }: { settings: Settings; log: Log; clock: Clock; say(line: string): void },
): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const opened = await openPlatform({ settings, log, clock });
  try {
    const { fetching, books, integrations } = composeHub(opened.platform, opened.parts).services;
    const found = await integrations.findByName(integration);
    if (found === null) throw new UsageError(`There is no active integration "${integration}".`);
    const summary = await fetching.importSessions(found.id, createReadStream(file), (received) =>
      say(`${received} rows read`),
    );
    await books.refreshDirty();
    await books.settled();
    say(
      `${summary.integrationName}: ${summary.received} rows, ${summary.new} new, ${summary.changed} changed, ` +
        `${summary.unchanged} unchanged, ${summary.keptAside} kept aside.`,
    );
  } finally {
    await opened.close();
  }
}
