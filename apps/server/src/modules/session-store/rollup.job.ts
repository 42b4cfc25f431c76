import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { SessionStore } from './session-store.service.ts';

const payload = z.strictObject({});
export type RebuildRollupJob = JobDefinition<typeof payload>;

/** Computes the whole rollup again while the hub serves; queries read the sessions of what is not there yet. */
export function defineRebuildRollupJob(sessionStore: Pick<SessionStore, 'rebuildRollup'>): RebuildRollupJob {
  return defineJob({
    name: 'rebuild-rollup',
    queue: 'system',
    payload,
    options: { retries: 2, timeoutSeconds: 6 * 3600 },
    async run({ progress }) {
      await sessionStore.rebuildRollup((done, all) =>
        progress(Math.floor((done / all) * 99), messageOf('jobs.rebuildingRollup', { done, all })),
      );
      progress(100, messageOf('jobs.rollupRebuilt'));
    },
  });
}
