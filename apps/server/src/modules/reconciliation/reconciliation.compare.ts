import { textMessage } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { OperatorApiError } from '../../infra/operator-api/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { FetchingModule, ReconcileReport } from '../fetching/index.ts';
import { noFiguresByType } from './reconciliation.classes.ts';
import { figuresOf } from './reconciliation.figures.ts';
import { byType, daysOf, type ReadDeps, readAndExplainDay } from './reconciliation.read.ts';
import {
  type ComparedDay,
  differingOf,
  findDay,
  type Requester,
  saveComparedDays,
  saveExplainedDay,
  saveFailedDays,
} from './reconciliation.repo.ts';

export interface CompareDeps extends ReadDeps {
  clock: Clock;
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  compareTotals: FetchingModule['reconcile'];
}

export interface CompareOptions {
  requester: Requester;
  signal: AbortSignal;
  /** Called when reading the sessions of a day begins, and after each page. */
  onSessions?: (day: string, lines: number) => void;
}

/** Days of a range whose sessions are compared one by one, the latest first: each reads the feed from its day on. */
const maxReadDays = 3;

/**
 * Compares days of one integration with its platform and stores what was found. Of a single day, and of the latest days that
 * differ and are not explained yet, the sessions are compared too.
 */
export async function compareIntegration(
  deps: CompareDeps,
  integrationId: number,
  days: { from: string; to: string },
  options: CompareOptions,
): Promise<ReconcileReport | undefined> {
  const { requester, signal, onSessions } = options;
  const { db } = deps.postgres;
  const [report] = await deps.compareTotals(days, { integrationIds: [integrationId], signal });
  if (report === undefined) return undefined;
  const now = deps.clock.now();
  if (report.error !== null || report.asOf === null) {
    const reason = report.error ?? textMessage('');
    await saveFailedDays(db, integrationId, daysOf(days), { reason, now });
    return report;
  }
  const { asOf } = report;
  const compared = daysOf(days).map((day) => comparedDay(report, day, asOf));
  await deps.postgres.transaction((tx) => saveComparedDays(tx, compared, { requester, now }));
  const differing = compared.filter((day) => differingOf(day) > 0).reverse();
  const isOneDay = days.from === days.to;
  let read = 0;
  for (const { day } of differing) {
    if (read >= maxReadDays) break;
    if (!isOneDay && (await findDay(db, integrationId, day))?.classes != null) continue;
    read += 1;
    onSessions?.(day, 0);
    try {
      const explained = await readAndExplainDay(
        deps,
        { integrationId, day },
        { signal, ...(onSessions === undefined ? {} : { onRead: (lines) => onSessions(day, lines) }) },
      );
      await deps.postgres.transaction((tx) =>
        saveExplainedDay(tx, { integrationId, day }, explained, { requester, now: deps.clock.now() }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OperatorApiError)) throw error;
      // The totals were compared; only why they differ is not known.
      report.error = error.detail ?? textMessage(error.message);
      await saveFailedDays(db, integrationId, [day], { reason: report.error, now: deps.clock.now() });
    }
  }
  return report;
}

function comparedDay(report: ReconcileReport, day: string, asOf: string): ComparedDay {
  const ours = noFiguresByType();
  for (const total of report.stored) {
    if (total.day === day) ours[total.sessionType] = figuresOf(total);
  }
  return {
    integrationId: report.integrationId,
    day,
    ours,
    platform: byType(report.platform.filter((total) => total.day === day)),
    asOf,
  };
}
