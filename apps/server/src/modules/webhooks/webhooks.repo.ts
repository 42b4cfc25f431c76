import type { WebhookDeliveryState, WebhookEventName, WebhookOffReason } from '@ludus/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { IntegrationScope } from '../../infra/access/index.ts';
import { type Encryptor, type Renewed, renewRows } from '../../infra/crypto/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { WebhookEndpointsTable } from './webhooks.tables.ts';

/** With the name of its integration, and what became of its latest delivery. */
export interface WebhookRow extends Selectable<WebhookEndpointsTable> {
  integration: string;
  last_at: Date | null;
  last_state: WebhookDeliveryState | null;
  last_status: number | null;
}

/** By integration and name. Those of other integrations than the scope's are not among them. */
export async function findWebhooks(db: Db, scope: IntegrationScope, id?: number): Promise<WebhookRow[]> {
  if (scope.kind === 'none') return [];
  const own = scope.kind === 'one' ? scope.id : null;
  const { rows } = await sql<WebhookRow>`
    SELECT e.*, i.name AS integration, last.created_at AS last_at, last.state AS last_state, last.status AS last_status
    FROM webhook_endpoints e JOIN integrations i ON i.id = e.integration_id
    LEFT JOIN LATERAL (
      SELECT created_at, state, status FROM webhook_deliveries d WHERE d.endpoint_id = e.id ORDER BY d.id DESC LIMIT 1
    ) last ON true
    WHERE (${own}::integer IS NULL OR e.integration_id = ${own})
      AND (${id ?? null}::integer IS NULL OR e.id = ${id ?? null})
    ORDER BY lower(i.name), lower(e.name), e.id`.execute(db);
  return rows;
}

/** Returns how many webhooks an integration has; until the transaction ends no one adds any. */
export async function countWebhooksForUpdate(tx: Tx, integrationId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks of ${integrationId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('integration_id', '=', integrationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertWebhook(tx: Db, row: Insertable<WebhookEndpointsTable>): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_endpoints')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateWebhookRow(
  tx: Db,
  id: number,
  changes: Updateable<WebhookEndpointsTable>,
): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(changes).where('id', '=', id).execute();
}

/** Locks a webhook until the transaction ends. */
export async function lockWebhook(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('webhook_endpoints').select('id').where('id', '=', id).forUpdate().execute();
}

export async function deleteWebhook(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

/** Switches a webhook off, and returns whether it was on. */
export async function switchOff(tx: Db, id: number, reason: WebhookOffReason): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoints')
    .set({ off_reason: reason })
    .where('id', '=', id)
    .where('off_reason', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes what an attempt says of its webhook; returns since when all have failed. */
export async function noteAttempt(
  tx: Db,
  id: number,
  { isDelivered, at }: { isDelivered: boolean; at: Date },
): Promise<Date | null> {
  const row = await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: isDelivered ? null : sql`coalesce(failing_since, ${at}::timestamptz)` })
    .where('id', '=', id)
    // Most attempts succeed after one that did.
    .where((eb) => (isDelivered ? eb('failing_since', 'is not', null) : eb.lit(true)))
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** The integrations that have an active webhook for one of these events. */
export async function findListeners(db: Db, events: readonly WebhookEventName[]): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('integration_id')
    .distinct()
    .where('off_reason', 'is', null)
    .where(sql<boolean>`events && ${[...events]}::text[]`)
    .orderBy('integration_id')
    .execute();
  return rows.map(({ integration_id }) => integration_id);
}

/**
 * Moves the day up to which an integration was notified, and returns the days from the one before. An integration that was notified of
 * none begins with this day and is notified of the next.
 */
export async function moveFigureDay(tx: Tx, integrationId: number, day: string): Promise<string | null> {
  const inserted = await tx
    .insertInto('webhook_figure_days')
    .values({ integration_id: integrationId, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (inserted !== undefined) return null;
  const { day: before } = await tx
    .selectFrom('webhook_figure_days')
    .select('day')
    .where('integration_id', '=', integrationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (before >= day) return null;
  await tx
    .updateTable('webhook_figure_days')
    .set({ day })
    .where('integration_id', '=', integrationId)
    .execute();
  return before;
}

/** Forgets the days of integrations that are not notified any more. */
export async function deleteFigureDays(db: Db, exceptOf: readonly number[]): Promise<void> {
  await sql`DELETE FROM webhook_figure_days WHERE integration_id <> ALL(${[...exceptOf]}::integer[])`.execute(
    db,
  );
}

/** Whose secret a ciphertext is: that of another integration does not decrypt. */
export const secretPurpose = (integrationId: number) => `webhook ${integrationId}`;

/** Encrypts the secrets with the present key that the other one has encrypted. */
export async function renewWebhookSecrets(db: Db, encryptor: Encryptor): Promise<Renewed> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'integration_id', 'secret', 'old_secret'])
    .execute();
  const stored = rows.flatMap(({ id, integration_id, secret, old_secret }) =>
    [['secret', secret] as const, ['old_secret', old_secret] as const].flatMap(([column, ciphertext]) =>
      ciphertext === null
        ? []
        : {
            ciphertext,
            purpose: secretPurpose(integration_id),
            save: (fresh: string) =>
              db
                .updateTable('webhook_endpoints')
                .set({ [column]: fresh })
                .where('id', '=', id)
                .where(column, '=', ciphertext)
                .execute(),
          },
    ),
  );
  return renewRows(stored, encryptor);
}
