import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import type { RetentionRule } from './types.ts';

interface ExpiringRows {
  /** With a column `id`. */
  table: keyof Database;
  /** An instant; null for rows that stay. */
  column: string;
  /** After that instant; 0 keeps them for ever. */
  days: number;
  /** Which of them; all unless given. */
  where?: RawBuilder<boolean>;
}

/** A rule that deletes rows of a table by the age of an instant in them. */
export function retentionRule({ table, column, days, where = sql`true` }: ExpiringRows): RetentionRule {
  return {
    table,
    days,
    async deleteBatch(tx, before, limit) {
      const { numAffectedRows } = await sql`
        DELETE FROM ${sql.table(table)} WHERE id IN (
          SELECT id FROM ${sql.table(table)} WHERE ${sql.ref(column)} < ${before}::timestamptz AND ${where}
          LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )`.execute(tx);
      return Number(numAffectedRows ?? 0n);
    },
  };
}
