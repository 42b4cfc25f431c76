import { NotFoundError } from '../../infra/errors/index.ts';
import type { IntegrationConnections, OperatorLookup, ReferenceData } from '../integrations/index.ts';
import type { FetchTargets } from './fetching.ports.ts';

/** What fetching uses of the module of integrations. */
export interface IntegrationsPort {
  connections: Pick<IntegrationConnections, 'find'>;
  referenceData: Pick<ReferenceData, 'read'>;
  operators: OperatorLookup;
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

/** Integrations as sources of a fetch. Tokens are revealed here and used only in the calls. */
export function createFetchTargets(integrations: IntegrationsPort): FetchTargets {
  return {
    async listIntegrations() {
      const { integrations: all } = await integrations.referenceData.read();
      return [...all.values()]
        .filter(({ isActive }) => isActive)
        .map(({ id, name, createdAt }) => ({ id, name, createdAt }))
        .sort((a, b) => a.id - b.id);
    },
    async findTarget(integrationId) {
      const connection = await orNull(integrations.connections.find(integrationId));
      if (connection === null || (connection.bookkeepingToken ?? connection.services.data.token) === null) {
        return null;
      }
      const [operators, { gameIdBySlug }] = await Promise.all([
        integrations.operators.operatorIds(integrationId),
        integrations.referenceData.read(),
      ]);
      return {
        id: connection.id,
        name: connection.name,
        version: connection.version,
        connection,
        operators,
        games: gameIdBySlug,
      };
    },
    ensureOperators: (integrationId, codes) => integrations.operators.ensureOperators(integrationId, codes),
    recordFetchCompleted: (integrationIds, at) => integrations.recordFetchCompleted(integrationIds, at),
  };
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

/** Origins whose pages may be framed by the session details. */
export interface FeedOrigins {
  /** Returns the last known origins and reads them again in the background. */
  current(): readonly string[];
  refresh(): Promise<void>;
}

/** The hosts of the data services: a feed link leads to them or nowhere. */
export function createFeedOrigins(referenceData: Pick<ReferenceData, 'read'>): FeedOrigins {
  let origins: readonly string[] = [];
  let readFrom: unknown;
  async function refresh(): Promise<void> {
    const { integrations } = await referenceData.read();
    // Reference data is one value until it changes, and this is asked for with every response.
    if (integrations === readFrom) return;
    readFrom = integrations;
    const hosts = [...integrations.values()].flatMap(({ isActive, dataServiceUrl }) => {
      const url = isActive ? URL.parse(dataServiceUrl) : null;
      return url === null ? [] : [`${url.protocol}//${url.hostname}:*`];
    });
    origins = [...new Set(hosts)].sort();
  }
  return {
    current() {
      // A failed read keeps the last known origins; the next call tries again.
      refresh().catch(() => {});
      return origins;
    },
    refresh,
  };
}
