import { z } from 'zod';
import type { Tx } from '../postgres/database.ts';
import { defineJob, type JobDefinition, type JobQueueClient } from '../queue/types.ts';
import type { Files } from './types.ts';

const payload = z.strictObject({ keys: z.array(z.string()) });

/** Removes the files of rows that a module deletes. */
export interface FileRemoval {
  job: JobDefinition<typeof payload>;
  /** Has files removed once the transaction has committed. */
  remove(tx: Tx, keys: readonly string[]): Promise<void>;
}

/**
 * Files go after the rows that refer to them, in a job: it is there when the transaction commits, and never when it rolls
 * back. `findKept` returns the keys that rows still refer to when the job runs; their files stay.
 */
export function createFileRemoval(
  { files, jobs }: { files: Pick<Files, 'delete'>; jobs: Pick<JobQueueClient, 'enqueue'> },
  name: string,
  findKept: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): FileRemoval {
  const job = defineJob({
    name,
    queue: 'system',
    payload,
    async run({ payload: { keys } }) {
      const referencedKeys = await findKept(keys);
      for (const key of keys) if (!referencedKeys.has(key)) await files.delete(key);
    },
  });
  return {
    job,
    async remove(tx, keys) {
      if (keys.length > 0) await jobs.enqueue(job, { keys: [...keys] }, { tx });
    },
  };
}
