import { z } from 'zod';
import type { PlatformService, PlatformToken } from './constants.ts';
import {
  changeBetsSchema,
  gameSlugSchema,
  maintenanceNoticeSchema,
  maintenanceReceiptSchema,
  operatorCodeSchema,
  platformBetsSchema,
  platformGamesSchema,
  platformHealthSchema,
  platformOperatorsSchema,
  platformSessionIdSchema,
  platformSessionSchema,
  platformTotalsSchema,
  platformUsersSchema,
  sessionFeedQuerySchema,
  totalsQuerySchema,
  transactionsFeedLinkSchema,
  transactionsFeedQuerySchema,
} from './schemas.ts';

/** One call of the operator API. `path` is relative to the base URL of the service and names its parameters as `{name}`. */
export interface PlatformEndpoint {
  summary: string;
  method: 'GET' | 'POST' | 'PUT';
  service: PlatformService | 'any';
  path: string;
  /** The token to send; `own` is the token of the service that is called. */
  token: PlatformToken | 'own';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The schema of the 200 response, or of one line of it when `ndjson` is set. */
  response: z.ZodType;
  ndjson?: true;
  /** Statuses besides 200, 401, 422, 500 and 503 that a caller must expect. */
  refusals: readonly (404 | 409)[];
}

const sessionParams = z.strictObject({ sessionId: platformSessionIdSchema });
const betsParams = z.strictObject({ operatorCode: operatorCodeSchema, gameSlug: gameSlugSchema });

/** Every call that the hub makes to a platform. A platform implements all of them. */
export const platformEndpoints = {
  listChangedSessions: {
    summary: 'Sessions changed in a period, one per line, ordered by change time, then id',
    method: 'GET',
    service: 'data',
    path: '/v1/sessions',
    token: 'bookkeeping',
    query: sessionFeedQuerySchema,
    response: platformSessionSchema,
    ndjson: true,
    refusals: [],
  },
  getSession: {
    summary: 'One session in its latest state',
    method: 'GET',
    service: 'data',
    path: '/v1/sessions/{sessionId}',
    token: 'bookkeeping',
    params: sessionParams,
    response: platformSessionSchema,
    refusals: [404],
  },
  closeSession: {
    summary: 'Closes an open session whose last change is older than ten minutes, answers its new state',
    method: 'POST',
    service: 'data',
    path: '/v1/sessions/{sessionId}/close',
    token: 'bookkeeping',
    params: sessionParams,
    response: platformSessionSchema,
    refusals: [404, 409],
  },
  getTotals: {
    summary: 'Sums per Rome day and session type, by the day a session was created on',
    method: 'GET',
    service: 'data',
    path: '/v1/totals',
    token: 'bookkeeping',
    query: totalsQuerySchema,
    response: platformTotalsSchema,
    refusals: [],
  },
  getTransactionsFeedLink: {
    summary: 'Address of the page that lists the rounds of a session',
    method: 'GET',
    service: 'data',
    path: '/transactions/feed/{sessionId}',
    token: 'data',
    params: sessionParams,
    query: transactionsFeedQuerySchema,
    response: transactionsFeedLinkSchema,
    refusals: [404],
  },
  listOperators: {
    summary: 'Operators of the platform',
    method: 'GET',
    service: 'play',
    path: '/v1/operators',
    token: 'operator',
    response: platformOperatorsSchema,
    refusals: [],
  },
  listGames: {
    summary: 'Games that players of the platform can open',
    method: 'GET',
    service: 'play',
    path: '/v1/games',
    token: 'operator',
    response: platformGamesSchema,
    refusals: [],
  },
  listUsers: {
    summary: 'Staff of the platform',
    method: 'GET',
    service: 'play',
    path: '/v1/users',
    token: 'operator',
    response: platformUsersSchema,
    refusals: [],
  },
  sendMaintenance: {
    summary: 'Notice of a maintenance at the provider',
    method: 'POST',
    service: 'play',
    path: '/v1/maintenances',
    token: 'maintenance',
    body: maintenanceNoticeSchema,
    response: maintenanceReceiptSchema,
    refusals: [],
  },
  getBets: {
    summary: 'Allowed bets of a game at an operator',
    method: 'GET',
    service: 'gaming',
    path: '/v1/operators/{operatorCode}/games/{gameSlug}/bets',
    token: 'gaming',
    params: betsParams,
    response: platformBetsSchema,
    refusals: [404],
  },
  changeBets: {
    summary: 'Replaces the allowed bets of a game at an operator, answers the new list',
    method: 'PUT',
    service: 'gaming',
    path: '/v1/operators/{operatorCode}/games/{gameSlug}/bets',
    token: 'gaming',
    params: betsParams,
    body: changeBetsSchema,
    response: platformBetsSchema,
    refusals: [404, 409],
  },
  checkHealth: {
    summary: 'Answers 200 when the service works and the token is right',
    method: 'GET',
    service: 'any',
    path: '/health',
    token: 'own',
    response: platformHealthSchema,
    refusals: [],
  },
} as const satisfies Record<string, PlatformEndpoint>;

export type PlatformEndpointName = keyof typeof platformEndpoints;
