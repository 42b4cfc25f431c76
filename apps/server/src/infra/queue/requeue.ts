import { PgBoss } from 'pg-boss';
import type { Log } from '../log/index.ts';
import type { Postgres } from '../postgres/index.ts';
import { queueSchema } from './schema.ts';

/**
 * Gives jobs that have not ended back to the queue, where it has lost them: the tables of a restored database have the jobs,
 * and nothing that runs them. Call it while no process works.
 * @returns how many
 */
export async function requeueLostJobs({ pool, db }: Postgres, log: Log): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: queueSchema,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
  await boss.start();
  try {
    const lost = await db
      .selectFrom('jobs')
      .select(['id', 'name', 'singleton_key', 'start_after'])
      .where('state', 'in', ['waiting', 'delayed', 'active'])
      .orderBy('created_at')
      .execute();
    for (const { id, name, singleton_key, start_after } of lost) {
      // The worker that declares it sets the other options.
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, { policy: 'singleton' });
      const singletonKey = singleton_key ?? id;
      await boss.send(
        name,
        { id },
        { id, singletonKey, group: { id: singletonKey }, startAfter: start_after },
      );
    }
    return lost.length;
  } finally {
    await boss.stop({ graceful: false });
  }
}
