import { inRoot } from './paths.mjs';

/** What a process of the hub has in its environment unless it is set. */
export const hubDefaults = {
  // What is freed goes back to the system: with a pool of memory for each thread, those of pictures and files keep it.
  MALLOC_ARENA_MAX: '2',
  // Node keeps what it has compiled: a later start spends a third less on loading.
  NODE_COMPILE_CACHE: inRoot('.cache', 'node'),
  NODE_ENV: 'production',
  // Node may keep three times this for values that live shortly; by default that is up to 96 MB more.
  NODE_OPTIONS: '--max-semi-space-size=16',
  // The session store runs its queries on Node's threads; files, hashes and pictures need some as well.
  UV_THREADPOOL_SIZE: '8',
};
