import {
  addGameMediaUrl,
  applyGameImport,
  checkGameSheet,
  createGame,
  deleteGame,
  deleteGameMedia,
  exportGamesForEditing,
  type GameCreation,
  getGame,
  listCatalog,
  listGameImports,
  listGames,
  notifyRequestedGames,
  orderGameMedia,
  requestGame,
  sendImportedFile,
  startMediaImport,
  undoGameImport,
  updateGame,
  uploadGameMedia,
} from '@ludus/contract';
import { type BoundEndpoint, bind, bindUpload, cachedJson, largeJson } from '../../infra/http/index.ts';
import type { Hold } from '../approvals/index.ts';
import type { GameChange, GameEditor } from './games.edit.ts';
import type { GameMediaEditor } from './games.media.ts';
import type { GameRequests } from './games.requests.ts';
import type { GamesService } from './games.service.ts';
import type { GameSheets } from './sheet/sheet.service.ts';

export interface GameServices {
  games: GamesService;
  editor: GameEditor;
  media: GameMediaEditor;
  requests: GameRequests;
  holdUpdate: Hold<GameChange>;
  /** @throws ValidationError for a new game that more integrations see than one person may let */
  requireFewIntegrations(body: GameCreation): Promise<void>;
  sheets: GameSheets;
}

export function gameRoutes(services: GameServices): BoundEndpoint[] {
  const { games, editor, media, requests, holdUpdate, requireFewIntegrations, sheets } = services;
  return [
    bind(listCatalog, async ({ actor, query }) => cachedJson(await games.catalog(actor, query))),
    bind(listGames, async ({ actor, query }) => cachedJson(await games.list(actor, query))),
    // Before the call of one game, whose address these resemble.
    bind(exportGamesForEditing, () => sheets.workbook()),
    bind(listGameImports, () => sheets.applied()),
    bindUpload(checkGameSheet, async ({ actor, file }) => largeJson(await sheets.check(actor, file))),
    bind(startMediaImport, ({ actor, body }) => sheets.media.start(actor, body.files)),
    bindUpload(sendImportedFile, ({ params, file }) => sheets.media.send(params.fileId, file)),
    bind(applyGameImport, ({ actor, params }) => sheets.apply(actor, params.id)),
    bind(undoGameImport, ({ actor, params }) => sheets.undo(actor, params.id)),
    bind(getGame, ({ actor, params, query }) => games.get(actor, params.id, query)),
    bind(
      updateGame,
      async ({ actor, params, body }) =>
        (await holdUpdate(actor, { gameId: params.id, body })) ?? editor.update(actor, params.id, body),
    ),
    bind(createGame, async ({ actor, params, body }) => {
      await requireFewIntegrations(body);
      return editor.create(actor, params.source, body);
    }),
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
    bind(requestGame, ({ actor, query }) =>
      requests.request(actor, { ...query, isNotifying: query.notify === 'true' }),
    ),
    bind(notifyRequestedGames, ({ actor, body }) => requests.notify(actor, body.gameIds)),
  ];
}
