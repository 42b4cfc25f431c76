/** Integrations: operator platforms, how the hub reaches them, their operators, and the names of everything. */
import { openVault, type Vault } from '../../platform/crypto/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createIntegrationConnections, type IntegrationConnections } from './integrations.connections.ts';
import { createReferenceDirectory, type ReferenceDirectory } from './integrations.directory.ts';
import { createFreshness, type FreshnessOf } from './integrations.freshness.ts';
import { createHealthChecks, type HealthChecks } from './integrations.health.ts';
import { createOperatorLookup, type OperatorLookup } from './integrations.operators.ts';
import { createPlayService } from './integrations.platform.ts';
import type { IntegrationsPorts } from './integrations.ports.ts';
import { createIntegrationRegistry, type IntegrationRegistry } from './integrations.registry.ts';
import { upsertFetchCompleted } from './integrations.repo.ts';
import { integrationRoutes } from './integrations.routes.ts';
import { createIntegrationsService, type IntegrationsService } from './integrations.service.ts';
import { type SyncResult, synchroniseIntegration } from './integrations.sync.ts';

export type {
  IntegrationConnection,
  IntegrationConnections,
  ServiceConnection,
} from './integrations.connections.ts';
export {
  integrationName,
  type ReferenceDirectory,
  type ReferenceIntegration,
  type ReferenceOperator,
  type References,
} from './integrations.directory.ts';
export { type Freshness, type FreshnessOf, freshnessText } from './integrations.freshness.ts';
export { createIntegrationManagement, type ManagementPorts } from './integrations.management.ts';
export type { OperatorIds, OperatorLookup } from './integrations.operators.ts';
export type { IntegrationPeople, IntegrationsPorts } from './integrations.ports.ts';
export type { IntegrationEntry, IntegrationRegistry } from './integrations.registry.ts';
export type { SyncResult } from './integrations.sync.ts';
export type { IntegrationsTable } from './integrations.tables.ts';

export interface IntegrationsModule extends HubModule {
  service: IntegrationsService;
  /** Ids to names, and the integration of a token's name. */
  directory: ReferenceDirectory;
  /** How to reach the services, with opened tokens. */
  connections: IntegrationConnections;
  /** How far the books of what somebody asks for reach. */
  freshness: FreshnessOf;
  /** Operator codes to ids; asks the platform about codes the hub does not know. */
  operators: OperatorLookup;
  registry: IntegrationRegistry;
  health: HealthChecks;
  openVault(): Promise<Vault>;
  /** After a change: this process reads afresh, and the browsers of those who see the integration are told. */
  announce(integrationId: number): void;
  /** OPEN-51, for one integration. @throws UpstreamError when its play service does not answer */
  synchronise(integrationId: number): Promise<SyncResult>;
  /** Notes that the sessions of these integrations are fresh as of `at`. */
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

export function createIntegrationsModule(
  platform: Pick<Platform, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  ports: IntegrationsPorts,
): IntegrationsModule {
  const { postgres, clock, realtime, settings, jobs } = platform;
  const { changes, outgoing, people } = ports;
  let vault: Promise<Vault> | undefined;
  const vaultOnce = () => (vault ??= openVault(settings));
  const connections = createIntegrationConnections(postgres, vaultOnce);
  const play = createPlayService(outgoing);
  const service = createIntegrationsService(postgres, ports);
  const health = createHealthChecks({ postgres, clock, realtime }, connections, outgoing);
  const tellIntegrations = (integrationId: number) => {
    for (const table of ['operators', 'platforms', 'integrations', 'integration_games'])
      changes.announce(table);
    const audience = { providers: true, integration: integrationId } as const;
    const id = String(integrationId);
    realtime.publish({ name: 'changed', data: { topic: 'integrations', id } }, audience);
    // Which games it sees, and what those say of it.
    realtime.publish({ name: 'changed', data: { topic: 'games' } }, audience);
  };
  const registry = createIntegrationRegistry({ postgres, clock }, connections, vaultOnce);
  return {
    name: 'integrations',
    endpoints: integrationRoutes(service),
    jobs: [health.job],
    service,
    directory: createReferenceDirectory(postgres, changes),
    connections,
    freshness: createFreshness(postgres),
    operators: createOperatorLookup(postgres, clock, connections, play, tellIntegrations),
    registry: {
      find: registry.find,
      async enter(entry) {
        const id = await registry.enter(entry);
        changes.announce('integrations');
        return id;
      },
    },
    health,
    openVault: vaultOnce,
    announce: tellIntegrations,
    async synchronise(integrationId) {
      const result = await synchroniseIntegration(postgres, connections, play, people, integrationId);
      tellIntegrations(integrationId);
      return result;
    },
    async recordFetchCompleted(integrationIds, at) {
      for (const id of integrationIds) await upsertFetchCompleted(postgres.db, id, at);
    },
    async start() {
      await vaultOnce();
      await jobs.schedule(health.job, '* * * * *', { tz: 'Europe/Rome', key: 'minute', payload: {} });
    },
  };
}
