import { severityNames } from '@ludus/contract';
import { z } from 'zod';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { IntegrationConnection, IntegrationConnections } from '../integrations/index.ts';
import { findMaintenances } from './maintenances.repo.ts';

const payload = z.strictObject({ maintenanceId: z.int(), integrationId: z.int() });
export type PlatformNoticeJob = JobDefinition<typeof payload>;

/**
 * Sends the notice of a maintenance to an integration's own platform, where it has a token for that. The notice carries
 * the maintenance's id, so that a platform which gets it twice keeps one. Tried again for half a day.
 */
export function definePlatformNoticeJob(deps: {
  postgres: Pick<Postgres, 'db'>;
  connections: Pick<IntegrationConnections, 'find'>;
  operatorApi: Pick<OperatorApi, 'sendMaintenance'>;
}): PlatformNoticeJob {
  const { postgres, connections, operatorApi } = deps;

  /** Undefined when the integration has been deleted meanwhile. */
  async function connectionOf(integrationId: number): Promise<IntegrationConnection | undefined> {
    try {
      return await connections.find(integrationId);
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    }
  }

  return defineJob({
    name: 'send-maintenance',
    queue: 'system',
    payload,
    options: { retries: 11, retryDelaySeconds: 20, concurrency: 4, timeoutSeconds: 60 },
    async run({ payload: { maintenanceId, integrationId }, signal }) {
      const [row] = await findMaintenances(postgres.db, { kind: 'one', id: integrationId }, maintenanceId);
      const connection = row === undefined ? undefined : await connectionOf(integrationId);
      if (row === undefined || connection === undefined || connection.maintenanceToken === null) return;
      const notice = {
        id: String(row.id),
        description: row.description,
        severity: severityNames[row.severity as keyof typeof severityNames].toLowerCase(),
        startsAt: row.starts_at.toISOString(),
      };
      await operatorApi.sendMaintenance(connection, notice, signal);
    },
  });
}
