import { type Identity, recognisedRoles } from '@ludus/contract';
import { UnavailableError } from '../../platform/errors/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { findHubUser } from './administration.repo.ts';
import type { IdentityDirectory } from './users.directory.ts';

/**
 * What a token of somebody would say now: as their provider answers, or, where it may not be asked, as their last call to
 * the hub said. Undefined for who would get none.
 * @throws UpstreamError when the provider is away, UnavailableError when it may not be asked and no call has been noted
 */
export async function identityOf(
  db: Db,
  directory: IdentityDirectory | undefined,
  subject: string,
): Promise<Identity | undefined> {
  if (directory !== undefined) return directory.identity(db, subject);
  const person = await findHubUser(db, { subject });
  // Calls are noted beside the call, so the first one may not stand yet.
  if (person === undefined)
    throw new UnavailableError('What this person may do is not known to the hub yet.');
  if (!person.enabled) return undefined;
  const { username, email, roles, integration_name: integrationName } = person;
  return { userId: subject, username, email, roles: recognisedRoles(roles), integrationName };
}
