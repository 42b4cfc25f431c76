import type { Message, WebhookDeliveryState, WebhookEventType } from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from './webhooks.tables.ts';

export interface DeliveryRow extends Selectable<WebhookDeliveriesTable> {
  type: WebhookEventType;
}

export interface DeliveryFilter {
  id?: number;
  state?: WebhookDeliveryState | undefined;
  page?: number;
  limit?: number;
}

const withType = (db: Db, endpointId: number) =>
  db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_messages as m', 'm.id', 'd.message_id')
    .where('d.endpoint_id', '=', endpointId);

/** The deliveries of a webhook, newest first. */
export function findDeliveries(
  db: Db,
  endpointId: number,
  { id, state, page = 1, limit = 1 }: DeliveryFilter,
): Promise<DeliveryRow[]> {
  return withType(db, endpointId)
    .selectAll('d')
    .select('m.type')
    .$if(id !== undefined, (query) => query.where('d.id', '=', id ?? 0))
    .$if(state !== undefined, (query) => query.where('d.state', '=', state ?? 'waiting'))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countDeliveries(
  db: Db,
  endpointId: number,
  { state }: DeliveryFilter,
): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('endpoint_id', '=', endpointId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'waiting'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findBody(db: Db, messageId: string): Promise<string> {
  const { body } = await db
    .selectFrom('webhook_messages')
    .select('body')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  return body;
}

/** The attempts of a delivery, newest first. */
export function findAttempts(db: Db, deliveryId: number): Promise<Selectable<WebhookAttemptsTable>[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

/** Queues a message for one webhook only, and returns its delivery. */
export async function insertTest(
  tx: Tx,
  test: { messageId: string; endpointId: number; integrationId: number; body: string; at: Date },
): Promise<number> {
  const { messageId, endpointId, integrationId, body, at } = test;
  await tx
    .insertInto('webhook_messages')
    .values({
      id: messageId,
      integration_id: integrationId,
      type: 'test',
      body,
      is_held: false,
      created_at: at,
    })
    .execute();
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ endpoint_id: endpointId, message_id: messageId, next_attempt_at: at, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins the schedule of a delivery again. An attempt that runs meanwhile counts as the first. */
export async function restartDelivery(tx: Db, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_attempt_at: at, claimed_until: null })
    .where('id', '=', id)
    .execute();
}

/** Makes everything due that a webhook has waited for while it was off. */
export async function hastenDeliveries(tx: Db, endpointId: number, at: Date): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: at, claimed_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', at)
    .execute();
}

/** A delivery that a worker has taken. */
export interface ClaimedDelivery {
  id: number;
  tries: number;
  claimed_until: Date;
  message_id: string;
  body: string;
  endpoint_id: number;
  integration_id: number;
  url: string;
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
}

/**
 * Takes deliveries that are due until an instant; of each webhook only a few, so that a slow one delays no other. Those that another
 * worker takes in this moment are passed over, and those of a worker that has died are due again when its time is over.
 */
export async function claimDeliveries(
  db: Db,
  { now, until, limit, ofEach }: { now: Date; until: Date; limit: number; ofEach: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    WITH due AS (
      SELECT d.id, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.next_attempt_at, d.id) AS place
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id AND e.off_reason IS NULL
      WHERE d.state = 'waiting' AND d.next_attempt_at <= ${now}
        AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
    ), taken AS (
      SELECT d.id FROM webhook_deliveries d
      WHERE d.id IN (SELECT id FROM due WHERE place <= ${ofEach}) AND d.state = 'waiting'
        AND d.next_attempt_at <= ${now} AND (d.claimed_until IS NULL OR d.claimed_until <= ${now})
      ORDER BY d.next_attempt_at, d.id LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries d SET claimed_until = ${until}
    FROM taken, webhook_endpoints e, webhook_messages m
    WHERE d.id = taken.id AND e.id = d.endpoint_id AND m.id = d.message_id
    RETURNING d.id, d.tries, d.claimed_until, d.message_id, m.body, d.endpoint_id, e.integration_id, e.url, e.secret,
      e.old_secret, e.old_secret_until`.execute(db);
  return rows;
}

export interface Attempt {
  at: Date;
  status: number | null;
  durationMs: number;
  reason: Message | null;
  response: string;
}

/**
 * Writes what became of an attempt, and when the next one is due. A delivery that someone has sent again meanwhile stays due; the
 * attempt is kept all the same.
 */
export async function saveAttempt(
  tx: Db,
  { id, tries, claimed_until }: ClaimedDelivery,
  { at, status, durationMs, reason, response }: Attempt,
  next: { state: WebhookDeliveryState; at: Date | null },
): Promise<void> {
  const detail = reason === null ? null : JSON.stringify(reason);
  await sql`
    UPDATE webhook_deliveries SET attempts = attempts + 1, status = ${status}, duration_ms = ${durationMs},
      reason = ${detail}::jsonb, last_attempt_at = ${at},
      state = CASE WHEN claimed_until = ${claimed_until} THEN ${next.state} ELSE state END,
      tries = CASE WHEN claimed_until = ${claimed_until} THEN ${tries + 1} ELSE tries END,
      next_attempt_at = CASE WHEN claimed_until = ${claimed_until} THEN ${next.at}::timestamptz ELSE next_attempt_at END,
      claimed_until = CASE WHEN claimed_until = ${claimed_until} THEN NULL ELSE claimed_until END
    WHERE id = ${id}`.execute(tx);
  await sql`
    INSERT INTO webhook_attempts (delivery_id, at, status, duration_ms, reason, response)
    SELECT id, ${at}, ${status}, ${durationMs}, ${detail}::jsonb, ${response} FROM webhook_deliveries
    WHERE id = ${id}`.execute(tx);
}

/** Leaves a delivery to the next worker: nothing was sent, or no one knows. */
export async function releaseClaim(db: Db, { id, claimed_until }: ClaimedDelivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .execute();
}
