import type {
  checkIntegrationServices,
  ResponseOf,
  Service,
  ServiceAnswer,
  ServiceSpan,
} from '@ludus/contract';
import type { Clock } from '../../platform/clock/index.ts';
import { Secret } from '../../platform/crypto/index.ts';
import { ValidationError } from '../../platform/errors/index.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { findChecksSince } from './integrations.checks.repo.ts';
import type { IntegrationConnections } from './integrations.connections.ts';
import { type HealthChecks, keepHours } from './integrations.health.ts';
import { spansOf } from './integrations.history.ts';

/** Whether services work: now, and in the last day. */
export interface ServiceQuestions {
  /** API-048: asks the address of the header x-service-url with the token of x-service-token. @throws ValidationError */
  askAddress(headers: Readonly<Record<string, string | string[] | undefined>>): Promise<ServiceAnswer>;
  /** API-047. @throws NotFoundError */
  askAll(integrationId: number): Promise<ResponseOf<typeof checkIntegrationServices>>;
  /** The last 24 hours. @throws NotFoundError */
  history(integrationId: number): Promise<Record<Service, ServiceSpan[]>>;
}

export function createServiceQuestions(
  { postgres, clock }: { postgres: Pick<Postgres, 'db'>; clock: Clock },
  connections: IntegrationConnections,
  health: Pick<HealthChecks, 'ask'>,
): ServiceQuestions {
  return {
    async askAddress(headers) {
      const url = filled(headers, 'x-service-url');
      const token = filled(headers, 'x-service-token');
      // What is no ASCII cannot be sent on.
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new ValidationError({ 'x-service-token': 'A token has no spaces and no special letters.' });
      }
      return health.ask({ url, token: new Secret(token) });
    },

    async askAll(integrationId) {
      const { services } = await connections.find(integrationId);
      const [gamingService, dataService, playService, launchService] = await Promise.all([
        health.ask(services.gaming),
        health.ask(services.data),
        health.ask(services.play),
        health.ask(services.launch),
      ]);
      return { gamingService, dataService, playService, launchService };
    },

    async history(integrationId) {
      await connections.find(integrationId);
      const now = clock.now();
      const since = new Date(now.getTime() - keepHours * 3_600_000);
      return spansOf(await findChecksSince(postgres.db, integrationId, since), since, now);
    },
  };
}

function filled(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers[name];
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw new ValidationError({ [name]: 'This header is needed.' });
  return text;
}
