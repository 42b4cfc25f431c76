import { describe, expect, it } from 'vitest';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { FetchJob } from './fetching.jobs.ts';
import { catchUpAfterPause } from './fetching.schedule.ts';

const job = { name: 'fetch-sessions' } as FetchJob;
const now = new Date('2026-11-20T12:00:00Z');

async function asked(lastRead: string | null, intervalMinutes = 10): Promise<unknown[]> {
  const enqueued: unknown[] = [];
  const jobs = {
    enqueue: async (_job: unknown, payload: unknown, options: unknown) => {
      enqueued.push(payload, options);
      return 'id';
    },
  } as unknown as JobQueueClient;
  await catchUpAfterPause(jobs, job, {
    lastRead: lastRead === null ? null : new Date(lastRead),
    now,
    intervalMinutes,
  });
  return enqueued;
}

describe('a hub that comes back', () => {
  it('fetches at once what it missed, unless such a fetch waits already', async () => {
    expect(await asked('2026-11-20T11:30:00Z')).toEqual([
      { kind: 'recent', integrationIds: null, force: false },
      { singletonKey: 'recent', whenPresent: 'skip' },
    ]);
  });

  it('waits for the clock when the last fetch is recent, when there was none, and where nothing is scheduled', async () => {
    expect(await asked('2026-11-20T11:55:00Z')).toEqual([]);
    expect(await asked(null)).toEqual([]);
    expect(await asked('2026-11-19T00:00:00Z', 0)).toEqual([]);
  });
});
