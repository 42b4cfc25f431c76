/** The catalogue: games, their pictures and who sees them. */
import type { ChangeFeed } from '../../platform/changes/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';
import { createGameRegistry, type GameRegistry } from './games.registry.ts';
import { gameRoutes } from './games.routes.ts';
import { createGamesService, type GamesService } from './games.service.ts';

export { type GameReference, linkState } from './games.mapper.ts';
export type { GameEntry, GameRegistry, LinkState } from './games.registry.ts';
export { gameTables, readGameReferences } from './games.service.ts';
export type { GameMediaTable, GamesTable, IntegrationGamesTable, MediumRole } from './games.tables.ts';

export type GamesModule = HubModule & { service: GamesService; registry: GameRegistry };

export function createGamesModule(
  platform: Pick<Platform, 'postgres'>,
  ports: { changes: ChangeFeed },
): GamesModule {
  const service = createGamesService(platform.postgres, ports.changes);
  return { name: 'games', endpoints: gameRoutes(service), service, registry: createGameRegistry() };
}
