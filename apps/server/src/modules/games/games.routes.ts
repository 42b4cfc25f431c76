import { getGame, listCatalog, listGames } from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../platform/http/index.ts';
import type { GamesService } from './games.service.ts';

export function gameRoutes(games: GamesService): BoundEndpoint[] {
  return [
    bind(listCatalog, ({ actor, query }) => games.catalog(actor, query)),
    bind(listGames, ({ actor, query }) => games.list(actor, query)),
    bind(getGame, ({ actor, params, query }) => games.get(actor, params.id, query)),
  ];
}
