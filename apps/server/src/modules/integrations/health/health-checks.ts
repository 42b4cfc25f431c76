import { type Message, type Service, services } from '@ludus/contract';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '../../../infra/clock/index.ts';
import type { OperatorApi } from '../../../infra/operator-api/index.ts';
import type { Postgres, Tx } from '../../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../../infra/queue/index.ts';
import type { Realtime } from '../../../infra/realtime/index.ts';
import type { IntegrationConnection, IntegrationConnections } from '../connections/connections.ts';
import { type CheckRow, deleteChecksBefore, insertChecks } from './health-checks.repo.ts';

/** How long checks are kept. */
export const keepHours = 24;
const maxConcurrentIntegrations = 40;

/** Called with the checks of all active integrations, in the transaction that stores them. */
export type CheckListener = (tx: Tx, checks: readonly CheckRow[], at: Date) => Promise<void>;

export interface HealthChecks {
  /** Has another module take part in every round of checks: it and the checks are stored together, or neither. */
  onChecked(listener: CheckListener): void;
  /** Checks every service of every active integration, stores the results, and publishes the change. */
  checkAll(signal?: AbortSignal): Promise<CheckRow[]>;
  /** Runs `checkAll` in the queue, by the clock. */
  readonly job: JobDefinition<z.ZodObject>;
}

export function createHealthChecks(
  { postgres, clock, realtime }: { postgres: Postgres; clock: Clock; realtime: Realtime },
  connections: IntegrationConnections,
  operatorApi: Pick<OperatorApi, 'checkHealth'>,
): HealthChecks {
  const listeners: CheckListener[] = [];

  async function check(connection: IntegrationConnection, at: Date, signal?: AbortSignal): Promise<CheckRow> {
    const reasons: Partial<Record<Service, Message>> = {};
    const latencies: Partial<Record<Service, number>> = {};
    await Promise.all(
      services.map(async (service) => {
        const started = performance.now();
        const { reasonDetail } = await operatorApi.checkHealth(connection.services[service], signal);
        if (reasonDetail === undefined) latencies[service] = Math.round(performance.now() - started);
        else reasons[service] = reasonDetail;
      }),
    );
    const state = (service: Service) => (reasons[service] === undefined ? 'healthy' : 'failing');
    return {
      integration_id: connection.id,
      checked_at: at,
      gaming: state('gaming'),
      data: state('data'),
      play: state('play'),
      launch: state('launch'),
      reasons,
      latencies,
    };
  }

  async function checkAll(signal?: AbortSignal): Promise<CheckRow[]> {
    const at = clock.now();
    const active = await connections.listActive();
    const rows = await pLimit(maxConcurrentIntegrations).map(active, (one) => check(one, at, signal));
    await postgres.transaction(async (tx) => {
      await insertChecks(tx, rows);
      for (const listener of listeners) await listener(tx, rows, at);
    });
    await deleteChecksBefore(postgres.db, new Date(at.getTime() - keepHours * 3_600_000));
    const changed = { name: 'changed', data: { topic: 'services' } } as const;
    realtime.publish(changed, { providers: true });
    for (const { integration_id } of rows) realtime.publish(changed, { integration: integration_id });
    return rows;
  }

  return {
    onChecked: (listener) => void listeners.push(listener),
    checkAll,
    job: defineJob({
      name: 'check-services',
      queue: 'system',
      payload: z.object({}),
      // The next round checks again anyway.
      options: { retries: 0, timeoutSeconds: 50 },
      async run({ signal }) {
        await checkAll(signal);
      },
    }),
  };
}
