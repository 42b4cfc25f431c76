/** Background jobs as people see them: those under way, one by its id, and the board of the queues. */
import { clearJob, getJob, listActiveJobs, listAllJobs, listWaitingJobs, retryJob } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createJobsService } from './jobs.service.ts';

export function createJobsModule(platform: Pick<Platform, 'postgres' | 'clock' | 'jobs'>): HubModule {
  const service = createJobsService(platform);
  return {
    name: 'jobs',
    endpoints: [
      bind(listActiveJobs, ({ actor, params }) => service.listActive(actor, params.queue)),
      bind(getJob, ({ actor, params }) => service.get(actor, params.id)),
      bind(listWaitingJobs, ({ params }) => service.listWaiting(params.queue)),
      bind(listAllJobs, ({ params }) => service.listBoard(params.queue)),
      bind(clearJob, async ({ params: { queue, jobId } }) => {
        await service.clear(queue, jobId);
        return null;
      }),
      bind(retryJob, ({ params: { queue, jobId } }) => service.retry(queue, jobId)),
    ],
  };
}
