import type { Tx } from '../postgres/database.ts';

/** Rows that are deleted once they are older than the settings allow. */
export interface RetentionRule {
  /** The table, as metric and log name it. */
  readonly table: string;
  /** Days that a row is kept; 0 keeps it for ever. */
  readonly days: number;
  /**
   * Deletes rows from before an instant, `limit` at most, and returns how many: fewer than `limit` when none is left. Rows that
   * another transaction holds are left for the next night.
   */
  deleteBatch(tx: Tx, before: Date, limit: number): Promise<number>;
}
