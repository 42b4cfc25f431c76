import type { OperatorApi } from '../../../infra/operator-api/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import type { IntegrationConnections } from '../connections/connections.ts';
import type { IntegrationPeople } from '../integrations.ports.ts';
import { lockIntegration } from '../integrations.repo.ts';
import { saveActiveGames, saveOperators } from './sync.repo.ts';

/** What a synchronisation changed. */
export interface SyncResult {
  integrationId: number;
  operatorsCreated: number;
  operatorsUpdated: number;
  gamesActivated: number;
  gamesUpdated: number;
  /** Slugs the platform plays and the hub does not know. */
  unknownGames: string[];
}

/**
 * Refreshes operators, users and active games of one integration from its play service. Nothing is removed:
 * an operator stays because sessions name it, and a game that is played no more is visible again. All or nothing.
 * @throws NotFoundError when the integration is gone, meanwhile also
 * @throws OperatorApiError when the service does not respond
 */
export async function synchroniseIntegration(
  postgres: Postgres,
  connections: IntegrationConnections,
  operatorApi: Pick<OperatorApi, 'listOperators' | 'listGames' | 'listUsers'>,
  people: IntegrationPeople | undefined,
  integrationId: number,
): Promise<SyncResult> {
  const connection = await connections.find(integrationId);
  const [operators, games, users] = await Promise.all([
    operatorApi.listOperators(connection),
    operatorApi.listGames(connection),
    people === undefined ? [] : operatorApi.listUsers(connection),
  ]);
  return postgres.transaction(async (tx) => {
    await lockIntegration(tx, integrationId);
    const operatorChanges = await saveOperators(tx, integrationId, operators);
    const gameChanges = await saveActiveGames(tx, integrationId, games);
    await people?.savePlatformUsers(tx, integrationId, users);
    return {
      integrationId,
      operatorsCreated: operatorChanges.created,
      operatorsUpdated: operatorChanges.updated,
      gamesActivated: gameChanges.created,
      gamesUpdated: gameChanges.updated,
      unknownGames: gameChanges.unknown,
    };
  });
}
