import { isValidIdentity, recognisedRoles, roles } from '@ludus/contract';
import { z } from 'zod';
import { ForbiddenError } from '../errors/index.ts';
import { type Actor, actorFromIdentity, type IntegrationDirectory } from './index.ts';

/** The person behind a job, as signed in when it was asked for. Part of payloads. */
export const requesterSchema = z.strictObject({
  userId: z.string(),
  username: z.string(),
  email: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  integrationName: z.string().nullable(),
});
export type Requester = z.infer<typeof requesterSchema>;

export interface RequesterAccount {
  id: string;
  username: string;
  email: string;
  roles: readonly string[];
  integrationName: string | null;
  enabled: boolean;
}

export interface RequesterPorts {
  /** Accounts of the built-in identity provider; with another one, the roles of the request stand. */
  accounts: {
    readonly builtIn: boolean;
    findAccountByUsername(username: string): Promise<RequesterAccount | undefined>;
  };
  directory: IntegrationDirectory;
}

export function requesterOf(actor: Actor): Requester {
  const { userId, username, email } = actor;
  return {
    userId,
    username,
    email,
    roles: [...actor.roles],
    integrationName: actor.integration?.name ?? null,
  };
}

/**
 * The person with the roles and the integration they have now: what a job makes long after it was asked for must not
 * show more than they may see by then. @throws ForbiddenError when they may not sign in any more
 */
export async function findRequester(
  requester: Requester,
  { accounts, directory }: RequesterPorts,
): Promise<Actor> {
  let { roles: held, integrationName, email } = requester;
  if (accounts.builtIn) {
    const account = await accounts.findAccountByUsername(requester.username);
    if (account === undefined || !account.enabled || account.id !== requester.userId) throw gone();
    held = recognisedRoles(account.roles);
    ({ integrationName, email } = account);
  }
  if (!isValidIdentity({ roles: held, integrationName })) throw gone();
  const integration = integrationName === null ? null : await directory.findByName(integrationName);
  return actorFromIdentity({ ...requester, email, roles: held }, integration);
}

const gone = () => new ForbiddenError('The person who asked for this mail may not sign in any more.');
