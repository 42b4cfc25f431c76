import type { listRestatedMonths, QueryOf, ResponseOf } from '@ludus/contract';
import { type Actor, integrationScope, integrationsInScope } from '../../infra/access/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { seesNetAndDue } from '../statistics/index.ts';
import { addSums, integrationOf, noSums, toAmounts } from './period-close.mapper.ts';
import { countRestatedSessions, findClosings, sumRestatementsByReason } from './period-close.repo.ts';

interface RestatedDeps {
  postgres: Pick<Postgres, 'db'>;
  referenceData: Pick<ReferenceData, 'read'>;
}

/** The closed months that days touch and that have changed since, for whoever asks where a figure comes from. */
export async function findRestatedMonths(
  { postgres: { db }, referenceData }: RestatedDeps,
  actor: Actor,
  { from, to, integrations, operators, games }: QueryOf<typeof listRestatedMonths>,
): Promise<ResponseOf<typeof listRestatedMonths>> {
  const visible = integrationsInScope(integrationScope(actor), integrations);
  const [names, all] = await Promise.all([referenceData.read(), findClosings(db)]);
  const closings = all.filter(
    ({ integrationId, month }) =>
      month.slice(0, 7) >= from.slice(0, 7) &&
      month.slice(0, 7) <= to.slice(0, 7) &&
      (visible === null || visible.includes(integrationId)),
  );
  const ids = closings.map(({ id }) => id);
  const [lines, counts] = await Promise.all([
    sumRestatementsByReason(db, ids, { operators, games }),
    countRestatedSessions(db, ids, { operators, games }),
  ]);
  const linesOf = Map.groupBy(lines, ({ closingId }) => closingId);
  return {
    rows: closings.toReversed().flatMap(({ id, integrationId, month, closedAt, username }) => {
      const own = linesOf.get(id) ?? [];
      const sessions = counts.get(id) ?? 0;
      if (sessions === 0) return [];
      const times = (pick: 'firstAt' | 'lastAt') => own.map((line) => line[pick].getTime());
      return [
        {
          integration: integrationOf(integrationId, names),
          month: month.slice(0, 7),
          closedAt: closedAt.toISOString(),
          closedBy: username,
          sessions,
          amounts: toAmounts(
            own.reduce((sum, line) => addSums(sum, line.sums), noSums),
            seesNetAndDue(actor),
          ),
          reasons: own.map((line) => ({ reason: line.reason, sessions: line.sessions })),
          firstAt: new Date(Math.min(...times('firstAt'))).toISOString(),
          lastAt: new Date(Math.max(...times('lastAt'))).toISOString(),
        },
      ];
    }),
  };
}
