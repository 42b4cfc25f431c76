import {
  announceNewGames,
  checkIntegrationServices,
  checkService,
  createIntegration,
  deleteIntegration,
  getIntegration,
  getServiceHistory,
  listIntegrationsWithCounts,
  notifyGameIntegrations,
  notifyIntegrationGames,
  setIntegrationGames,
  synchroniseIntegration,
  synchroniseIntegrations,
  updateIntegration,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { Hold } from '../approvals/index.ts';
import type { IntegrationEditor } from './editor/editor.ts';
import type { GameNotifications } from './games/game-notifications.ts';
import type { GamesChange, VisibleGames } from './games/visible-games.ts';
import type { ServiceChecks } from './health/service-checks.ts';
import type { IntegrationDetails } from './overview/detail.ts';
import type { Synchronisations } from './sync/sync.job.ts';

export interface ManageServices {
  details: IntegrationDetails;
  editor: IntegrationEditor;
  games: VisibleGames;
  holdGames: Hold<GamesChange>;
  notifications: GameNotifications;
  checks: ServiceChecks;
  synchronisations: Synchronisations;
}

export function manageRoutes(services: ManageServices): BoundEndpoint[] {
  const { details, editor, games, holdGames, notifications, checks, synchronisations } = services;
  return [
    bind(listIntegrationsWithCounts, () => details.withCounts()),
    bind(getIntegration, ({ actor, params }) => details.get(actor, params.id)),
    bind(createIntegration, async ({ actor, body }) => [
      await details.get(actor, await editor.create(actor, body)),
    ]),
    bind(updateIntegration, async ({ actor, params, body }) => {
      await editor.update(actor, params.id, body);
      return details.get(actor, params.id);
    }),
    bind(deleteIntegration, async ({ actor, params }) => {
      await editor.remove(actor, params.id);
      return null;
    }),
    bind(
      setIntegrationGames,
      async ({ actor, params, body }) =>
        (await holdGames(actor, { integrationId: params.id, body })) ?? games.set(actor, params.id, body),
    ),
    bind(synchroniseIntegrations, ({ actor }) => synchronisations.request(actor)),
    bind(synchroniseIntegration, ({ actor, params }) => synchronisations.request(actor, params.id)),
    bind(checkService, ({ headers }) => checks.checkAddress(headers)),
    bind(checkIntegrationServices, ({ params }) => checks.checkServices(params.id)),
    bind(getServiceHistory, ({ params }) => checks.history(params.id)),
    bind(notifyIntegrationGames, ({ params, body }) => notifications.ofGames(params.id, body.gameIds)),
    bind(announceNewGames, ({ params, body }) => notifications.ofGames(params.id, body.gameIds)),
    bind(notifyGameIntegrations, ({ params, body }) =>
      notifications.ofGame(params.gameId, body.integrationIds),
    ),
  ];
}
