import {
  eurosFromCents,
  type listPeriods,
  type PeriodState,
  type ResponseOf,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { addMonths, type Clock, monthAfter, romeDay, startOfRomeDay, zone } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import {
  type Closing,
  countRestatements,
  findClosings,
  findReviews,
  type PeriodKey,
  type Review,
  readFourEyes,
} from './period-close.repo.ts';

export interface OverviewDeps {
  postgres: Pick<Postgres, 'db'>;
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  referenceData: Pick<ReferenceData, 'read'>;
  clock: Clock;
}

/** How many months the overview goes back. */
export const monthsShown = 36;

/** Whether a month, named by its first day, is over in Rome. */
export const hasEnded = (month: string, now: Date) => startOfRomeDay(monthAfter(month)) <= now;

/** `2026-10` of the bucket 202610, as the session store names months. */
export function monthOfBucket(bucket: number): string {
  const digits = String(bucket);
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

export function stateFrom(
  closing: Closing | undefined,
  review: Review | undefined,
  restatements: number,
): PeriodState {
  if (closing) return restatements > 0 ? 'restated' : 'closed';
  return review ? 'review' : 'open';
}

/** Every month that has sessions or a state, of every integration, with what is known of it today. */
export async function listMonths(
  { postgres: { db }, sessionStore, referenceData, clock }: OverviewDeps,
  actor: Actor,
): Promise<ResponseOf<typeof listPeriods>> {
  const today = romeDay(clock.now());
  const first = `${addMonths(today, 1 - monthsShown).slice(0, 7)}-01`;
  const [names, sums, closings, reviews, fourEyes] = await Promise.all([
    referenceData.read(),
    sessionStore.queryAggregates(
      {
        periods: [{ from: startOfRomeDay(first), to: startOfRomeDay(monthAfter(today)) }],
        grain: 'month',
        by: ['integration'],
        sessionType: sessionTypes.real,
      },
      integrationScope(actor),
    ),
    findClosings(db),
    findReviews(db),
    readFourEyes(db),
  ]);
  const lines = await countRestatements(
    db,
    closings.map(({ id }) => id),
  );
  const named = (one: PeriodKey) => `${one.integrationId} ${one.month.slice(0, 7)}`;
  const closingOf = new Map(closings.map((one) => [named(one), one]));
  const reviewOf = new Map(reviews.map((one) => [named(one), one]));
  const sumsOf = new Map(
    sums.map((row) => {
      return [`${row.integrationId} ${monthOfBucket(row.bucket)}`, row];
    }),
  );
  const cells = [...new Set([...sumsOf.keys(), ...closingOf.keys(), ...reviewOf.keys()])].map((key) => {
    const [integrationId = '', month = ''] = key.split(' ');
    const closing = closingOf.get(key);
    const restatements = closing ? (lines.get(closing.id) ?? 0) : 0;
    const row = sumsOf.get(key);
    return {
      integrationId: Number(integrationId),
      month,
      state: stateFrom(closing, reviewOf.get(key), restatements),
      isEnded: hasEnded(`${month}-01`, clock.now()),
      sessions: Number(row?.sessions ?? 0n),
      grosswin: eurosFromCents(row ? row.bet - row.win : 0n),
      closedAt: closing?.closedAt.toISOString() ?? null,
      closedBy: closing?.username ?? null,
      restatements,
    };
  });
  return {
    zone,
    settings: { fourEyes },
    months: [...new Set(cells.map(({ month }) => month))].toSorted().toReversed(),
    integrations: [...new Set(cells.map(({ integrationId }) => integrationId))]
      .map((id) => ({ id, name: integrationName(names, id) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    cells: cells.toSorted((a, b) =>
      a.month < b.month ? 1 : a.month > b.month ? -1 : a.integrationId - b.integrationId,
    ),
  };
}
