import type { Kysely, Transaction } from 'kysely';
import type { Log } from '../log/index.ts';
import type { Database, Db } from './database.ts';

const waiting = new WeakMap<object, (() => void)[]>();

/**
 * Runs work in one transaction, then the calls it registered for after the commit; a rollback discards them. The
 * change is committed by then, so a call that throws is logged and never fails the caller.
 */
export async function runTransaction<T>(
  db: Kysely<Database>,
  log: Log,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const calls: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    waiting.set(tx, calls);
    return work(tx);
  });
  for (const call of calls) {
    try {
      call();
    } catch (err) {
      log.error({ err }, 'a call after a commit failed');
    }
  }
  return result;
}

/**
 * Calls back when the transaction has committed, and never when it rolls back: nothing may be published
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
