import type { ChangeFeed } from './feed.ts';

/** What was read from tables, kept until one of them changes. */
export interface Memory<Key, Value> {
  /** The value of now: from memory while it is surely current, else loaded. A failed load is not remembered. */
  read(key: Key): Promise<Value>;
}

/**
 * Remembers what `load` answers per key, at most `limit` keys, the least recently used leaving first. Callers share
 * the value: treat it as frozen. While the feed is not live every read loads.
 */
export function createMemory<Key extends string | number, Value>(
  feed: ChangeFeed,
  tables: readonly string[],
  load: (key: Key) => Promise<Value>,
  limit = 500,
): Memory<Key, Value> {
  const kept = new Map<Key, Promise<Value>>();
  // A load that began before a change is handed to those who wait for it, and then forgotten with the rest.
  feed.onChange(tables, () => kept.clear());
  return {
    read(key) {
      if (!feed.live) return load(key);
      const known = kept.get(key);
      const value = known ?? load(key);
      kept.delete(key);
      kept.set(key, value);
      if (known === undefined) {
        value.catch(() => {
          if (kept.get(key) === value) kept.delete(key);
        });
        const oldest = kept.keys().next().value;
        if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
      }
      return value;
    },
  };
}
