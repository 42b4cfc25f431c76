import type { ConformanceCheckId } from '@ludus/contract/conformance';
import type { Client } from './client.ts';
import type { Evidence } from './evidence.ts';
import type { Probe } from './probe.ts';

export interface CheckContext {
  client: Client;
  evidence: Evidence;
  probe: Probe;
}

/** What a check does; it throws `Skipped` where it cannot be made. */
export type Check = (context: CheckContext) => Promise<void>;
export type Checks = Partial<Record<ConformanceCheckId, Check>>;

/** An id that no platform has. */
export const unknownSession = 'conformance-no-such-session';

/** At most so many of a list, spread over it evenly. */
export function sample<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** Runs `work` for each item, at most `limit` at a time; results in the order of the items. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const runner = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner));
  return results;
}
