/** Tries the services of every active integration. */
import { services } from '@ludus/contract';
import pLimit from 'p-limit';
import type { Settings } from '../../infra/config/settings.ts';
import { openEncryptor } from '../../infra/crypto/index.ts';
import { codeOf } from '../../infra/errors/code.ts';
import type { Log } from '../../infra/log/index.ts';
import { createOperatorApi } from '../../infra/operator-api/index.ts';
import { createOutgoing } from '../../infra/outgoing/index.ts';
import { openPostgres } from '../../infra/postgres/index.ts';
import { createIntegrationConnections } from '../../modules/integrations/index.ts';
import { type Probe, ProbeError } from './probe.ts';

const concurrent = 10;

export function platformsProbe(settings: Settings, log: Log): Probe {
  return {
    part: 'Integrations',
    setting: 'DATABASE_URL',
    async run() {
      if (settings.databaseUrl === undefined || settings.encryptionKey === undefined) {
        return {
          outcome: 'not set',
          detail: 'the hub itself checks their services by the clock: see the dashboard',
        };
      }
      const postgres = await openPostgres(settings, log);
      const outgoing = createOutgoing(settings);
      try {
        const connections = createIntegrationConnections(postgres, () => openEncryptor(settings));
        const active = await connections.listActive().catch((cause: unknown) => {
          // No table: everything is as it should be before the first migration.
          if (codeOf(cause) === '42P01') return undefined;
          throw cause;
        });
        if (active === undefined)
          return {
            outcome: 'not yet',
            detail: 'the database has no tables: npm run hub -- migrate makes them',
          };
        const operatorApi = createOperatorApi(outgoing);
        const failing = await pLimit(concurrent).map(
          active.flatMap((integration) => services.map((service) => ({ integration, service }))),
          async ({ integration, service }) => {
            const { ok, reason } = await operatorApi.checkHealth(integration.services[service]);
            return ok ? [] : [`${integration.name} ${service}: ${reason}`];
          },
        );
        const problems = failing.flat();
        if (problems.length > 0) throw new ProbeError(problems.join(' '));
        return { outcome: 'ok', detail: `${active.length} active, all services healthy` };
      } finally {
        outgoing.close();
        await postgres.close();
      }
    },
  };
}
