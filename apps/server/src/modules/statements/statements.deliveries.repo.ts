import type { Language, Message } from '@ludus/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { StatementDeliveriesTable } from './statements.tables.ts';

export type DeliveryRow = Selectable<StatementDeliveriesTable>;

export interface NewDelivery {
  recipient: string;
  userId: string | null;
  language: Language;
}

/** Returns the ids, in the same order. */
export async function insertDeliveries(
  tx: Tx,
  statementId: number,
  deliveries: readonly NewDelivery[],
  at: Date,
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const rows = await tx
    .insertInto('statement_deliveries')
    .values(
      deliveries.map(({ recipient, userId, language }) => ({
        statement_id: statementId,
        recipient,
        user_id: userId,
        language,
        created_at: at,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findDelivery(db: Db, id: string): Promise<DeliveryRow | undefined> {
  return db.selectFrom('statement_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** How the last mail to each address went, by address. */
export async function findLatestDeliveries(db: Db, statementId: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    SELECT DISTINCT ON (lower(recipient)) * FROM statement_deliveries
    WHERE statement_id = ${statementId} ORDER BY lower(recipient), id DESC`.execute(db);
  return rows;
}

/** What has been sent stays sent. */
export async function updateDelivery(
  db: Db,
  id: string,
  { state, reason, at }: { state: 'sent' | 'failed' | 'refused'; reason: Message | null; at: Date },
): Promise<void> {
  await db
    .updateTable('statement_deliveries')
    .set({ state, reason: reason === null ? null : JSON.stringify(reason), finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
