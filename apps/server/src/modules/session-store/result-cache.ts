import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';

type IntegersQuery = Parameters<ClickHouse['integers']>;

/** Runs a query for whole numbers as of a data version of the session store; see {@link ClickHouse.integers}. */
export type QueryCachedIntegers = (dataVersion: string, ...query: IntegersQuery) => Promise<BigInt64Array>;

/**
 * Caches results of the engine, up to a number of bytes. After a fetch everyone's screens run the same queries: the first
 * reaches the engine, the others wait for the same result. A statement contains everything that its result depends on,
 * the caller's integrations included, except the sessions themselves; these are what the data version stands for.
 */
export function createResultCache(
  clickhouse: Pick<ClickHouse, 'integers'>,
  maxBytes: number,
): QueryCachedIntegers {
  if (maxBytes === 0) return (_dataVersion, ...query) => clickhouse.integers(...query);
  const results = new LRUCache<string, BigInt64Array, IntegersQuery>({
    maxSize: maxBytes,
    sizeCalculation: (values, key) => values.byteLength + 2 * key.length,
    // Whoever waits for a result gets it, also when it has been evicted in the meantime.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (_key, _previous, { context }) => clickhouse.integers(...context),
  });
  return (dataVersion, ...query) => results.forceFetch(`${dataVersion} ${query[0]}`, { context: query });
}
