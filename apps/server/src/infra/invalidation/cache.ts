import { LRUCache } from 'lru-cache';
import type { InvalidationListener } from './invalidation-listener.ts';

/** A cache of values that are read from tables and dropped when one of them changes. */
export interface Cache<Key, Value> {
  /** The current value: from the cache while that is known to be current, else loaded. A failed load is not cached. */
  read(key: Key): Promise<Value>;
}

/**
 * Caches what `load` returns per key, at most `limit` keys. Callers share the value: treat it as frozen. While the
 * listener is not live every read loads.
 */
export function createCache<Key extends string | number, Value>(
  listener: InvalidationListener,
  tables: readonly string[],
  load: (key: Key) => Promise<Value>,
  limit = 500,
): Cache<Key, Value> {
  const cache = new LRUCache<Key, Promise<Value>>({ max: limit });
  // A load that began before a change still returns to its callers, and is dropped with the rest.
  listener.onChange(tables, () => cache.clear());
  return {
    read(key) {
      if (!listener.live) return load(key);
      const known = cache.get(key);
      if (known !== undefined) return known;
      const value = load(key);
      cache.set(key, value);
      value.catch(() => {
        if (cache.peek(key) === value) cache.delete(key);
      });
      return value;
    },
  };
}
