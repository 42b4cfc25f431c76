import { type CacheTag, readsOf } from '@ludus/contract';
import { hashKey, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Marks every query that shows one of these resources as out of date; what is on screen is read again. `except` is a query
 * whose data is known already. Resolves when what is on screen has been read.
 */
export function invalidateTags(
  queryClient: QueryClient,
  tags: readonly CacheTag[],
  except?: QueryKey,
): Promise<void> {
  const reads = readsOf(tags);
  const exceptHash = except && hashKey(except);
  return queryClient.invalidateQueries({
    predicate: ({ queryKey, queryHash }) => reads.has(String(queryKey[0])) && queryHash !== exceptHash,
  });
}

/** `invalidateTags` of the query cache in use. */
export function useInvalidateTags() {
  const queryClient = useQueryClient();
  return useCallback(
    (tags: readonly CacheTag[], except?: QueryKey) => invalidateTags(queryClient, tags, except),
    [queryClient],
  );
}
