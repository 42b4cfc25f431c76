import { type Message, messageOf, textMessage } from '@ludus/contract';
import type { PlatformTotal } from '@ludus/contract/operator-api';
import { addDays, daysBetween, startOfRomeDay } from '../../infra/clock/index.ts';
import { type OperatorApi, OperatorApiError } from '../../infra/operator-api/index.ts';
import type { DayTotal, FetchSessionStore, FetchTargets } from './fetching.ports.ts';

/** A figure of a day and session type that differs between session store and platform. Amounts in integer cents. */
export interface Difference {
  day: string;
  sessionType: 1 | 4;
  figure: (typeof figures)[number];
  sessionStore: bigint;
  platform: bigint;
}

export interface ReconcileReport {
  integrationId: number;
  integrationName: string;
  /** The platform's totals include every change up to this moment. */
  asOf: string | null;
  daysCompared: number;
  differences: Difference[];
  /** What was compared; days without a session have none. */
  stored: DayTotal[];
  platform: PlatformTotal[];
  /** Why nothing was compared; null when it was. */
  error: Message | null;
}

const figures = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
const daysPerCall = 366;

/**
 * Compares the session store with each platform's own totals, per Rome day and session type, and names every difference.
 * Sessions that moved since the last fetch differ too: fetch first. A platform that does not respond has the
 * error in its report, and the others are compared.
 * @param days first and last Rome day, both included
 */
export async function reconcile(
  deps: {
    client: Pick<OperatorApi, 'readTotals'>;
    targets: FetchTargets;
    sessionStore: Pick<FetchSessionStore, 'queryAggregates'>;
  },
  days: { from: string; to: string },
  options: { integrationIds?: readonly number[] | undefined; signal: AbortSignal },
): Promise<ReconcileReport[]> {
  const { integrationIds, signal } = options;
  const integrations = (await deps.targets.listIntegrations()).filter(
    ({ id }) => integrationIds === undefined || integrationIds.includes(id),
  );
  const reports: ReconcileReport[] = [];
  for (const { id, name } of integrations) {
    const report: ReconcileReport = {
      integrationId: id,
      integrationName: name,
      asOf: null,
      daysCompared: 0,
      differences: [],
      stored: [],
      platform: [],
      error: null,
    };
    try {
      const target = await deps.targets.findTarget(id);
      if (target === null) throw new OperatorApiError(messageOf('services.noDataService'), false);
      for (const range of splitDays(days)) {
        const platformTotals = await deps.client.readTotals(target.connection, range, signal);
        const storedTotals = await readDayTotals(deps.sessionStore, id, range);
        report.asOf = platformTotals.asOf;
        report.daysCompared += daysBetween(range.from, range.to);
        report.stored.push(...storedTotals);
        report.platform.push(...platformTotals.totals);
        report.differences.push(...differencesBetween(storedTotals, platformTotals.totals));
      }
    } catch (error) {
      if (!(error instanceof OperatorApiError)) throw error;
      report.error = error.detail ?? textMessage(error.message);
    }
    reports.push(report);
  }
  return reports;
}

function splitDays(days: { from: string; to: string }): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (let from = days.from; from <= days.to; from = addDays(from, daysPerCall)) {
    const last = addDays(from, daysPerCall - 1);
    ranges.push({ from, to: last < days.to ? last : days.to });
  }
  return ranges;
}

/** Reads the stored totals of each day, with the same function as every screen. */
async function readDayTotals(
  sessionStore: Pick<FetchSessionStore, 'queryAggregates'>,
  integrationId: number,
  days: { from: string; to: string },
): Promise<DayTotal[]> {
  const period = { from: startOfRomeDay(days.from), to: startOfRomeDay(addDays(days.to, 1)) };
  const rows = await sessionStore.queryAggregates(
    { periods: [period], grain: 'day', byType: true },
    { kind: 'one', id: integrationId },
  );
  return rows.flatMap(({ bucket, sessionType, sessions, open, bet, win, netWin, due, rounds }) => {
    if (sessionType === 0) return [];
    const text = String(bucket);
    const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    return [
      {
        day,
        sessionType,
        sessions: Number(sessions),
        open: Number(open),
        bet,
        win,
        netWin,
        due,
        rounds,
      },
    ];
  });
}

/** Returns every figure that differs, in the order of days; a day that one side does not have counts as zeros. */
export function differencesBetween(
  storedTotals: readonly DayTotal[],
  platformTotals: readonly PlatformTotal[],
): Difference[] {
  const key = (total: { day: string; sessionType: number }) => `${total.day}/${total.sessionType}`;
  const ours = new Map(storedTotals.map((total) => [key(total), total]));
  const theirs = new Map(platformTotals.map((total) => [key(total), total]));
  const differences: Difference[] = [];
  for (const name of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const own = ours.get(name);
    const other = theirs.get(name);
    const { day, sessionType } = (own ?? other) as DayTotal;
    for (const figure of figures) {
      const sessionStore = BigInt(own?.[figure] ?? 0);
      const platform = BigInt(other?.[figure] ?? 0);
      if (sessionStore !== platform) differences.push({ day, sessionType, figure, sessionStore, platform });
    }
  }
  return differences;
}
