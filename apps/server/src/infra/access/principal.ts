import { type Identity, isValidIdentity, messageOf, type Scope } from '@ludus/contract';
import { ForbiddenError } from '../errors/index.ts';
import { type Actor, actorFromIdentity, type IntegrationLookup } from './index.ts';

/** Looks up the current rights of a person, perhaps long after their last token was issued. */
export interface CurrentRights {
  /**
   * The claims that a token of this person would hold now, by `sub`; undefined when they would get none.
   * @throws UpstreamError or UnavailableError when the identity provider cannot be asked: unknown rights are no rights.
   */
  identityOf(subject: string): Promise<Identity | undefined>;
  integrations: IntegrationLookup;
}

/** The person with their current roles and integration; undefined when they may not sign in. */
export async function findActor(
  subject: string,
  { identityOf, integrations }: CurrentRights,
): Promise<Actor | undefined> {
  const identity = await identityOf(subject);
  if (identity === undefined || !isValidIdentity(identity)) return undefined;
  const { integrationName } = identity;
  return actorFromIdentity(
    identity,
    integrationName === null ? null : await integrations.findByName(integrationName),
  );
}

/**
 * The principal of a job with their current rights: a job must not show more than the person may see when it runs.
 * @throws ForbiddenError with a message for the jobs board, when they may not sign in any more or lack the scope by now
 */
export async function findPrincipal(subject: string, scope: Scope, rights: CurrentRights): Promise<Actor> {
  const actor = await findActor(subject, rights);
  if (actor === undefined) {
    throw new ForbiddenError(messageOf('refusals.requesterSignedOut'));
  }
  if (!actor.can(scope)) throw new ForbiddenError(messageOf('refusals.requesterNoAccess'));
  return actor;
}
