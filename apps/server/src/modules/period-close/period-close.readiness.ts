import { type getPeriodReadiness, type ResponseOf, sessionTypes } from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { addMonths, type Clock, monthAfter, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import type { Checklist } from './period-close.checklist.ts';
import { hasEnded, monthOfBucket, monthsShown, stateFrom } from './period-close.overview.ts';
import { countRestatements, findClosings, findReviews } from './period-close.repo.ts';
import { closedMonthOf } from './period-close.restate.ts';

export interface ReadinessDeps {
  postgres: Pick<Postgres, 'db'>;
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  referenceData: Pick<ReferenceData, 'read'>;
  clock: Clock;
  checklist: Checklist;
}

/**
 * The checklists of a month, `2026-10`, of all integrations. A few queries, however many integrations there are; those of which the
 * month is closed have the checklist that they were closed with.
 */
export async function readReadiness(
  { postgres: { db }, sessionStore, referenceData, clock, checklist }: ReadinessDeps,
  actor: Actor,
  month: string,
): Promise<ResponseOf<typeof getPeriodReadiness>> {
  const key = `${month}-01`;
  const [names, sums, closings, reviews] = await Promise.all([
    referenceData.read(),
    sessionStore.queryAggregates(
      {
        periods: [
          { from: startOfRomeDay(addMonths(key, 1 - monthsShown)), to: startOfRomeDay(monthAfter(key)) },
        ],
        grain: 'month',
        by: ['integration'],
        sessionType: sessionTypes.real,
      },
      integrationScope(actor),
    ),
    findClosings(db, { month: key }),
    findReviews(db, { month: key }),
  ]);
  const closingOf = new Map(closings.map((one) => [one.integrationId, one]));
  const reviewOf = new Map(reviews.map((one) => [one.integrationId, one]));
  // One that has played before and not in this month is what a check of completeness is for.
  const isConcerned = ({ integrationId, bucket }: (typeof sums)[number]) =>
    monthOfBucket(bucket) === month || names.integrations.get(integrationId)?.isActive === true;
  const ids = [
    ...new Set([
      ...sums.filter(isConcerned).map(({ integrationId }) => integrationId),
      ...closingOf.keys(),
      ...reviewOf.keys(),
    ]),
  ];
  const [checks, restatements] = await Promise.all([
    checklist(
      ids.filter((id) => !closingOf.has(id)),
      closedMonthOf({ integrationId: 0, month: key }).period,
    ),
    countRestatements(
      db,
      closings.map(({ id }) => id),
    ),
  ]);
  return {
    month,
    isEnded: hasEnded(key, clock.now()),
    rows: ids
      .map((id) => {
        const closing = closingOf.get(id);
        return {
          integration: { id, name: integrationName(names, id) },
          state: stateFrom(closing, reviewOf.get(id), (closing && restatements.get(closing.id)) ?? 0),
          checks: closing?.checks ?? checks.get(id) ?? [],
        };
      })
      .toSorted((a, b) => a.integration.name.localeCompare(b.integration.name)),
  };
}
