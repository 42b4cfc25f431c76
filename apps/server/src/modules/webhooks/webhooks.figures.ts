import { addDays, type Clock, romeDay } from '../../infra/clock/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { publishWebhook } from '../../infra/webhooks/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { deleteFigureDays, findListeners, moveFigureDay } from './webhooks.repo.ts';

export interface ReadyFiguresDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  coverage: Pick<SessionStore['coverage'], 'find'>;
}

/** After a platform was not read for long, days further back are left out. */
const mostDays = 31;

/**
 * Publishes each day that is over and whose sessions are all there: the platform was read to its end after it, with what it may have
 * shown late.
 */
export async function publishReadyFigures({ postgres, clock, coverage }: ReadyFiguresDeps): Promise<void> {
  const listeners = await findListeners(postgres.db, ['figures.ready']);
  await deleteFigureDays(postgres.db, listeners);
  for (const integrationId of listeners) {
    const covered = await coverage.find(integrationId);
    if (covered === null) continue;
    const asOf = covered.lateReadAt;
    const ready = addDays(romeDay(asOf), -1);
    await postgres.transaction(async (tx) => {
      const before = await moveFigureDay(tx, integrationId, ready);
      if (before === null) return;
      const first = addDays(ready, 1 - mostDays);
      const from = addDays(before, 1);
      for (let day = from > first ? from : first; day <= ready; day = addDays(day, 1))
        await publishWebhook(tx, {
          type: 'figures.ready',
          integrationId,
          key: day,
          at: clock.now(),
          data: { day, asOf: asOf.toISOString() },
        });
    });
  }
}
