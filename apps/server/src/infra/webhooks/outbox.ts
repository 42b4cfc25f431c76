/**
 * Events for operators' machines, written in the transaction of what they are about: neither stands without the other. Who wants one
 * is decided then, in one statement that adds a delivery for each webhook; workers send them once it has committed.
 */
import { hash } from 'node:crypto';
import type { WebhookData, WebhookEventName } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db } from '../postgres/database.ts';

export interface WebhookEvent<Type extends WebhookEventName = WebhookEventName> {
  type: Type;
  integrationId: number;
  /** Names the fact among all of its type, such as an id: one that was sent already is not sent again. */
  key: string;
  at: Date;
  data: Omit<WebhookData<Type>, 'integrationId'>;
}

/** The header `webhook-id` of an event: it follows from the fact. */
const messageIdOf = ({ type, integrationId, key }: Pick<WebhookEvent, 'type' | 'integrationId' | 'key'>) =>
  `msg_${hash('sha256', `${type} ${integrationId} ${key}`, 'hex').slice(0, 32)}`;

const bodyOf = ({ type, integrationId, at, data }: WebhookEvent): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data: { integrationId, ...data } });

/** Adds a delivery of an event for each webhook of its integration that has chosen it and existed when it happened. */
export async function publishWebhook<Type extends WebhookEventName>(
  tx: Db,
  event: WebhookEvent<Type>,
): Promise<void> {
  const { type, integrationId, at } = event;
  await sql`
    WITH subscribed AS (
      SELECT id FROM webhook_endpoints
      WHERE integration_id = ${integrationId} AND off_reason IS NULL AND ${type} = ANY(events)
        AND created_at <= ${at}
    ), message AS (
      INSERT INTO webhook_messages (id, integration_id, type, body, is_held, created_at)
      SELECT ${messageIdOf(event)}, ${integrationId}, ${type}, ${bodyOf(event)}, false, ${at}::timestamptz
      WHERE EXISTS (SELECT FROM subscribed)
      ON CONFLICT (id) DO NOTHING RETURNING id
    )
    INSERT INTO webhook_deliveries (endpoint_id, message_id, next_attempt_at, created_at)
    SELECT subscribed.id, message.id, ${at}, ${at} FROM subscribed, message`.execute(tx);
}

/** An event that waits for what it is about to be stored in the session store. */
export interface HeldWebhook<Type extends WebhookEventName> {
  id: string;
  data: WebhookData<Type>;
}

/** Since when webhooks of an integration want an event, null where none does; and its events that are still held. */
export async function findHeldWebhooks<Type extends WebhookEventName>(
  tx: Db,
  integrationId: number,
  type: Type,
): Promise<{ since: Date | null; held: HeldWebhook<Type>[] }> {
  const { rows } = await sql<{ since: Date | null; held: { id: string; body: string }[] | null }>`
    SELECT
      (SELECT min(created_at) FROM webhook_endpoints
        WHERE integration_id = ${integrationId} AND off_reason IS NULL AND ${type} = ANY(events)) AS since,
      (SELECT json_agg(json_build_object('id', id, 'body', body)) FROM webhook_messages
        WHERE integration_id = ${integrationId} AND is_held AND type = ${type}) AS held`.execute(tx);
  const { since = null, held = null } = rows[0] ?? {};
  return { since, held: (held ?? []).map(({ id, body }) => ({ id, data: JSON.parse(body).data })) };
}

/** Stores an event that no webhook gets yet, for everyone to see before what it is about is stored. Returns its id. */
export async function holdWebhook<Type extends WebhookEventName>(
  db: Db,
  event: WebhookEvent<Type>,
): Promise<string> {
  const id = messageIdOf(event);
  const { type, integrationId, at } = event;
  await sql`
    INSERT INTO webhook_messages (id, integration_id, type, body, is_held, created_at)
    VALUES (${id}, ${integrationId}, ${type}, ${bodyOf(event)}, true, ${at})
    ON CONFLICT (id) DO NOTHING`.execute(db);
  return id;
}

/** Adds deliveries of held events for the webhooks that have chosen them by now. */
export async function releaseWebhooks(tx: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    WITH released AS (
      UPDATE webhook_messages SET is_held = false WHERE id = ANY(${ids}::text[]) AND is_held
      RETURNING id, integration_id, type
    )
    INSERT INTO webhook_deliveries (endpoint_id, message_id, next_attempt_at, created_at)
    SELECT e.id, released.id, ${at}, ${at} FROM released JOIN webhook_endpoints e
      ON e.integration_id = released.integration_id AND e.off_reason IS NULL
        AND released.type = ANY(e.events)`.execute(tx);
}

/** Deletes held events: others send what they are about. */
export async function dropHeldWebhooks(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM webhook_messages WHERE id = ANY(${ids}::text[]) AND is_held`.execute(tx);
}
