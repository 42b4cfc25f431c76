import { randomUUID } from 'node:crypto';
import type { AlertDelivery, Message } from '@ludus/contract';
import type { Selectable } from 'kysely';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type { AlertDeliveriesTable } from './alerts.tables.ts';

export type DeliveryRow = Selectable<AlertDeliveriesTable>;

export async function insertDelivery(
  tx: Db,
  row: Pick<DeliveryRow, 'incident_id' | 'event' | 'url' | 'body' | 'created_at'>,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('alert_deliveries')
    .values({ ...row, id, state: 'waiting' })
    .execute();
  return id;
}

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('alert_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Writes what became of an attempt; one that may be repeated stays waiting. */
export async function saveAttempt(
  db: Db,
  id: string,
  attempt: {
    state: DeliveryRow['state'];
    status: number | null;
    reason: Message | null;
    finishedAt: Date | null;
  },
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      state: attempt.state,
      status: attempt.status,
      reason: attempt.reason === null ? null : JSON.stringify(attempt.reason),
      finished_at: attempt.finishedAt,
    }))
    .where('id', '=', id)
    .execute();
}

/** Ends a delivery that no attempt is left of. */
export async function failDelivery(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('alert_deliveries')
    .set({ state: 'failed', finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** The deliveries of an incident, or the tests, newest first. */
export async function findDeliveries(db: Db, incidentId: number | null, limit = 100): Promise<DeliveryRow[]> {
  return db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('incident_id', incidentId === null ? 'is' : '=', incidentId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function deliveryOf(row: DeliveryRow): AlertDelivery {
  const url = URL.parse(row.url);
  return {
    id: row.id,
    event: row.event,
    url: url === null ? '' : `${url.origin}${url.pathname}`,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    reason: row.reason === null ? null : renderMessage(row.reason),
    ...(row.reason === null ? {} : { reasonDetail: row.reason }),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
