import { LRUCache } from 'lru-cache';
import type { ClickHouse } from '../../platform/clickhouse/index.ts';

type Question = Parameters<ClickHouse['integers']>;

/** Asks the engine for whole numbers as of a generation of the books; see {@link ClickHouse.integers}. */
export type AskIntegers = (generation: string, ...question: Question) => Promise<BigInt64Array>;

/**
 * Remembers what the engine has answered, up to a number of bytes. After a fetch everybody's screens ask the same: the
 * first is answered by the engine, those who ask meanwhile wait for the same answer. A statement names everything it
 * depends on, the caller's integrations too, but for the sessions themselves; these are what a generation stands for.
 */
export function rememberAnswers(clickhouse: Pick<ClickHouse, 'integers'>, mostBytes: number): AskIntegers {
  if (mostBytes === 0) return (_generation, ...question) => clickhouse.integers(...question);
  const known = new LRUCache<string, BigInt64Array, Question>({
    maxSize: mostBytes,
    sizeCalculation: (values, key) => values.byteLength + 2 * key.length,
    // Who waits for an answer gets it, also when others have taken its place meanwhile.
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => clickhouse.integers(...context),
  });
  return (generation, ...question) => known.forceFetch(`${generation} ${question[0]}`, { context: question });
}
