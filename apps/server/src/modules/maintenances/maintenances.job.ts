import { severityNames } from '@ludus/contract';
import { bearer, maintenanceReceiptSchema, platformUrls } from '@ludus/contract/operator-api';
import { z } from 'zod';
import { NotFoundError, UpstreamError } from '../../platform/errors/index.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../platform/queue/index.ts';
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
  outgoing: Outgoing;
}): PlatformNoticeJob {
  const { postgres, connections, outgoing } = deps;

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
      const response = await outgoing.send(platformUrls.maintenances(connection.services.play.url), {
        method: 'POST',
        headers: { ...bearer(connection.maintenanceToken.reveal()), 'content-type': 'application/json' },
        body: JSON.stringify({
          id: String(row.id),
          description: row.description,
          severity: severityNames[row.severity as keyof typeof severityNames].toLowerCase(),
          startsAt: row.starts_at.toISOString(),
        }),
        signal,
      });
      if (response.status === 200) {
        await response.json(maintenanceReceiptSchema);
        return;
      }
      response.discard();
      throw new UpstreamError(`The play service of ${connection.name} answered ${response.status}.`);
    },
  });
}
