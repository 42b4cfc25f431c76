import type { AnyEndpoint, ResponseOf } from '@ludus/contract';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, type CallInput, call } from './client.ts';

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

/** Refusals are answers: only lost connections and server failures are worth a second try. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (failures >= 1) return false;
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * Without a connection everything fails at once and says so. Held back until there is one, a read would look as if it went
 * on, and a change would be made long after the person has given it up. Reads are asked again once the connection is back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: shouldRetry,
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
