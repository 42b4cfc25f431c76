import type { Postgres, Tx } from '../src/infra/postgres/index.ts';
import { findSteps, insertStep } from './demo.repo.ts';

/** What the demo does once in the life of a hub, each step whole or not at all. */
export interface Steps {
  done(name: string): boolean;
  /** Does the work in a transaction, unless it has been done, and notes it in the same one. */
  once(name: string, work: (tx: Tx) => Promise<void>): Promise<void>;
}

export async function openSteps(postgres: Postgres): Promise<Steps> {
  const done = await findSteps(postgres.db);
  return {
    done: (name) => done.has(name),
    async once(name, work) {
      if (done.has(name)) return;
      await postgres.transaction(async (tx) => {
        await work(tx);
        await insertStep(tx, name);
      });
      done.add(name);
    },
  };
}
