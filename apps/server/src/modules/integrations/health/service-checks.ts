import {
  type checkIntegrationServices,
  messageOf,
  type ResponseOf,
  type Service,
  type ServiceAnswer,
  type ServiceSpan,
  type TimedServiceAnswer,
} from '@ludus/contract';
import type { Clock } from '../../../infra/clock/index.ts';
import type { Settings } from '../../../infra/config/settings.ts';
import { Secret } from '../../../infra/crypto/index.ts';
import { ValidationError } from '../../../infra/errors/index.ts';
import type { OperatorApi, ServiceConnection } from '../../../infra/operator-api/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import type { IntegrationConnections } from '../connections/connections.ts';
import { findChecksSince } from './health-checks.repo.ts';
import { keepHours } from './health-checks.ts';
import { spansOf } from './history.ts';
import { longestGapMs } from './interval.ts';

/** Whether services work: now, and in the last day. */
export interface ServiceChecks {
  /** Checks the address of the header x-service-url with the token of x-service-token. @throws ValidationError */
  checkAddress(headers: Readonly<Record<string, string | string[] | undefined>>): Promise<ServiceAnswer>;
  /** @throws NotFoundError */
  checkServices(integrationId: number): Promise<ResponseOf<typeof checkIntegrationServices>>;
  /** The last 24 hours. @throws NotFoundError */
  history(integrationId: number): Promise<Record<Service, ServiceSpan[]>>;
}

export function createServiceChecks(
  {
    postgres,
    clock,
    settings,
  }: { postgres: Pick<Postgres, 'db'>; clock: Clock; settings: Pick<Settings, 'serviceCheckMinutes'> },
  connections: IntegrationConnections,
  operatorApi: Pick<OperatorApi, 'checkHealth'>,
): ServiceChecks {
  async function timed(service: ServiceConnection): Promise<TimedServiceAnswer> {
    const started = performance.now();
    const answer = await operatorApi.checkHealth(service);
    return { ...answer, latencyMs: answer.ok ? Math.round(performance.now() - started) : null };
  }

  return {
    async checkAddress(headers) {
      const url = filled(headers, 'x-service-url');
      const token = filled(headers, 'x-service-token');
      // What is no ASCII cannot be sent on.
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new ValidationError({ 'x-service-token': messageOf('fields.tokenForm') });
      }
      return operatorApi.checkHealth({ url, token: new Secret(token) });
    },

    async checkServices(integrationId) {
      const { services } = await connections.find(integrationId);
      const [gamingService, dataService, playService, launchService] = await Promise.all([
        timed(services.gaming),
        timed(services.data),
        timed(services.play),
        timed(services.launch),
      ]);
      return { gamingService, dataService, playService, launchService };
    },

    async history(integrationId) {
      await connections.find(integrationId);
      const now = clock.now();
      const since = new Date(now.getTime() - keepHours * 3_600_000);
      const checks = await findChecksSince(postgres.db, integrationId, since);
      return spansOf(checks, { since, now, longestGapMs: longestGapMs(settings) });
    },
  };
}

function filled(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers[name];
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw new ValidationError({ [name]: messageOf('fields.headerRequired') });
  return text;
}
