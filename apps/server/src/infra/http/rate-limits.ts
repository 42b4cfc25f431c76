import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit';
import type { AnyEndpoint } from '@ludus/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { personBehind } from '../access/index.ts';
import type { Settings } from '../config/settings.ts';
import { TooManyRequestsError } from '../errors/index.ts';
import { countedNetwork } from './addresses.ts';
import type { CallCount, CallCounts } from './call-counts.ts';

/** Limits of this size and below are counted exactly; larger ones without a query to PostgreSQL each time. */
const largestExactLimit = 300;
/** Loading a page takes many files, and sending one costs little. */
const filesPerCall = 5;
const minuteMs = 60_000;
const longestPerson = 150;

/** Throws when a request is one too many. */
export type LimitCheck = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
  /** Counts every request by its address; calls and sign-in apart from files. */
  perAddress: LimitCheck;
  /** Counts every call of a signed-in user. */
  rateLimitPerUser: LimitCheck;
  /** The limit of an expensive call; by user, or by address where no one is signed in. */
  perMinute(endpoint: AnyEndpoint): LimitCheck | undefined;
}

/** Sets up the limits. Each counts a minute of the clock, over all processes. */
export async function createRateLimits(
  server: FastifyInstance,
  settings: Pick<Settings, 'rateLimitPerson' | 'rateLimitAddress'>,
  counts: CallCounts,
): Promise<RateLimits> {
  await server.register(rateLimit, { global: false, store: storeOf(counts), timeWindow: minuteMs });

  function limit(max: number, keyGenerator: (request: FastifyRequest) => string): LimitCheck {
    if (max === 0) return async () => {};
    const check = server.createRateLimit({ max, timeWindow: minuteMs, keyGenerator });
    return async (request) => {
      const found = await check(request);
      if (!found.isAllowed && found.isExceeded) throw new TooManyRequestsError(found.ttlInSeconds);
    };
  }

  const networkOf = (request: FastifyRequest) => countedNetwork(request.ip);
  function personOf(request: FastifyRequest): string {
    if (request.actor === null) return `address ${networkOf(request)}`;
    const person = personBehind(request.actor).userId.slice(0, longestPerson);
    // The tokens of a person share a count of their own: programs take no call from the browser, and more tokens give no more calls.
    return request.actor.apiToken === undefined ? person : `tokens of ${person}`;
  }
  const { rateLimitAddress, rateLimitPerson } = settings;
  const calls = limit(rateLimitAddress, (request) => `calls ${networkOf(request)}`);
  const files = limit(rateLimitAddress * filesPerCall, (request) => `files ${networkOf(request)}`);
  return {
    perAddress: (request) => (isFile(request) ? files : calls)(request),
    rateLimitPerUser: limit(rateLimitPerson, (request) => `person ${personOf(request)}`),
    perMinute({ id, perMinute }) {
      return perMinute === undefined
        ? undefined
        : limit(perMinute, (request) => `${id} ${personOf(request)}`);
    },
  };
}

function isFile({ method, raw }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|realms)\//.test(raw.url ?? '');
}

type Store = NonNullable<Parameters<typeof rateLimit>[1]['store']>;

/** The counts as a store of the plugin. */
function storeOf(counts: CallCounts): Store {
  return class CountStore {
    readonly #isExact: boolean;

    constructor({ max }: { max?: unknown }) {
      this.#isExact = typeof max === 'number' && max <= largestExactLimit;
    }

    incr(key: string, done: (error: Error | null, count?: CallCount) => void): void {
      if (!this.#isExact) done(null, counts.count(key));
      else counts.countExactly(key).then((count) => done(null, count), done);
    }

    child(options: CreateRateLimitOptions): CountStore {
      return new CountStore(options);
    }
  } as unknown as Store;
}
