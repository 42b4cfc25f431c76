/** Open sessions at work: counts by age, the list beneath, and jobs that refresh or close many of them. */
import {
  closeOpenSessions,
  countOpenSessions,
  getSessionRun,
  listOpenSessions,
  refreshOpenSessions,
} from '@ludus/contract';
import { type CurrentRights, findPrincipal } from '../../infra/access/principal.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import type { SessionsService } from '../sessions/index.ts';
import { defineSessionRunJobs } from './open-sessions.job.ts';
import { createOpenSessionsService } from './open-sessions.service.ts';

export interface OpenSessionsPorts {
  sessionStore: Pick<SessionStore, 'open'>;
  /** One that publishes no events: the jobs do. */
  sessions: SessionsService;
  referenceData: Pick<ReferenceData, 'read' | 'findByName'>;
  identityOf: CurrentRights['identityOf'];
}

export function createOpenSessionsModule(
  infra: Pick<Infra, 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  { sessionStore, sessions, referenceData, identityOf }: OpenSessionsPorts,
): HubModule {
  const runJobs = defineSessionRunJobs({
    ...infra,
    sessions,
    findPrincipal: (userId, scope) =>
      findPrincipal(userId, scope, { identityOf, integrations: referenceData }),
  });
  const service = createOpenSessionsService({ ...infra, sessionStore, referenceData, runJobs });
  return {
    name: 'open sessions',
    endpoints: [
      bind(countOpenSessions, ({ actor, query }) => service.count(actor, query)),
      bind(listOpenSessions, ({ actor, query }) => service.list(actor, query)),
      bind(refreshOpenSessions, async ({ actor, body }) => ({
        jobId: await service.start(actor, 'refresh', body.ids),
      })),
      bind(closeOpenSessions, async ({ actor, body }) => ({
        jobId: await service.start(actor, 'close', body.ids),
      })),
      bind(getSessionRun, ({ actor, params }) => service.getRun(actor, params.id)),
    ],
    jobs: [runJobs.refresh, runJobs.close],
  };
}
