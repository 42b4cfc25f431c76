import {
  eurosFromCents,
  type listUnstatedAmounts,
  type ResponseOf,
  sessionTypes,
  type UnstatedReason,
} from '@ludus/contract';
import { type Actor, integrationScope, integrationsInScope } from '../../infra/access/index.ts';
import { addMonths, type Clock, monthAfter, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { findClosings, hasEnded, monthOfBucket } from '../period-close/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { findChanged, findStatable } from './statements.content.repo.ts';
import { integrationOf } from './statements.mapper.ts';

export interface UnstatedDeps {
  postgres: Pick<Postgres, 'db'>;
  sessionStore: Pick<SessionStore, 'queryAggregates'>;
  referenceData: Pick<ReferenceData, 'read'>;
  clock: Clock;
}

/** How many months that are not closed it goes back, the running one included: as far as Period close. */
const openMonths = 36;

/**
 * Everything that is due and on no statement: months that run, that ended, that are closed, and what has changed since in those that
 * are. With the balances it is all that an integration owes.
 */
export async function listUnstated(
  { postgres: { db }, sessionStore, referenceData, clock }: UnstatedDeps,
  actor: Actor,
): Promise<ResponseOf<typeof listUnstatedAmounts>> {
  const now = clock.now();
  const scope = integrationScope(actor);
  const visible = integrationsInScope(scope);
  const today = romeDay(now);
  const from = startOfRomeDay(`${addMonths(today, 1 - openMonths).slice(0, 7)}-01`);
  const [names, sums, closings, closed, changed] = await Promise.all([
    referenceData.read(),
    sessionStore.queryAggregates(
      {
        periods: [{ from, to: startOfRomeDay(monthAfter(today)) }],
        grain: 'month',
        by: ['integration'],
        sessionType: sessionTypes.real,
      },
      scope,
    ),
    findClosings(db),
    findStatable(db),
    findChanged(db),
  ]);
  const isClosed = new Set(
    closings.map(({ integrationId, month }) => `${integrationId} ${month.slice(0, 7)}`),
  );
  const open = sums
    .map(({ bucket, integrationId, due }) => ({ integrationId, month: monthOfBucket(bucket), due }))
    .filter(({ integrationId, month }) => !isClosed.has(`${integrationId} ${month}`))
    .map((row) => ({ ...row, reason: hasEnded(`${row.month}-01`, now) ? 'ended' : 'running' }) as const);
  const fixed = (reason: UnstatedReason, rows: Awaited<ReturnType<typeof findChanged>>) =>
    rows.map((row) => ({
      integrationId: row.integration_id,
      month: row.month.slice(0, 7),
      due: BigInt(row.due),
      reason,
    }));
  return {
    rows: [...open, ...fixed('closed', closed), ...fixed('changed', changed)]
      .filter(({ integrationId }) => visible === null || visible.includes(integrationId))
      .map(({ integrationId, month, reason, due }) => ({
        integration: integrationOf(integrationId, names),
        month,
        reason,
        due: eurosFromCents(due),
      }))
      .toSorted(
        (a, b) =>
          b.month.localeCompare(a.month) ||
          a.integration.name.localeCompare(b.integration.name) ||
          a.reason.localeCompare(b.reason),
      ),
  };
}
