import type { IntegrationScope } from '../../infra/access/index.ts';
import { type Day, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Period, SessionStore } from '../session-store/index.ts';

export interface Beginnings {
  /** The first Rome day with sessions of any of them, where it comes after the first day of the period; else null. */
  since: Day | null;
  /** Those whose first session is of a later day than the first one of the period, by that day. */
  begins: { integrationId: number; since: Day }[];
}

interface Reads {
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  scope: IntegrationScope;
  state: Awaited<ReturnType<SessionStore['state']>>;
}

const beforeAnySession: Day = '2000-01-01';
const firstDayOf = (month: number): Day =>
  `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`;
const dayOf = (day: number): Day =>
  `${Math.floor(day / 10_000)}-${String(Math.floor(day / 100) % 100).padStart(2, '0')}-${String(day % 100).padStart(2, '0')}`;

/**
 * Finds where the sessions of integrations begin within a period that something is compared with, or after it: what is missing in it would
 * look like growth. Whatever their game, type and state, because a game without sessions is no missing data.
 */
export async function findBeginnings(
  {
    integrations,
    before,
    until,
  }: { integrations: readonly number[] | undefined; before: Period; until: Date },
  { sessionStore, scope, state }: Reads,
): Promise<Beginnings> {
  const firstOf = async (from: Date, grain: 'month' | 'day', only: readonly number[] | undefined) => {
    const rows = await sessionStore.queryAggregates(
      { periods: [{ from, to: until }], grain, by: ['integration'], integrations: only },
      scope,
      state,
    );
    const first = new Map<number, number>();
    for (const { integrationId, bucket } of rows)
      first.set(integrationId, Math.min(first.get(integrationId) ?? bucket, bucket));
    return first;
  };
  const start = romeDay(before.from);
  const months = await firstOf(startOfRomeDay(beforeAnySession), 'month', integrations);
  const startMonth = Number(start.slice(0, 7).replace('-', ''));
  // Days are read only of those that begin in its first month or later.
  const later = [...months].filter(([, month]) => month >= startMonth);
  if (later.length === 0) return { since: null, begins: [] };
  const earliest = firstDayOf(Math.min(...later.map(([, month]) => month)));
  const days = await firstOf(
    startOfRomeDay(earliest),
    'day',
    later.map(([integrationId]) => integrationId),
  );
  const begins = [...days]
    .map(([integrationId, day]) => ({ integrationId, since: dayOf(day) }))
    .filter(({ since }) => since > start)
    .toSorted((a, b) => a.since.localeCompare(b.since) || a.integrationId - b.integrationId);
  return { since: begins.length === months.size ? (begins[0]?.since ?? null) : null, begins };
}
