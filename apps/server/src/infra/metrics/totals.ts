import { type ColumnType, sql } from 'kysely';
import type { Db } from '../postgres/database.ts';

interface CounterTotalsTable {
  counter: string;
  label: string;
  total: ColumnType<string, number, number>;
}

declare module '../postgres/database.ts' {
  interface Database {
    counter_totals: CounterTotalsTable;
  }
}

/**
 * Adds to a counter that all processes share and that survives their end. Called in the transaction of what it counts, as
 * its last statement: the row is locked until the commit.
 */
export async function addToTotal(db: Db, counter: string, label: string, added: number): Promise<void> {
  if (added === 0) return;
  await db
    .insertInto('counter_totals')
    .values({ counter, label, total: added })
    .onConflict((conflict) =>
      conflict.columns(['counter', 'label']).doUpdateSet({
        total: sql`counter_totals.total + excluded.total`,
      }),
    )
    .execute();
}

/** Returns the totals of a counter by label. */
export async function findTotals(db: Db, counter: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('counter_totals')
    .select(['label', 'total'])
    .where('counter', '=', counter)
    .execute();
  return Object.fromEntries(rows.map(({ label, total }) => [label, Number(total)]));
}
