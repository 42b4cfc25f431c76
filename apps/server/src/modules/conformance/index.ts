/** Conformance: the checks of the operator API, run on the platform of an integration, and what they found. */
import {
  cancelConformanceChecks,
  getConformance,
  getConformanceFile,
  runConformanceChecks,
} from '@ludus/contract';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import { type IntegrationConnections, lockIntegration } from '../integrations/index.ts';
import { defineConformanceJob } from './conformance.job.ts';
import { createConformanceService } from './conformance.service.ts';

export { enterReport } from './conformance.repo.ts';

export interface ConformancePorts {
  outgoing: Pick<Outgoing, 'send'>;
  connections: Pick<IntegrationConnections, 'find'>;
}

export function createConformanceModule(
  infra: Pick<Infra, 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  { outgoing, connections }: ConformancePorts,
): HubModule {
  const job = defineConformanceJob({ ...infra, outgoing, connections });
  const service = createConformanceService({
    ...infra,
    job,
    lockIntegration,
    findName: async (integrationId) => (await connections.find(integrationId)).name,
  });
  return {
    name: 'conformance',
    endpoints: [
      bind(getConformance, ({ actor, params }) => service.get(actor, params.id)),
      bind(runConformanceChecks, async ({ actor, params, body }) => ({
        jobId: await service.start(actor, params.id, body),
      })),
      bind(cancelConformanceChecks, async ({ actor, params }) => {
        await service.cancel(actor, params.id);
        return null;
      }),
      bind(getConformanceFile, ({ actor, params, query }) =>
        service.file(actor, params.id, params.runId, query.format),
      ),
    ],
    jobs: [job],
  };
}
