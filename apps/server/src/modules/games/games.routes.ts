import {
  addGameMediaUrl,
  createGame,
  deleteGame,
  deleteGameMedia,
  getGame,
  listCatalog,
  listGames,
  notifyRequestedGames,
  orderGameMedia,
  requestGame,
  updateGame,
  uploadGameMedia,
} from '@ludus/contract';
import { type BoundEndpoint, bind, bindUpload, lasting } from '../../platform/http/index.ts';
import type { GameEditor } from './games.edit.ts';
import type { GameMediaEditor } from './games.media.ts';
import type { GamesService } from './games.service.ts';
import type { GameWishes } from './games.wishes.ts';

export interface GameServices {
  games: GamesService;
  editor: GameEditor;
  media: GameMediaEditor;
  wishes: GameWishes;
}

export function gameRoutes({ games, editor, media, wishes }: GameServices): BoundEndpoint[] {
  return [
    bind(listCatalog, async ({ actor, query }) => lasting(await games.catalog(actor, query))),
    bind(listGames, async ({ actor, query }) => lasting(await games.list(actor, query))),
    bind(getGame, ({ actor, params, query }) => games.get(actor, params.id, query)),
    bind(updateGame, ({ actor, params, body }) => editor.update(actor, params.id, body)),
    bind(createGame, ({ actor, params, body }) => editor.create(actor, params.source, body)),
    bind(deleteGame, async ({ actor, params }) => {
      await editor.remove(actor, params.id);
      return null;
    }),
    bindUpload(uploadGameMedia, ({ actor, params, file, body }) =>
      media.upload(actor, params.gameId, file, body),
    ),
    bind(addGameMediaUrl, ({ actor, params, body }) => media.setAddress(actor, params.gameId, body)),
    bind(deleteGameMedia, async ({ actor, params }) => {
      await media.remove(actor, params.mediaId);
      return null;
    }),
    bind(orderGameMedia, ({ actor, body }) => media.order(actor, body)),
    bind(requestGame, ({ actor, query }) => wishes.request(actor, query)),
    bind(notifyRequestedGames, ({ actor, body }) => wishes.notify(actor, body.gameIds)),
  ];
}
