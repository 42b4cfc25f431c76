import { expect } from 'vitest';
import type { Postgres } from '../src/infra/postgres/index.ts';

/**
 * Lets the time come that a job waits for, be it that of its first attempt or of one after a failure. A job that has only
 * just failed is still being given back to the queue, so this waits until it is there.
 */
export async function letTimeCome({ pool }: Pick<Postgres, 'pool'>, jobId: string): Promise<void> {
  // Says it the way the queue itself does, so that no one waits for the next look at the queue.
  const statement = `
    WITH due AS (
      UPDATE queue.job SET start_after = now() WHERE id = $1 AND state IN ('created', 'retry') RETURNING name
    )
    SELECT pg_notify('pgboss_' || left(encode(sha224('queue'), 'hex'), 24), name) FROM due`;
  await expect.poll(async () => (await pool.query(statement, [jobId])).rowCount).toBe(1);
}
