/** Background jobs as people see them: those under way, and one by its id. */
import { getJob, listActiveJobs } from '@ludus/contract';
import { bind } from '../../platform/http/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createJobsService } from './jobs.service.ts';

export function createJobsModule(platform: Pick<Platform, 'postgres' | 'clock'>): HubModule {
  const service = createJobsService(platform);
  return {
    name: 'jobs',
    endpoints: [
      bind(listActiveJobs, ({ actor, params }) => service.listActive(actor, params.queue)),
      bind(getJob, ({ actor, params }) => service.get(actor, params.id)),
    ],
  };
}
