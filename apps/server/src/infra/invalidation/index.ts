/** Caches of rows that are dropped when a process changes them. */

export { type Cache, createCache } from './cache.ts';
export { createInvalidationListener, type InvalidationListener } from './invalidation-listener.ts';
