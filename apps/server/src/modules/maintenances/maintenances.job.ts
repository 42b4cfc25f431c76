import { reminderHours, severityNames } from '@ludus/contract';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { IntegrationConnection, IntegrationConnections, ReferenceData } from '../integrations/index.ts';
import { announcedOf } from './maintenances.mapper.ts';
import { findDueReminders, findMaintenances, insertReminder } from './maintenances.repo.ts';
import type { AnnouncedMaintenance } from './maintenances.texts.ts';

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

const noPayload = z.strictObject({});
export type RemindersJob = JobDefinition<typeof noPayload>;

/**
 * Reminds integrations of maintenances that are about to begin. What was sent is stored with the notification, so that a reminder
 * is sent once, and also after the hub has been down. Of several that are due at once only the nearest is sent.
 */
export function defineRemindersJob(deps: {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  referenceData: Pick<ReferenceData, 'read'>;
  remind(tx: Tx, integrationId: number, maintenance: AnnouncedMaintenance & { id: number }): Promise<void>;
}): RemindersJob {
  const { postgres, clock, referenceData } = deps;
  return defineJob({
    name: 'remind-maintenances',
    queue: 'system',
    payload: noPayload,
    options: { retries: 0, timeoutSeconds: 120 },
    async run({ signal }) {
      const now = clock.now();
      const due = await findDueReminders(postgres.db, now, reminderHours);
      const references = await referenceData.read();
      const nearest = Map.groupBy(due, (one) => `${one.maintenanceId} ${one.integrationId}`);
      for (const reminders of nearest.values()) {
        signal.throwIfAborted();
        const [first] = reminders;
        if (first === undefined) continue;
        const { maintenanceId, integrationId } = first;
        await postgres.transaction(async (tx) => {
          let isNew = false;
          for (const reminder of reminders) isNew = (await insertReminder(tx, reminder, now)) || isNew;
          const [row] = await findMaintenances(tx, { kind: 'one', id: integrationId }, maintenanceId);
          if (!isNew || row === undefined || row.cancelled_at !== null) return;
          await deps.remind(tx, integrationId, { ...announcedOf(row, references), id: row.id });
        });
      }
    },
  });
}
