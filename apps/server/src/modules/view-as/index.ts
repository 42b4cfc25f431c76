/** Staff of the provider who look at the hub as a role of an integration does: started and ended here, enforced at each call. */
import { endViewAs, startViewAs } from '@ludus/contract';
import type { ViewingLookup } from '../../infra/auth/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { createGrants } from './view-as.grants.ts';
import { defineLapseJob } from './view-as.job.ts';
import { createViewAsService } from './view-as.service.ts';

export { withViewedSubjects } from './view-as.subjects.ts';

export interface ViewAsModule extends HubModule {
  lookup: ViewingLookup;
}

export function createViewAsModule(
  { settings, clock, postgres, jobs }: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs'>,
  { referenceData }: { referenceData: Pick<ReferenceData, 'read'> },
): ViewAsModule {
  const service = createViewAsService({
    postgres,
    clock,
    grants: createGrants(settings, clock),
    referenceData,
    async enqueueLapse(tx, actor, grant) {
      await jobs.enqueue(lapseJob, grant, { tx, actor, startAfter: new Date(grant.endsAt) });
    },
  });
  const lapseJob = defineLapseJob((viewer, grant) => service.lapse(viewer, grant));
  return {
    name: 'view as',
    lookup: { open: (viewer, grant) => service.open(viewer, grant) },
    endpoints: [
      bind(startViewAs, ({ actor, body }) => service.start(actor, body)),
      bind(endViewAs, async ({ actor, body }) => {
        await service.end(actor, body.grant);
        return null;
      }),
    ],
    jobs: [lapseJob],
  };
}
