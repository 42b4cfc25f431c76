import { type Service, type ServiceAnswer, services } from '@ludus/contract';
import { bearer, platformUrls } from '@ludus/contract/operator-api';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Outgoing, OutgoingError } from '../../platform/outgoing/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../platform/queue/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import { type CheckRow, deleteChecksBefore, insertChecks } from './integrations.checks.repo.ts';
import type {
  IntegrationConnection,
  IntegrationConnections,
  ServiceConnection,
} from './integrations.connections.ts';
import { sideBySide } from './integrations.lanes.ts';

/** How long checks are kept. */
export const keepHours = 24;
/** With every service silent for the whole time-out, 300 integrations are asked within 40 of the 60 seconds. */
const integrationsSideBySide = 40;
const askTimeoutMs = 5_000;

export interface HealthChecks {
  /** Asks one service now, as all the checks do. Every kind of failure is an answer, in words. */
  ask(service: ServiceConnection, signal?: AbortSignal): Promise<ServiceAnswer>;
  /** Asks every service of every active integration, stores how each answered, and tells the browsers. */
  checkAll(signal?: AbortSignal): Promise<CheckRow[]>;
  /** Runs `checkAll` in the queue; scheduled every minute. */
  readonly job: JobDefinition<z.ZodObject>;
}

/**
 * A service is healthy when `GET {service}/health` with its token answers 200 in time (OPEN-47), whole, and with
 * something else than a web page: those come from proxies and sign-in pages in front of a service. Redirects are not
 * followed, and a redirect is no 200.
 */
export function createHealthChecks(
  { postgres, clock, realtime }: { postgres: Postgres; clock: Clock; realtime: Realtime },
  connections: IntegrationConnections,
  outgoing: Outgoing,
  timeoutMs = askTimeoutMs,
): HealthChecks {
  async function ask({ url, token }: ServiceConnection, signal?: AbortSignal): Promise<ServiceAnswer> {
    try {
      const response = await outgoing.send(platformUrls.health(url), {
        timeoutMs,
        maxBytes: 10_000,
        ...(token === null ? {} : { headers: bearer(token.reveal()) }),
        ...(signal === undefined ? {} : { signal }),
      });
      const { status } = response;
      if (status !== 200) {
        response.discard();
        const redirects = status >= 300 && status < 400;
        const reason = `It answered ${status}${redirects ? ', and redirects are not followed' : ''}.`;
        return { ok: false, status, reason };
      }
      // A body without an end, or one that breaks off, is no answer.
      const isPage = /^\s*</.test(await response.text());
      return { ok: !isPage, status, reason: isPage ? 'It answered with a web page.' : null };
    } catch (error) {
      if (!(error instanceof OutgoingError) || error.reason === 'aborted') throw error;
      return { ok: false, status: null, reason: error.message };
    }
  }

  async function check(connection: IntegrationConnection, at: Date, signal?: AbortSignal): Promise<CheckRow> {
    const reasons: Partial<Record<Service, string>> = {};
    await Promise.all(
      services.map(async (service) => {
        const { reason } = await ask(connection.services[service], signal);
        if (reason !== null) reasons[service] = reason;
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
    };
  }

  async function checkAll(signal?: AbortSignal): Promise<CheckRow[]> {
    const at = clock.now();
    const active = await connections.listActive();
    const rows = await sideBySide(active, integrationsSideBySide, (one) => check(one, at, signal));
    await insertChecks(postgres.db, rows);
    await deleteChecksBefore(postgres.db, new Date(at.getTime() - keepHours * 3_600_000));
    const changed = { name: 'changed', data: { topic: 'services' } } as const;
    realtime.publish(changed, { providers: true });
    for (const { integration_id } of rows) realtime.publish(changed, { integration: integration_id });
    return rows;
  }

  return {
    ask,
    checkAll,
    job: defineJob({
      name: 'check-services',
      queue: 'system',
      payload: z.object({}),
      // The next minute asks again anyway.
      options: { retries: 0, timeoutSeconds: 50 },
      async run({ signal }) {
        await checkAll(signal);
      },
    }),
  };
}
