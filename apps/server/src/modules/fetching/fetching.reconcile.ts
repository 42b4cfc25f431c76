import type { PlatformTotal } from '@ludus/contract/operator-api';
import { addDays, daysBetween, startOfRomeDay } from '../../platform/clock/index.ts';
import { type PlatformClient, PlatformError } from './fetching.client.ts';
import type { DayTotal, FetchBooks, FetchDirectory } from './fetching.ports.ts';

/** A figure of a day and session type that the books and the platform state differently. Amounts in integer cents. */
export interface Difference {
  day: string;
  sessionType: 1 | 4;
  figure: (typeof figures)[number];
  books: bigint;
  platform: bigint;
}

export interface ReconcileReport {
  integrationId: number;
  integrationName: string;
  /** The platform's totals hold every change up to this moment. */
  asOf: string | null;
  daysCompared: number;
  differences: Difference[];
  /** Why nothing was compared; null when it was. */
  error: string | null;
}

const figures = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
const daysPerCall = 366;

/**
 * Compares the books with each platform's own totals, per Rome day and session type, and names every difference.
 * Sessions that moved since the last fetch differ too: fetch first. A platform that does not answer is named in its
 * report, and the others are compared.
 * @param days first and last Rome day, both included
 */
export async function reconcile(
  deps: {
    client: PlatformClient;
    directory: FetchDirectory;
    books: Pick<FetchBooks, 'figures'>;
  },
  days: { from: string; to: string },
  options: { integrationIds?: readonly number[] | undefined; signal: AbortSignal },
): Promise<ReconcileReport[]> {
  const { integrationIds, signal } = options;
  const integrations = (await deps.directory.listIntegrations()).filter(
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
      error: null,
    };
    try {
      const target = await deps.directory.findTarget(id);
      if (target === null) throw new PlatformError('It has no data service that could be asked.', false);
      for (const stretch of stretchesOf(days)) {
        const stated = await deps.client.readTotals(target.data, stretch, signal);
        const booked = await dayTotals(deps.books, id, stretch);
        report.asOf = stated.asOf;
        report.daysCompared += daysBetween(stretch.from, stretch.to);
        report.differences.push(...differencesBetween(booked, stated.totals));
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      report.error = error.message;
    }
    reports.push(report);
  }
  return reports;
}

function stretchesOf(days: { from: string; to: string }): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = [];
  for (let from = days.from; from <= days.to; from = addDays(from, daysPerCall)) {
    const last = addDays(from, daysPerCall - 1);
    stretches.push({ from, to: last < days.to ? last : days.to });
  }
  return stretches;
}

/** What the books say of each day, by the way every screen reads them. */
async function dayTotals(
  books: Pick<FetchBooks, 'figures'>,
  integrationId: number,
  days: { from: string; to: string },
): Promise<DayTotal[]> {
  const period = { from: startOfRomeDay(days.from), to: startOfRomeDay(addDays(days.to, 1)) };
  const rows = await books.figures(
    { periods: [period], grain: 'day', byType: true },
    { kind: 'one', id: integrationId },
  );
  return rows.flatMap(({ bucket, sessionType, sessions, open, bet, win, net, due, rounds }) => {
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
        netWin: net,
        due,
        rounds,
      },
    ];
  });
}

/** Every figure that differs, in the order of days; a day that one side leaves out counts as zeros. */
export function differencesBetween(
  booked: readonly DayTotal[],
  stated: readonly PlatformTotal[],
): Difference[] {
  const key = (total: { day: string; sessionType: number }) => `${total.day}/${total.sessionType}`;
  const ours = new Map(booked.map((total) => [key(total), total]));
  const theirs = new Map(stated.map((total) => [key(total), total]));
  const differences: Difference[] = [];
  for (const name of [...new Set([...ours.keys(), ...theirs.keys()])].sort()) {
    const own = ours.get(name);
    const other = theirs.get(name);
    const { day, sessionType } = (own ?? other) as DayTotal;
    for (const figure of figures) {
      const books = BigInt(own?.[figure] ?? 0);
      const platform = BigInt(other?.[figure] ?? 0);
      if (books !== platform) differences.push({ day, sessionType, figure, books, platform });
    }
  }
  return differences;
}
