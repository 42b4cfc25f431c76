import { z } from 'zod';
import { instant, queryBoolean, queryId, queryList, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { integration, integrationGame, operator, serviceStatus } from './schema.ts';

const idParams = z.strictObject({ id: queryId });

/**
 * Without `with`, operators, platforms and games all stand in the rows; with it, only the named
 * ones. Integration users get their own integration only; `users` stands in the responses to those who
 * manage integrations and of no one else.
 */
export const listIntegrations = endpoint({
  id: 'listIntegrations',
  method: 'GET',
  path: '/integrations',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'Active integrations',
  query: z.strictObject({
    with: queryList(z.enum(['games', 'operators', 'platforms', 'users'])),
    active: queryBoolean.optional(),
  }),
  response: rowsOf(integration),
});

export const getIntegrationByName = endpoint({
  id: 'getIntegrationByName',
  method: 'GET',
  path: '/integrations/byName/:name',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'The integration of a name',
  params: z.strictObject({ name: z.string().min(1).max(120) }),
  response: integration,
  failures: [404],
});

export const listIntegrationOperators = endpoint({
  id: 'listIntegrationOperators',
  method: 'GET',
  path: '/integrations/:id/operators',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'Operators of an integration',
  params: idParams,
  response: rowsOf(operator),
  failures: [404],
});

export const listIntegrationGames = endpoint({
  id: 'listIntegrationGames',
  method: 'GET',
  path: '/integrations/:id/games',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'Games of an integration',
  params: idParams,
  response: rowsOf(integrationGame),
  failures: [404],
});

/** When sessions were last fetched, for everyone's footer; null before the first time. */
export const getLastFetch = endpoint({
  id: 'getLastFetch',
  method: 'GET',
  path: '/integrations/last-fetch',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'Time of the last sessions fetch',
  response: z.strictObject({
    dateTime: instant.nullable(),
    isFetching: z.boolean(),
    /** Integrations that have had no fetch for long when the last one ended, with the time of their own last one. */
    behind: z
      .array(z.strictObject({ id: z.int(), name: z.string(), dateTime: instant.nullable() }))
      .optional(),
  }),
});

/** The services of every integration the caller sees, as last checked. */
export const listServiceStatuses = endpoint({
  id: 'listServiceStatuses',
  method: 'GET',
  path: '/integrations/services/status',
  access: 'dashboard:read',
  tag: 'integrations',
  summary: 'Health of the services, as last checked',
  response: rowsOf(serviceStatus),
});

export const integrationEndpoints = [
  listIntegrations,
  getIntegrationByName,
  listIntegrationOperators,
  listIntegrationGames,
  getLastFetch,
  listServiceStatuses,
] as const;
