/** Background jobs as people see them: those under way, one by its id, and the board of the queues. */
import { clearJob, getJob, listActiveJobs, listAllJobs, listWaitingJobs, retryJob } from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { createJobsService } from './jobs.service.ts';

export function createJobsModule(infra: Pick<Infra, 'postgres' | 'clock' | 'jobs'>): HubModule {
  const service = createJobsService(infra);
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
