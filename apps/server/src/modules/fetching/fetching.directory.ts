import { NotFoundError } from '../../platform/errors/index.ts';
import type { IntegrationConnections, OperatorLookup, ReferenceDirectory } from '../integrations/index.ts';
import type { FetchDirectory } from './fetching.ports.ts';

/** What fetching takes from the module of integrations. */
export interface IntegrationsPort {
  connections: Pick<IntegrationConnections, 'find'>;
  directory: Pick<ReferenceDirectory, 'read'>;
  operators: OperatorLookup;
  recordFetchCompleted(integrationIds: readonly number[], at: Date): Promise<void>;
}

/** Integrations as places to fetch from. Tokens are opened here and go nowhere but into the calls. */
export function createFetchDirectory(integrations: IntegrationsPort): FetchDirectory {
  return {
    async listIntegrations() {
      const { integrations: all } = await integrations.directory.read();
      return [...all.values()]
        .filter(({ isActive }) => isActive)
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.id - b.id);
    },
    async findTarget(integrationId) {
      const connection = await orNull(integrations.connections.find(integrationId));
      const { services, bookkeepingToken } = connection ?? {};
      const token = bookkeepingToken ?? services?.data.token;
      if (connection === null || services === undefined || token == null) return null;
      const [operators, { gameIdBySlug }] = await Promise.all([
        integrations.operators.operatorIds(integrationId),
        integrations.directory.read(),
      ]);
      return {
        id: connection.id,
        name: connection.name,
        version: connection.version,
        data: {
          url: services.data.url,
          bookkeepingToken: token.reveal(),
          dataToken: (services.data.token ?? token).reveal(),
        },
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

/** Origins whose pages may stand in the frame of the session box. */
export interface FeedOrigins {
  /** As last known; a look starts a new reading in the background. */
  current(): readonly string[];
  refresh(): Promise<void>;
}

/** The hosts of the data services: a feed link leads to them or nowhere (OPEN-48). */
export function createFeedOrigins(directory: Pick<ReferenceDirectory, 'read'>): FeedOrigins {
  let origins: readonly string[] = [];
  async function refresh(): Promise<void> {
    const { integrations } = await directory.read();
    const hosts = [...integrations.values()].flatMap(({ isActive, dataServiceUrl }) => {
      const url = isActive ? URL.parse(dataServiceUrl) : null;
      return url === null ? [] : [`${url.protocol}//${url.hostname}:*`];
    });
    origins = [...new Set(hosts)].sort();
  }
  return {
    current() {
      // A failed reading leaves what was known; the next look tries again.
      refresh().catch(() => {});
      return origins;
    },
    refresh,
  };
}
