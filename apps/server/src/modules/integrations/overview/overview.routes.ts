import {
  getIntegrationByName,
  getLastFetch,
  listIntegrationGames,
  listIntegrationOperators,
  listIntegrations,
  listServiceStatuses,
} from '@ludus/contract';
import { type BoundEndpoint, bind, cachedJson } from '../../../infra/http/index.ts';
import type { IntegrationsService } from './overview.service.ts';

export function integrationRoutes(integrations: IntegrationsService): BoundEndpoint[] {
  return [
    bind(listIntegrations, async ({ actor, query }) => cachedJson(await integrations.list(actor, query))),
    bind(getIntegrationByName, ({ actor, params }) => integrations.byName(actor, params.name)),
    bind(listIntegrationOperators, ({ actor, params }) => integrations.operators(actor, params.id)),
    bind(listIntegrationGames, ({ actor, params }) => integrations.games(actor, params.id)),
    bind(getLastFetch, ({ actor }) => integrations.lastFetch(actor)),
    bind(listServiceStatuses, ({ actor }) => integrations.serviceStatuses(actor)),
  ];
}
