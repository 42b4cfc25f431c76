import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { instant, jobReference, queryId, recordId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { maintenanceKinds, maintenanceStates } from '../maintenances/state.ts';
import { message } from '../messages/schema.ts';
import { integration, integrationGame, integrationVersions, serviceState, services } from './schema.ts';

const idParams = z.strictObject({ id: queryId });

/** Names of the tokens of an integration, as calls carry them. They are written and never read. */
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

/** A maintenance that an integration was notified of, as its page lists them. */
const notifiedMaintenance = z.strictObject({
  id: recordId,
  date: instant,
  description: z.string(),
  severity: z.int().min(1).max(4),
  kind: z.enum(maintenanceKinds),
  state: z.enum(maintenanceStates),
  confirmed: z.boolean().nullable(),
});

/**
 * One integration in full. Addresses, `tokens` (whether each is set) and `maintenances` stand in the
 * responses to those who manage integrations only.
 */
export const integrationDetail = integration
  .extend({
    providerId: z.string().nullable(),
    ...z.object(addresses).partial().shape,
    tokens: z.record(z.enum(tokenFields), z.boolean()).optional(),
    maintenances: z.array(notifiedMaintenance).optional(),
  })
  .meta({ id: 'IntegrationDetail' });
export type IntegrationDetail = z.infer<typeof integrationDetail>;

/** A row of the integrations table: the integration itself, and how much belongs to it. */
export const integrationWithCounts = z
  .strictObject({
    id: recordId,
    name: z.string(),
    version: z.enum(integrationVersions),
    externalIdentifier: z.string(),
    createdAt: instant,
    updatedAt: instant,
    playServiceURL: z.string(),
    operatorCount: z.int().nonnegative(),
    userCount: z.int().nonnegative(),
    gameCount: z.int().nonnegative(),
  })
  .meta({ id: 'IntegrationWithCounts' });
export type IntegrationWithCounts = z.infer<typeof integrationWithCounts>;

/**
 * How a service responded: its HTTP status, null when there was none, and in words what is wrong, null when it is well.
 * `reason` is English; `reasonDetail` is the same for a reader of any language.
 */
export const serviceAnswer = z
  .strictObject({
    ok: z.boolean(),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
  })
  .meta({ id: 'ServiceAnswer' });
export type ServiceAnswer = z.infer<typeof serviceAnswer>;

/** With the time that a healthy service took to respond. */
export const timedServiceAnswer = serviceAnswer
  .extend({ latencyMs: z.int().nullable() })
  .meta({ id: 'TimedServiceAnswer' });
export type TimedServiceAnswer = z.infer<typeof timedServiceAnswer>;

const serviceUrl = z
  .string()
  .trim()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/, error: fieldCode('fields.httpAddress') }));

/** What an HTTP header can carry. */
const serviceToken = z
  .string()
  .trim()
  .min(1, fieldCode('fields.tokenRequired'))
  .max(4000)
  .regex(/^[\x21-\x7e]+$/, fieldCode('fields.tokenForm'));

const integrationName = z.string().trim().min(1, fieldCode('fields.integrationNameRequired')).max(120);

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

/** Any part of the fields; what is left out stays as it is. */
export const integrationUpdate = z
  .strictObject({ name: integrationName, version: z.enum(integrationVersions), ...serviceFields })
  .partial()
  .extend(optionalTokens)
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    message: fieldCode('fields.nothingToUpdate'),
  })
  .meta({ id: 'IntegrationUpdate' });
export type IntegrationUpdate = z.output<typeof integrationUpdate>;

export const listIntegrationsWithCounts = endpoint({
  id: 'listIntegrationsWithCounts',
  method: 'GET',
  path: '/integrations-with-counts',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Integrations with the numbers of their operators, users and games',
  response: rowsOf(integrationWithCounts),
});

/** A job in the background. It fails when a service does not respond, after it has done the others. */
export const synchroniseIntegrations = endpoint({
  id: 'synchroniseIntegrations',
  method: 'GET',
  acts: true,
  path: '/integrations-synch',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Refresh operators, users and active games of every integration',
  response: jobReference,
});

export const synchroniseIntegration = endpoint({
  id: 'synchroniseIntegration',
  method: 'GET',
  acts: true,
  path: '/integrations/:id/synch',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Refresh operators, users and active games of one integration',
  params: idParams,
  response: jobReference,
  failures: [404],
});

/** People of an integration read only their own, without addresses, tokens and maintenances. */
export const getIntegration = endpoint({
  id: 'getIntegration',
  method: 'GET',
  path: '/integrations/:id',
  access: 'signed-in',
  tokens: true,
  tag: 'integrations',
  summary: 'One integration',
  params: idParams,
  response: integrationDetail,
  failures: [404],
});

/** A list with the new integration. 409 for a name or external identifier that is taken. */
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

/** Tokens are replaced at once; calls that are under way end with the old ones. */
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

/** 409 while it has games. Its sessions stay in the session store, under its name. */
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

/** `games` is the full set of visible games; active ones stay whatever it says. */
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
    /** The set that the caller has seen: 409 when someone has changed it meanwhile. Without it nothing is compared. */
    basedOn: z.array(recordId).max(5000).optional(),
  }),
  response: rowsOf(integrationGame),
  accepted: heldChange,
  failures: [404, 409],
});

/** Asks an address with a token, as the health checks do. */
export const checkService = endpoint({
  id: 'checkService',
  method: 'GET',
  acts: true,
  path: '/integrations/services/check',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Ask a service whether it works; address and token in x-service-url and x-service-token',
  headers: { 'x-service-url': 'Address of the service', 'x-service-token': 'Token that the service takes' },
  response: serviceAnswer,
  perMinute: 120,
});

/** Asks the four services now. */
export const checkIntegrationServices = endpoint({
  id: 'checkIntegrationServices',
  method: 'GET',
  acts: true,
  path: '/integrations/:id/services/healthcheck',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Ask the services of an integration whether they work',
  params: idParams,
  response: z.strictObject({
    gamingService: timedServiceAnswer,
    dataService: timedServiceAnswer,
    playService: timedServiceAnswer,
    launchService: timedServiceAnswer,
  }),
  failures: [404],
  perMinute: 120,
});

/** A time in which a service was in one state; the last one runs until the latest check. */
export const serviceSpan = z
  .strictObject({
    from: instant,
    to: instant,
    state: serviceState,
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
  })
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

/** `message` is English; `detail` is the same for a reader of any language. */
const reached = z.strictObject({ message: z.string(), detail: message.optional() });

/** Notices and emails to the integration's people; games that are not linked to it are left out. */
export const notifyIntegrationGames = endpoint({
  id: 'notifyIntegrationGames',
  method: 'POST',
  path: '/notify-integration-games/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Notify an integration of games it now sees',
  params: idParams,
  body: z.strictObject({ gameIds: z.array(recordId).min(1).max(1000) }),
  response: reached,
  failures: [404],
});

/** The same from the page of the integration. */
export const announceNewGames = endpoint({
  id: 'announceNewGames',
  method: 'POST',
  path: '/integration-new-games/:id',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Notify an integration of new games',
  params: idParams,
  body: z.strictObject({ gameIds: z.array(recordId).min(1).max(1000) }),
  response: reached,
  failures: [404],
});

export const notifyGameIntegrations = endpoint({
  id: 'notifyGameIntegrations',
  method: 'POST',
  path: '/notify-game-integrations/:gameId',
  access: 'integrations:manage',
  tag: 'integrations',
  summary: 'Notify integrations of a game they now see',
  params: z.strictObject({ gameId: queryId }),
  body: z.strictObject({ integrationIds: z.array(recordId).min(1).max(1000) }),
  response: reached,
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
