import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { createCache, type InvalidationListener } from '../../infra/invalidation/index.ts';
import { type KeyDeps, loadProviderKeys, type ProviderKeys } from './identity.keys.ts';

/** The provider's current keys, whichever process created or rotated them. */
export interface KeyRing {
  read(): Promise<ProviderKeys>;
  /** Finds the key of a token that this provider has signed. */
  readonly tokenKeys: JWTVerifyGetKey;
}

/** Tokens of unknown keys make this process look for new ones at most this often. */
const reloadAfterMs = 5_000;

/** Without an invalidation listener (command lines, tests of one module) keys are read once, and again for unknown ones. */
export function createKeyRing(deps: KeyDeps & { changes?: InvalidationListener | undefined }): KeyRing {
  const load = () => loadProviderKeys(deps);
  const memory = deps.changes && createCache<'all', ProviderKeys>(deps.changes, ['oidc_keys'], load, 1);
  let loaded: Promise<ProviderKeys> | undefined;
  let reloadedAt = Number.NEGATIVE_INFINITY;

  function read(): Promise<ProviderKeys> {
    if (memory !== undefined) return memory.read('all');
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  const keySetOf = lastOf(async ({ publicKeys }: ProviderKeys) => createLocalJWKSet(publicKeys));

  return {
    read,
    async tokenKeys(header, token) {
      const find = async (keys: ProviderKeys) => (await keySetOf(keys))(header, token);
      try {
        return await find(await read());
      } catch (error) {
        const isUnknown = error instanceof errors.JWKSNoMatchingKey;
        if (!isUnknown || performance.now() - reloadedAt < reloadAfterMs) throw error;
        // Another process may sign with a new key before this one is notified of it.
        reloadedAt = performance.now();
        loaded = load();
        return find(await loaded);
      }
    },
  };
}

/** Derives a value from the keys, again only when they have changed; a failure is retried. */
export function lastOf<T>(make: (keys: ProviderKeys) => Promise<T>): (keys: ProviderKeys) => Promise<T> {
  let last: { id: string; made: Promise<T> } | undefined;
  return (keys) => {
    if (last?.id !== keys.id) {
      const entry = { id: keys.id, made: make(keys) };
      entry.made.catch(() => {
        if (last === entry) last = undefined;
      });
      last = entry;
    }
    return last.made;
  };
}
