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
import { type BoundEndpoint, bind } from '../../platform/http/index.ts';
import type { IntegrationDetails } from './integrations.detail.ts';
import type { IntegrationEditor } from './integrations.editor.ts';
import type { VisibleGames } from './integrations.games.ts';
import type { GameNews } from './integrations.notify.ts';
import type { ServiceQuestions } from './integrations.questions.ts';
import type { Synchronisations } from './integrations.sync.job.ts';

export interface ManageServices {
  details: IntegrationDetails;
  editor: IntegrationEditor;
  games: VisibleGames;
  news: GameNews;
  questions: ServiceQuestions;
  synchronisations: Synchronisations;
}

export function manageRoutes(services: ManageServices): BoundEndpoint[] {
  const { details, editor, games, news, questions, synchronisations } = services;
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
    bind(setIntegrationGames, ({ actor, params, body }) => games.set(actor, params.id, body)),
    bind(synchroniseIntegrations, ({ actor }) => synchronisations.request(actor)),
    bind(synchroniseIntegration, ({ actor, params }) => synchronisations.request(actor, params.id)),
    bind(checkService, ({ headers }) => questions.askAddress(headers)),
    bind(checkIntegrationServices, ({ params }) => questions.askAll(params.id)),
    bind(getServiceHistory, ({ params }) => questions.history(params.id)),
    bind(notifyIntegrationGames, ({ params, body }) => news.ofGames(params.id, body.gameIds)),
    bind(announceNewGames, ({ params, body }) => news.ofGames(params.id, body.gameIds)),
    bind(notifyGameIntegrations, ({ params, body }) => news.ofGame(params.gameId, body.integrationIds)),
  ];
}
