import { z } from 'zod';
import type { Clock } from '../clock/index.ts';
import type { Tx } from '../postgres/database.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../queue/types.ts';
import { unlessHeld } from './removal-lock.ts';
import type { Files } from './types.ts';

const payload = z.strictObject({ keys: z.array(z.string()) });
const laterMs = 10 * 60_000;

/** Removes the files of rows that a module deletes. */
export interface FileRemoval {
  job: JobDefinition<typeof payload>;
  /** Has files removed once the transaction has committed. */
  remove(tx: Tx, keys: readonly string[]): Promise<void>;
}

/**
 * Files go after the rows that refer to them, in a job: it is there when the transaction commits, and never when it rolls
 * back. `findKept` returns the keys that rows still refer to when the job runs; their files stay. While a backup copies files,
 * the removal is put off.
 */
export function createFileRemoval(
  {
    files,
    jobs,
    postgres,
    clock,
  }: {
    files: Pick<Files, 'delete'>;
    jobs: Pick<JobQueueClient, 'enqueue'>;
    postgres: Postgres;
    clock: Clock;
  },
  name: string,
  findKept: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): FileRemoval {
  const job: FileRemoval['job'] = defineJob({
    name,
    queue: 'system',
    payload,
    async run({ payload: { keys } }) {
      const isDone = await unlessHeld(postgres, async () => {
        const referencedKeys = await findKept(keys);
        for (const key of keys) if (!referencedKeys.has(key)) await files.delete(key);
      });
      if (isDone) return;
      await jobs.enqueue(job, { keys }, { startAfter: new Date(clock.now().getTime() + laterMs) });
    },
  });
  return {
    job,
    async remove(tx, keys) {
      if (keys.length > 0) await jobs.enqueue(job, { keys: [...keys] }, { tx });
    },
  };
}
