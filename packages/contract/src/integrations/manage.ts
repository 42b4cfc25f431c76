import { z } from 'zod';
import { instant, jobReference, queryId, recordId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { messages } from '../errors.ts';
import { integration, integrationGame, integrationVersions, serviceState, services } from './schema.ts';

const idParams = z.strictObject({ id: queryId });

/** Names of the tokens of an integration, as calls carry them (ENT-11). They are written and never read (OPEN-49). */
export const tokenFields = [
  'gamingServiceToken',
  'dataServiceToken',
  'playServiceToken',
  'launchServiceToken',
  'bookkeepingToken',
  'operatorToken',
  'maintenanceToken',
  'systemToken',
] as const;
export type TokenField = (typeof tokenFields)[number];

const addresses = {
  gamingServiceURL: z.string(),
  dataServiceURL: z.string(),
  playServiceURL: z.string(),
  launchServiceURL: z.string(),
};

/** A maintenance that an integration was told of, as its page lists them. */
const toldMaintenance = z.strictObject({
  id: recordId,
  date: instant,
  description: z.string(),
  severity: z.int().min(1).max(4),
  confirmed: z.boolean().nullable(),
});

/**
 * One integration in full (ENT-11, API-037). Addresses, `tokens` (whether each is set) and `maintenances` stand in the
 * answers of those who manage integrations alone.
 */
export const integrationDetail = integration
  .extend({
    providerId: z.string().nullable(),
    ...z.object(addresses).partial().shape,
    tokens: z.record(z.enum(tokenFields), z.boolean()).optional(),
    maintenances: z.array(toldMaintenance).optional(),
  })
  .meta({ id: 'IntegrationDetail' });
export type IntegrationDetail = z.infer<typeof integrationDetail>;

/** A row of the integrations table (ENT-12, INT-01). */
export const integrationWithCounts = z
  .strictObject({
    id: recordId,
    name: z.string(),
    version: z.enum(integrationVersions),
    playServiceURL: z.string(),
    operatorCount: z.int().nonnegative(),
    userCount: z.int().nonnegative(),
    gameCount: z.int().nonnegative(),
  })
  .meta({ id: 'IntegrationWithCounts' });
export type IntegrationWithCounts = z.infer<typeof integrationWithCounts>;

/** How a service answered: its HTTP status, null when there was none, and in words what is wrong, null when it is well. */
export const serviceAnswer = z
  .strictObject({ ok: z.boolean(), status: z.int().nullable(), reason: z.string().nullable() })
  .meta({ id: 'ServiceAnswer' });
export type ServiceAnswer = z.infer<typeof serviceAnswer>;

const serviceUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/, error: 'Give an address that starts with http:// or https://.' }));

/** What an HTTP header can carry. */
const serviceToken = z
  .string()
  .trim()
  .min(1, 'A token is required.')
  .max(4000)
  .regex(/^[\x21-\x7e]+$/, 'A token has no spaces and no special letters.');

const integrationName = z.string().trim().min(1, 'The name is required.').max(120);

const serviceFields = {
  gamingServiceURL: serviceUrl,
  gamingServiceToken: serviceToken,
  dataServiceURL: serviceUrl,
  dataServiceToken: serviceToken,
  playServiceURL: serviceUrl,
  playServiceToken: serviceToken,
  launchServiceURL: serviceUrl,
  launchServiceToken: serviceToken,
};

const optionalTokens = {
  bookkeepingToken: serviceToken.optional(),
  operatorToken: serviceToken.optional(),
  maintenanceToken: serviceToken.optional(),
  systemToken: serviceToken.optional(),
};

/** API-044, INT-09. */
export const integrationCreation = z
  .strictObject({
    name: integrationName,
    version: z.enum(integrationVersions),
    externalIdentifier: z.string().trim().min(1).max(120).optional(),
    ...serviceFields,
    ...optionalTokens,
  })
  .meta({ id: 'IntegrationCreation' });
export type IntegrationCreation = z.output<typeof integrationCreation>;

/** API-045: any part of the fields; what is left out stays as it is. */
export const integrationUpdate = z
  .strictObject({ name: integrationName, version: z.enum(integrationVersions), ...serviceFields })
  .partial()
  .extend(optionalTokens)
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    message: messages.nothingToUpdate,
  })
  .meta({ id: 'IntegrationUpdate' });
export type IntegrationUpdate = z.output<typeof integrationUpdate>;

/** API-041. */
export const listIntegrationsWithCounts = endpoint({
  id: 'listIntegrationsWithCounts',
  method: 'GET',
  path: '/integrations-with-counts',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Integrations with the numbers of their operators, users and games',
  response: rowsOf(integrationWithCounts),
});

/** API-042, OPEN-51: a job in the background. It fails when a service does not answer, after it has done the others. */
export const synchroniseIntegrations = endpoint({
  id: 'synchroniseIntegrations',
  method: 'GET',
  path: '/integrations-synch',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Refresh operators, users and active games of every integration',
  response: jobReference,
});

/** API-043. */
export const synchroniseIntegration = endpoint({
  id: 'synchroniseIntegration',
  method: 'GET',
  path: '/integrations/:id/synch',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Refresh operators, users and active games of one integration',
  params: idParams,
  response: jobReference,
  failures: [404],
});

/** API-037: people of an integration read their own alone, without addresses, tokens and maintenances. */
export const getIntegration = endpoint({
  id: 'getIntegration',
  method: 'GET',
  path: '/integrations/:id',
  access: 'signed-in',
  tag: 'integrations',
  summary: 'One integration',
  params: idParams,
  response: integrationDetail,
  failures: [404],
});

/** API-044: a list with the new integration. 409 for a name or external identifier that is taken. */
export const createIntegration = endpoint({
  id: 'createIntegration',
  method: 'POST',
  path: '/integrations',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Enter an operator platform',
  body: integrationCreation,
  response: z.array(integrationDetail).length(1),
  failures: [409],
});

/** API-045: tokens are replaced at once; calls that are under way end with the old ones. */
export const updateIntegration = endpoint({
  id: 'updateIntegration',
  method: 'PUT',
  path: '/integrations/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Change an integration',
  params: idParams,
  body: integrationUpdate,
  response: integrationDetail,
  failures: [404, 409],
});

/** API-046, OPEN-50: 409 while it has games. Its sessions stay in the books, under its name. */
export const deleteIntegration = endpoint({
  id: 'deleteIntegration',
  method: 'DELETE',
  path: '/integrations/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Delete an integration without games',
  params: idParams,
  response: z.null(),
  failures: [404, 409],
});

/** API-030, OPEN-44: `games` is the full set of visible games; active ones stay whatever it says. */
export const setIntegrationGames = endpoint({
  id: 'setIntegrationGames',
  method: 'POST',
  path: '/integrations/:id/games',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Set the games that an integration sees',
  params: idParams,
  body: z.strictObject({
    games: z.array(recordId).max(5000),
    /** The set that the caller has seen: 409 when somebody has changed it meanwhile. Without it nothing is compared. */
    basedOn: z.array(recordId).max(5000).optional(),
  }),
  response: rowsOf(integrationGame),
  failures: [404, 409],
});

/** API-048, OPEN-47: asks an address with a token, as the health checks do. */
export const checkService = endpoint({
  id: 'checkService',
  method: 'GET',
  path: '/integrations/services/check',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Ask a service whether it works; address and token in x-service-url and x-service-token',
  response: serviceAnswer,
  perMinute: 120,
});

/** API-047: asks the four services now. */
export const checkIntegrationServices = endpoint({
  id: 'checkIntegrationServices',
  method: 'GET',
  path: '/integrations/:id/services/healthcheck',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Ask the services of an integration whether they work',
  params: idParams,
  response: z.strictObject({
    gamingService: serviceAnswer,
    dataService: serviceAnswer,
    playService: serviceAnswer,
    launchService: serviceAnswer,
  }),
  failures: [404],
  perMinute: 120,
});

/** A time in which a service was in one state; the last one runs until the latest check. */
export const serviceSpan = z
  .strictObject({ from: instant, to: instant, state: serviceState, reason: z.string().nullable() })
  .meta({ id: 'ServiceSpan' });
export type ServiceSpan = z.infer<typeof serviceSpan>;

/** How the services did in the last 24 hours, oldest first; times without a check are `unknown`. */
export const getServiceHistory = endpoint({
  id: 'getServiceHistory',
  method: 'GET',
  path: '/integrations/:id/services/history',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Health of the services of an integration over the last 24 hours',
  params: idParams,
  response: z.record(z.enum(services), z.array(serviceSpan)),
  failures: [404],
});

const told = z.strictObject({ message: z.string() });

/** API-027, OPEN-43: notices and e-mails to the integration's people; games that are not linked to it are left out. */
export const notifyIntegrationGames = endpoint({
  id: 'notifyIntegrationGames',
  method: 'POST',
  path: '/notify-integration-games/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Tell an integration of games it now sees',
  params: idParams,
  body: z.strictObject({ gameIds: z.array(recordId).min(1).max(1000) }),
  response: told,
  failures: [404],
});

/** API-029, OPEN-43: the same from the page of the integration. */
export const announceNewGames = endpoint({
  id: 'announceNewGames',
  method: 'POST',
  path: '/integration-new-games/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Tell an integration of new games',
  params: idParams,
  body: z.strictObject({ gameIds: z.array(recordId).min(1).max(1000) }),
  response: told,
  failures: [404],
});

/** API-028. */
export const notifyGameIntegrations = endpoint({
  id: 'notifyGameIntegrations',
  method: 'POST',
  path: '/notify-game-integrations/:gameId',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Tell integrations of a game they now see',
  params: z.strictObject({ gameId: queryId }),
  body: z.strictObject({ integrationIds: z.array(recordId).min(1).max(1000) }),
  response: told,
  failures: [404],
});

export const integrationManageEndpoints = [
  listIntegrationsWithCounts,
  synchroniseIntegrations,
  synchroniseIntegration,
  getIntegration,
  createIntegration,
  updateIntegration,
  deleteIntegration,
  setIntegrationGames,
  checkService,
  checkIntegrationServices,
  getServiceHistory,
  notifyIntegrationGames,
  announceNewGames,
  notifyGameIntegrations,
] as const;
