import { z } from 'zod';
import { queryId, queryIds, queryList, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { game } from './schema.ts';

const withParts = queryList(z.enum(['game_media', 'integrations']));
const mediaKinds = queryList(z.enum(['main', 'mini', 'banner', 'gallery', 'docs', 'assets']));

/** The call of one game returns any combination of parts, its documents among them. */
const gameParts = queryList(z.enum(['game_media', 'integrations', 'certificates']));

const gamesQuery = z.strictObject({ with: withParts, mediaTypes: mediaKinds, gameIds: queryIds });

/** The catalogue games a caller may see; an integration user sees those linked to its own. */
export const listCatalog = endpoint({
  id: 'listCatalog',
  method: 'GET',
  path: '/catalog',
  access: 'catalog:read',
  tag: 'games',
  summary: 'Catalogue games',
  query: z.strictObject({ with: withParts, mediaTypes: mediaKinds }),
  response: rowsOf(game),
});

/** Games for filters and pickers; integration users get catalogue, non-dev games of their own. */
export const listGames = endpoint({
  id: 'listGames',
  method: 'GET',
  path: '/games',
  access: 'signed-in',
  tokens: true,
  tag: 'games',
  summary: 'Games',
  query: gamesQuery,
  response: rowsOf(game),
});

export const getGame = endpoint({
  id: 'getGame',
  method: 'GET',
  path: '/games/:id',
  access: 'catalog:read',
  tag: 'games',
  summary: 'One game',
  params: z.strictObject({ id: queryId }),
  query: z.strictObject({ with: gameParts }),
  response: game,
  failures: [404],
});

export const gameEndpoints = [listCatalog, listGames, getGame] as const;
