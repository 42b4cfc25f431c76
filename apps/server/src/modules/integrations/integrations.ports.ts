import type { PlatformUser } from '@ludus/contract/operator-api';
import type { InvalidationListener } from '../../infra/invalidation/index.ts';
import type { OperatorApi } from '../../infra/operator-api/index.ts';
import type { Db } from '../../infra/postgres/index.ts';

/** The people of integrations, as the module of users knows them. */
export interface IntegrationPeople {
  /** By username. */
  ofIntegrations(
    ids: readonly number[],
  ): Promise<readonly { integrationId: number; username: string; email: string | null }[]>;
  /** Integrations without users are left out. */
  countsByIntegration(): Promise<ReadonlyMap<number, number>>;
  /** Takes what a platform says of its staff. */
  savePlatformUsers(tx: Db, integrationId: number, users: readonly PlatformUser[]): Promise<void>;
}

export interface IntegrationsPorts {
  changes: InvalidationListener;
  operatorApi: OperatorApi;
  /** Left out, platforms are not asked for their people, and no one works anywhere. */
  people?: IntegrationPeople;
  /** Whether a fetch of sessions is running or waiting; the fetching module knows. */
  isFetching(): Promise<boolean>;
  /** When the platform of each fetched integration was last read to its end. Left out, none was fetched. */
  listReads?(): Promise<ReadonlyMap<number, Date>>;
}

/** Users by integration, as lists carry them. */
export async function usersOf(
  people: IntegrationPeople | undefined,
  ids: readonly number[],
): Promise<Map<number, { username: string; email: string | null }[]>> {
  const users = new Map(ids.map((id) => [id, [] as { username: string; email: string | null }[]]));
  for (const { integrationId, username, email } of (await people?.ofIntegrations(ids)) ?? []) {
    users.get(integrationId)?.push({ username, email });
  }
  return users;
}
