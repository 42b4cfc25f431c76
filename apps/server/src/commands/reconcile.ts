import { openInfra } from '../app.infra.ts';
import { composeHub } from '../app.modules.ts';
import { addDays, type Clock, romeDay } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { renderMessage } from '../infra/messages/index.ts';
import type { ReconcileReport } from '../modules/fetching/index.ts';

const usualDays = 7;

/**
 * Compares the session store with the platforms' own totals, per day, names each difference, and stores what was found.
 * With the embedded ClickHouse the hub has to be stopped.
 * @param days first and last Rome day; the seven days before today unless given
 * @returns true when everything could be compared and nothing differs
 */
export async function reconcileStore(
  days: { from?: string | undefined; to?: string | undefined },
  integrationIds: readonly number[] | undefined,
  { settings, log, clock, say }: { settings: Settings; log: Log; clock: Clock; say(line: string): void },
): Promise<boolean> {
  const today = romeDay(clock.now());
  const to = days.to ?? addDays(today, -1);
  const from = days.from ?? addDays(to, 1 - usualDays);
  const opened = await openInfra({ settings, log, clock });
  try {
    const { reconciliation } = composeHub(opened.infra, opened.parts).services;
    const reports = await reconciliation.compare(
      { from, to },
      integrationIds === undefined ? {} : { integrationIds },
    );
    say(`From ${from} to ${to}, days of Rome:`);
    for (const report of reports) for (const line of linesOf(report)) say(line);
    if (reports.length === 0) say('There is no active integration to compare with.');
    return reports.every(({ error, differences }) => error === null && differences.length === 0);
  } finally {
    await opened.close();
  }
}

function linesOf({ integrationName, error, differences, daysCompared, asOf }: ReconcileReport): string[] {
  if (error !== null) return [`${integrationName}: not compared. ${renderMessage(error)}`];
  const compared = `${daysCompared} ${daysCompared === 1 ? 'day' : 'days'} compared${asOf === null ? '' : ` as of ${asOf}`}`;
  if (differences.length === 0) return [`${integrationName}: equal, ${compared}.`];
  return [
    `${integrationName}: ${differences.length} differences, ${compared}.`,
    ...differences.map(
      ({ day, sessionType, figure, sessionStore, platform }) =>
        `  ${day} ${sessionType === 1 ? 'real' : 'fun'} ${figure}: stored ${sessionStore}, platform ${platform}`,
    ),
  ];
}
