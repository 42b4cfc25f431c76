/** Integrations: operator platforms, how the hub reaches them, their operators, and the names of everything. */
import { type Encryptor, openEncryptor } from '../../infra/crypto/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import { createIntegrationConnections, type IntegrationConnections } from './connections/connections.ts';
import { createIntegrationImporter, type IntegrationImporter } from './editor/importer.ts';
import { createHealthChecks, type HealthChecks } from './health/health-checks.ts';
import { checkCron } from './health/interval.ts';
import type { IntegrationsPorts } from './integrations.ports.ts';
import { upsertFetchCompleted } from './integrations.repo.ts';
import { createFetches, createFreshness, type FetchesOf, type FreshnessOf } from './overview/freshness.ts';
import { integrationRoutes } from './overview/overview.routes.ts';
import { createIntegrationsService, type IntegrationsService } from './overview/overview.service.ts';
import { createReferenceData, type ReferenceData } from './reference-data/reference-data.ts';
import { createOperatorLookup, type OperatorLookup } from './sync/operator-lookup.ts';
import { type SyncResult, synchroniseIntegration } from './sync/sync.ts';

export type {
  IntegrationConnection,
  IntegrationConnections,
} from './connections/connections.ts';

export { createIntegrationConnections, renewTokens } from './connections/connections.ts';
export type { ImportedIntegration, IntegrationImporter } from './editor/importer.ts';
export { type CheckRow, insertChecks as enterServiceChecks } from './health/health-checks.repo.ts';
export { type CheckListener, createHealthChecks } from './health/health-checks.ts';
export { longestGapMs, nextCheckAfter } from './health/interval.ts';
export { createIntegrationManagement, type ManagementPorts } from './integrations.management.ts';
export type { IntegrationPeople, IntegrationsPorts } from './integrations.ports.ts';
export { lockIntegration } from './integrations.repo.ts';
export type { IntegrationsTable } from './integrations.tables.ts';
export {
  type FetchesOf,
  type Freshness,
  type FreshnessOf,
  freshnessText,
  type IntegrationFetch,
  isFetchLate,
} from './overview/freshness.ts';
export {
  integrationName,
  type ReferenceData,
  type ReferenceIntegration,
  type ReferenceOperator,
  type References,
} from './reference-data/reference-data.ts';
export type { OperatorIds, OperatorLookup } from './sync/operator-lookup.ts';
export type { SyncResult } from './sync/sync.ts';

export interface IntegrationsModule extends HubModule {
  service: IntegrationsService;
  /** Ids to names, and the integration of a token's name. */
  referenceData: ReferenceData;
  /** How to reach the services, with decrypted tokens. */
  connections: IntegrationConnections;
  /** Up to when the session store holds the sessions of a selection. */
  freshness: FreshnessOf;
  /** The same of each integration, and whether one is late. */
  fetches: FetchesOf;
  /** Operator codes to ids; looks codes that the hub does not know up at the platform. */
  operators: OperatorLookup;
  importer: IntegrationImporter;
  health: HealthChecks;
  openEncryptor(): Promise<Encryptor>;
  /** After a change: invalidates this process's caches, and publishes it to those who see the integration. */
  invalidate(integrationId: number): void;
  /** Refreshes the games of one integration. @throws OperatorApiError when its play service does not respond */
  synchronise(integrationId: number): Promise<SyncResult>;
  /** Stores that the sessions of these integrations are up to date as of `at`. */
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

export function createIntegrationsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  ports: IntegrationsPorts,
): IntegrationsModule {
  const { postgres, clock, realtime, settings, jobs } = infra;
  const { changes, operatorApi, people } = ports;
  let encryptor: Promise<Encryptor> | undefined;
  const encryptorOnce = () => (encryptor ??= openEncryptor(settings));
  const connections = createIntegrationConnections(postgres, encryptorOnce);
  const service = createIntegrationsService({ postgres, settings, clock }, ports);
  const health = createHealthChecks({ postgres, clock, realtime }, connections, operatorApi);
  const invalidateIntegration = (integrationId: number) => {
    for (const table of ['operators', 'platforms', 'integrations', 'integration_games'])
      changes.invalidate(table);
    const audience = { providers: true, integration: integrationId } as const;
    const id = String(integrationId);
    realtime.publish({ name: 'changed', data: { topic: 'integrations', id } }, audience);
    // The games it sees carry its links.
    realtime.publish({ name: 'changed', data: { topic: 'games' } }, audience);
  };
  const importer = createIntegrationImporter({ postgres, clock }, connections, encryptorOnce);
  return {
    name: 'integrations',
    endpoints: integrationRoutes(service),
    jobs: [health.job],
    service,
    referenceData: createReferenceData(postgres, changes),
    connections,
    freshness: createFreshness(postgres),
    fetches: createFetches(postgres, clock, settings),
    operators: createOperatorLookup(postgres, clock, connections, operatorApi, invalidateIntegration),
    importer: {
      find: importer.find,
      async upsert(entry) {
        const id = await importer.upsert(entry);
        changes.invalidate('integrations');
        return id;
      },
    },
    health,
    openEncryptor: encryptorOnce,
    invalidate: invalidateIntegration,
    async synchronise(integrationId) {
      const result = await synchroniseIntegration(postgres, connections, operatorApi, people, integrationId);
      invalidateIntegration(integrationId);
      return result;
    },
    async recordFetchCompleted(integrationIds, at) {
      for (const id of integrationIds) await upsertFetchCompleted(postgres.db, id, at);
    },
    async start() {
      await encryptorOnce();
      // The key is as old as the schedule: another one would leave a second schedule in the stores.
      await jobs.schedule(health.job, checkCron(settings), {
        tz: 'Europe/Rome',
        key: 'minute',
        payload: {},
      });
    },
  };
}
