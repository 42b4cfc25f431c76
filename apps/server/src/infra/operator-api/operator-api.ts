import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, type ServiceAnswer, textMessage } from '@ludus/contract';
import {
  bearer,
  type MaintenanceNotice,
  NDJSON_MEDIA_TYPE,
  type PlatformBets,
  type PlatformEndpoint,
  type PlatformGame,
  type PlatformOperator,
  type PlatformService,
  type PlatformSession,
  type PlatformTotals,
  type PlatformUser,
  platformEndpoints,
  platformUrls,
} from '@ludus/contract/operator-api';
import type { z } from 'zod';
import type { Secret } from '../crypto/index.ts';
import type { Outgoing, OutgoingRequest } from '../outgoing/index.ts';
import { checkHealth } from './health.ts';
import { splitLines } from './lines.ts';
import { OperatorApiError, toOperatorApiError } from './operator-api-error.ts';
import { assertUsable } from './responses.ts';
import { collectPage, type SessionPage } from './session-page.ts';

export interface ServiceConnection {
  readonly url: string;
  /** Null where none is set. `Secret` shows itself in no log and no JSON; `reveal()` returns the value for a header. */
  readonly token: Secret | null;
}

/** Addresses and tokens of one operator platform. */
export interface OperatorConnection {
  readonly services: Readonly<Record<PlatformService, ServiceConnection>>;
  readonly bookkeepingToken: Secret | null;
  readonly operatorToken: Secret | null;
  readonly maintenanceToken: Secret | null;
}

/** A game at an operator, as the platform writes both. */
export interface GameAtOperator {
  operatorCode: string;
  gameSlug: string;
}

/** Time-outs in milliseconds, sizes in bytes. */
export interface OperatorApiLimits {
  /** Longest silence while connecting, before the head and between two pieces of the body. */
  idleTimeoutMs: number;
  /** Longest time for one page of sessions. */
  pageTimeoutMs: number;
  /** Longest time for a health check: 300 silent integrations are checked within 40 of the 60 seconds. */
  healthTimeoutMs: number;
  /** Longest time for any other call. */
  callTimeoutMs: number;
  maxPageBytes: number;
  maxLineBytes: number;
  maxResponseBytes: number;
  /** Waits before the second, third, ... attempt of a page. */
  backoffMs: readonly number[];
}

const defaultLimits: OperatorApiLimits = {
  idleTimeoutMs: 20_000,
  pageTimeoutMs: 180_000,
  healthTimeoutMs: 5_000,
  callTimeoutMs: 15_000,
  maxPageBytes: 64 * 1024 * 1024,
  maxLineBytes: 64 * 1024,
  maxResponseBytes: 4 * 1024 * 1024,
  backoffMs: [500, 2_000, 6_000],
};

/**
 * The calls of the operator API. Each carries the token that the API names for it or, where that is not set, the token of
 * the service. All of them throw an OperatorApiError when the platform does not respond properly, and the signal's reason
 * when it is aborted. Only pages of sessions are retried here; what may change something at a platform never is.
 */
export interface OperatorApi {
  /** @throws OutgoingError `bad-address` or `refused` for an address that no call would be sent to */
  assertCallable(url: string): Promise<void>;
  /**
   * One page of the sessions changed in a time range. A cut, failed or silent page is requested again from the same
   * cursor, a bounded number of times.
   */
  readSessionPage(
    connection: OperatorConnection,
    query: { changedFrom: string; changedTo: string; cursor: string | null; limit: number },
    signal: AbortSignal,
  ): Promise<SessionPage>;
  /** One session in its latest state; null where the platform does not know it. */
  readSession(
    connection: OperatorConnection,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<PlatformSession | null>;
  closeSession(
    connection: OperatorConnection,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<PlatformSession>;
  /** Sums per Rome day and type, first and last day included. */
  readTotals(
    connection: OperatorConnection,
    days: { from: string; to: string },
    signal: AbortSignal,
  ): Promise<PlatformTotals>;
  /** Address of the page with the rounds of a session; null where the platform does not know the session. */
  readFeedLink(
    connection: OperatorConnection,
    sessionId: string,
    signal: AbortSignal,
  ): Promise<string | null>;
  listOperators(connection: OperatorConnection): Promise<PlatformOperator[]>;
  listGames(connection: OperatorConnection): Promise<PlatformGame[]>;
  listUsers(connection: OperatorConnection): Promise<PlatformUser[]>;
  /** Sending the same id again replaces the earlier notice. */
  sendMaintenance(
    connection: OperatorConnection,
    notice: MaintenanceNotice,
    signal: AbortSignal,
  ): Promise<void>;
  readBets(connection: OperatorConnection, place: GameAtOperator): Promise<PlatformBets>;
  /** Replaces the list, and returns what the platform holds now. */
  changeBets(
    connection: OperatorConnection,
    place: GameAtOperator,
    bets: readonly number[],
  ): Promise<PlatformBets>;
  /** Every kind of failure is a result, in words. */
  checkHealth(service: ServiceConnection, signal?: AbortSignal): Promise<ServiceAnswer>;
}

interface Call {
  url: string;
  signal?: AbortSignal;
  body?: unknown;
}

export function createOperatorApi(
  outgoing: Pick<Outgoing, 'send' | 'assertCallable'>,
  options: {
    limits?: Partial<OperatorApiLimits>;
    /** Resolves after the time; rejects with the signal's reason when that comes first. */
    wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
  } = {},
): OperatorApi {
  const limits = { ...defaultLimits, ...options.limits };
  const wait = options.wait ?? ((milliseconds, signal) => sleep(milliseconds, undefined, { signal }));

  /** Sends a call that returns JSON. @throws OperatorApiError */
  async function call<Schema extends z.ZodType>(
    endpoint: PlatformEndpoint & { response: Schema },
    connection: OperatorConnection,
    { url, signal, body }: Call,
  ): Promise<z.output<Schema>> {
    const service = serviceOf(endpoint);
    try {
      const response = await outgoing.send(url, {
        method: endpoint.method,
        headers: {
          ...authorizationOf(connection, endpoint),
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
        idleTimeoutMs: Math.min(limits.idleTimeoutMs, limits.callTimeoutMs),
        timeoutMs: limits.callTimeoutMs,
        maxBytes: limits.maxResponseBytes,
      } satisfies OutgoingRequest);
      await assertUsable(response, service, ['application/json']);
      return await response.json(endpoint.response);
    } catch (error) {
      signal?.throwIfAborted();
      throw toOperatorApiError(error, service);
    }
  }

  async function readPageOnce(
    url: string,
    connection: OperatorConnection,
    signal: AbortSignal,
  ): Promise<SessionPage> {
    const response = await outgoing.send(url, {
      headers: {
        ...authorizationOf(connection, platformEndpoints.listChangedSessions),
        accept: NDJSON_MEDIA_TYPE,
      },
      signal,
      idleTimeoutMs: limits.idleTimeoutMs,
      timeoutMs: limits.pageTimeoutMs,
      maxBytes: limits.maxPageBytes,
    });
    await assertUsable(response, 'data', [NDJSON_MEDIA_TYPE, 'application/ndjson', 'application/jsonl']);
    return collectPage(splitLines(response.body, limits.maxLineBytes));
  }

  return {
    assertCallable: (url) => outgoing.assertCallable(url),

    async readSessionPage(connection, { cursor, ...query }, signal) {
      const url = platformUrls.changedSessions(
        connection.services.data.url,
        cursor === null ? query : { ...query, cursor },
      );
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        try {
          return await readPageOnce(url, connection, signal);
        } catch (error) {
          signal.throwIfAborted();
          const failure = toOperatorApiError(error, 'data');
          const backoff = limits.backoffMs[attempt];
          if (!failure.isRetryable) throw failure;
          if (backoff === undefined) {
            const detail = messageOf('services.askedTimes', {
              failure: failure.detail ?? textMessage(failure.message),
              count: attempt + 1,
            });
            throw new OperatorApiError(detail, true, failure.responseStatus, { cause: failure });
          }
          await wait(backoff, signal);
        }
      }
    },

    readSession(connection, sessionId, signal) {
      const url = platformUrls.session(connection.services.data.url, sessionId);
      return nullWhenNotFound(call(platformEndpoints.getSession, connection, { url, signal }));
    },

    closeSession(connection, sessionId, signal) {
      const url = platformUrls.closeSession(connection.services.data.url, sessionId);
      return call(platformEndpoints.closeSession, connection, { url, signal });
    },

    readTotals(connection, days, signal) {
      const url = platformUrls.totals(connection.services.data.url, days);
      return call(platformEndpoints.getTotals, connection, { url, signal });
    },

    async readFeedLink(connection, sessionId, signal) {
      const url = platformUrls.transactionsFeedLink(connection.services.data.url, sessionId);
      const link = await nullWhenNotFound(
        call(platformEndpoints.getTransactionsFeedLink, connection, { url, signal }),
      );
      return link?.url ?? null;
    },

    async listOperators(connection) {
      const url = platformUrls.operators(connection.services.play.url);
      return (await call(platformEndpoints.listOperators, connection, { url })).operators;
    },

    async listGames(connection) {
      const url = platformUrls.games(connection.services.play.url);
      return (await call(platformEndpoints.listGames, connection, { url })).games;
    },

    async listUsers(connection) {
      const url = platformUrls.users(connection.services.play.url);
      return (await call(platformEndpoints.listUsers, connection, { url })).users;
    },

    async sendMaintenance(connection, notice, signal) {
      const url = platformUrls.maintenances(connection.services.play.url);
      await call(platformEndpoints.sendMaintenance, connection, { url, signal, body: notice });
    },

    readBets(connection, { operatorCode, gameSlug }) {
      const url = platformUrls.bets(connection.services.gaming.url, operatorCode, gameSlug);
      return call(platformEndpoints.getBets, connection, { url });
    },

    changeBets(connection, { operatorCode, gameSlug }, bets) {
      const url = platformUrls.bets(connection.services.gaming.url, operatorCode, gameSlug);
      return call(platformEndpoints.changeBets, connection, { url, body: { bets } });
    },

    checkHealth: (service, signal) =>
      checkHealth(outgoing, service, { timeoutMs: limits.healthTimeoutMs, signal }),
  };
}

/** The service that serves a call; a health check, which any of them serves, is no call of this kind. */
function serviceOf({ service }: PlatformEndpoint): PlatformService {
  if (service === 'any') throw new Error('The call belongs to no single service.');
  return service;
}

/** Without any token the call is sent without one: whether that will do is the platform's decision. */
function authorizationOf(
  { services, ...tokens }: OperatorConnection,
  endpoint: PlatformEndpoint,
): { authorization: string } | Record<never, never> {
  const own = services[serviceOf(endpoint)].token;
  const named =
    endpoint.token === 'bookkeeping' || endpoint.token === 'operator' || endpoint.token === 'maintenance'
      ? tokens[`${endpoint.token}Token`]
      : null;
  const token = named ?? own;
  return token === null ? {} : bearer(token.reveal());
}

async function nullWhenNotFound<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof OperatorApiError && error.responseStatus === 404) return null;
    throw error;
  }
}
