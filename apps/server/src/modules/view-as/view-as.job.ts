import { integrationRoles } from '@ludus/contract';
import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { ViewAsService } from './view-as.service.ts';

const payload = z.strictObject({
  id: z.uuid(),
  viewerId: z.string(),
  integrationId: z.int(),
  role: z.enum(integrationRoles),
  startedAt: z.int(),
  endsAt: z.int(),
});
export type LapseJob = JobDefinition<typeof payload>;

/** Writes the end of viewings that no one has ended: whoever closes the tab sends nothing. */
export function defineLapseJob(lapse: ViewAsService['lapse']): LapseJob {
  return defineJob({
    name: 'end-view-as',
    queue: 'system',
    payload,
    run: ({ payload: grant, job }) => lapse({ userId: grant.viewerId, username: job.username }, grant),
  });
}
