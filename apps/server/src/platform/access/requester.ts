import { type Identity, isValidIdentity, type Scope } from '@ludus/contract';
import { ForbiddenError } from '../errors/index.ts';
import { type Actor, actorFromIdentity, type IntegrationDirectory } from './index.ts';

/** Tells what people may do at this moment, long after their last token perhaps. */
export interface CurrentRights {
  /**
   * What a token of somebody would say now, by the `sub` of tokens; undefined for who would get none.
   * @throws UpstreamError or UnavailableError when nobody can tell: rights that are not known are no rights.
   */
  identityOf(subject: string): Promise<Identity | undefined>;
  directory: IntegrationDirectory;
}

/** Somebody with the roles and the integration they have now; undefined when they may not sign in. */
export async function findActor(
  subject: string,
  { identityOf, directory }: CurrentRights,
): Promise<Actor | undefined> {
  const identity = await identityOf(subject);
  if (identity === undefined || !isValidIdentity(identity)) return undefined;
  const { integrationName } = identity;
  return actorFromIdentity(
    identity,
    integrationName === null ? null : await directory.findByName(integrationName),
  );
}

/**
 * The person behind a job as they are now: what is made long after it was asked for must not show more than they may see
 * by then.
 * @throws ForbiddenError in words for the board, when they may not sign in any more or lack the scope by now
 */
export async function findRequester(subject: string, scope: Scope, rights: CurrentRights): Promise<Actor> {
  const actor = await findActor(subject, rights);
  if (actor === undefined) {
    throw new ForbiddenError('The person who asked for this may not sign in any more.');
  }
  if (!actor.can(scope)) throw new ForbiddenError('The person who asked for this may not have it any more.');
  return actor;
}
