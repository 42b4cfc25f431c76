import { getGame, listCatalog, listGames } from '@ludus/contract';
import { type BoundEndpoint, bind, lasting } from '../../platform/http/index.ts';
import type { GamesService } from './games.service.ts';

export function gameRoutes(games: GamesService): BoundEndpoint[] {
  return [
    bind(listCatalog, async ({ actor, query }) => lasting(await games.catalog(actor, query))),
    bind(listGames, async ({ actor, query }) => lasting(await games.list(actor, query))),
    bind(getGame, ({ actor, params, query }) => games.get(actor, params.id, query)),
  ];
}
