import { type Identity, messageOf, recognisedRoles } from '@ludus/contract';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../infra/errors/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { findHubUser } from './administration.repo.ts';
import type { IdentityProvider } from './identity-provider.ts';

/**
 * The claims a token of a user would hold now: from their provider, or, where it may not be asked, from their last call to
 * the hub. Undefined when they would get none.
 * @throws UpstreamError when the provider is unavailable, UnavailableError when it may not be asked and no call is stored
 */
export async function identityOf(
  db: Db,
  identityProvider: IdentityProvider | undefined,
  subject: string,
): Promise<Identity | undefined> {
  if (identityProvider !== undefined) return identityProvider.identity(db, subject);
  const person = await findHubUser(db, { subject });
  // A call is stored after it was authenticated, so the first one may not be there yet.
  if (person === undefined) throw new UnavailableError(messageOf('refusals.roleUnknown'));
  if (!person.enabled) return undefined;
  const { username, email, roles, integration_name: integrationName } = person;
  return { userId: subject, username, email, roles: recognisedRoles(roles), integrationName };
}

/**
 * Returns `ask` with a cache of 30 seconds per user where accounts are kept outside the hub.
 * Revocations by the hub take effect at once, in all processes.
 */
export function createRecentIdentities(
  ask: (subject: string) => Promise<Identity | undefined>,
  { isLocal, onChange }: { isLocal: boolean; onChange(listener: () => void): void },
): (subject: string) => Promise<Identity | undefined> {
  if (isLocal) return ask;
  const cache = new LRUCache<string, { identity: Identity | undefined }>({ max: 5_000, ttl: 30_000 });
  onChange(() => cache.clear());
  return async (subject) => {
    const known = cache.get(subject);
    if (known !== undefined) return known.identity;
    const identity = await ask(subject);
    cache.set(subject, { identity });
    return identity;
  };
}
