import type { Kysely, Transaction } from 'kysely';
import type { Database, Db } from './database.ts';

const waiting = new WeakMap<object, (() => void)[]>();

/** Runs work in one transaction, then what it left for after the commit; a rollback forgets that. */
export async function runTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const calls: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    waiting.set(tx, calls);
    return work(tx);
  });
  for (const call of calls) call();
  return result;
}

/**
 * Calls back when the transaction has committed, and never when it rolls back: nothing that others hear of may come
 * before the change itself. Outside a transaction it calls at once.
 * @throws Error for a transaction that `Postgres.transaction` did not open.
 */
export function afterCommit(db: Db, call: () => void): void {
  if (!db.isTransaction) {
    call();
    return;
  }
  const calls = waiting.get(db);
  if (calls === undefined) throw new Error('afterCommit needs a transaction of Postgres.transaction.');
  calls.push(call);
}
