import type { AnyEndpoint, ResponseOf } from '@ludus/contract';
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallInput, call } from './client.ts';
import { ApiError } from './error.ts';

/** The start of every key of an endpoint: invalidating it reaches all its parameters. */
export function keyOf(endpoint: AnyEndpoint): readonly [string] {
  return [endpoint.id];
}

/** Query options of a call: the key holds every parameter that is sent, so two different questions never share one. */
export function queryFor<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
  return queryOptions<ResponseOf<E>, Error, ResponseOf<E>, readonly unknown[]>({
    queryKey: [endpoint.id, { params, query, body }],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
}

const limitRetries = 3;

/** Retries only lost connections, unavailable servers and calls that came too fast. A refusal is final. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 429) return failures < limitRetries;
  return failures < 1 && (error.status === 0 || error.status === 503);
}

/** Milliseconds before another try; after a 429 as long as the server asks for, and not all calls in the same instant. */
export function retryDelay(failures: number, error: Error): number {
  if (error instanceof ApiError && error.retryAfterSeconds !== undefined) {
    return error.retryAfterSeconds * 1_000 + Math.random() * 2_000;
  }
  return Math.min(1_000 * 2 ** failures, 30_000);
}

const lookAgainMs = 30_000;

/**
 * Reads again what could not be refreshed and stands on screen as of before: without that the remark about it would outlast its
 * cause. What has nothing to show is left to the reader, who has a button, and a refusal is final.
 */
export function lookAgain({ state: { data, error } }: { state: { data?: unknown; error: Error | null } }) {
  const isPassing = !(error instanceof ApiError) || error.status === 0 || error.status >= 429;
  return error !== null && data !== undefined && isPassing ? lookAgainMs : (false as const);
}

/** A call that was given up is no failure. */
const isGivenUp = (error: Error) => error.name === 'AbortError';

/** Log every failure, which nothing else does. Whether one has a message of its own is for the screen to decide. */
export function loggingCaches() {
  return {
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (!isGivenUp(error)) console.warn(`${String(queryKey[0])} failed.`, error);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!isGivenUp(error)) console.error('A change failed.', error);
      },
    }),
  };
}

/**
 * Without a connection everything fails at once and says so. Held back until there is one, a read would look as if it went
 * on, and a change would be made long after the person has given it up. Reads are asked again once the connection is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    ...loggingCaches(),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay,
        refetchInterval: lookAgain,
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
