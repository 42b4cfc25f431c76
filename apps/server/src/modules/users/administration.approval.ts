import {
  type BodyOf,
  type ChangeRow,
  type createAccount,
  type Message,
  messageOf,
  type Role,
  textMessage,
  type User,
  type updateAccount,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { ChangeDescription, GuardedCall } from '../approvals/index.ts';
import type { Rights } from './administration.policy.ts';
import { lockAccounts } from './administration.repo.ts';
import type { IdentityProvider, IdentityProviderUser } from './identity-provider.ts';

/** A user who is to be created. One that was held has no temporary password: it would be stored. */
export type NewUser = BodyOf<typeof createAccount>;

/** What is to be changed of a user. */
export interface UserChange {
  subject: string;
  body: BodyOf<typeof updateAccount>;
}

/** The changes of users that may need a second person: a new user, and an update where someone's rights change. */
export interface GuardedUsers {
  guardedCreation: GuardedCall<NewUser>;
  guardedUpdate: GuardedCall<UserChange>;
}

interface PlannedUpdate {
  account: IdentityProviderUser;
  before: User;
  rights: Rights;
  role: Role | undefined;
  newRole: boolean;
  newIntegration: boolean;
}

/** The steps of the calls; each runs in the caller's transaction. */
interface UserSteps {
  /** @throws ConflictError where accounts cannot be administered */
  accounts(): IdentityProvider;
  planCreation(tx: Tx, actor: Actor, body: NewUser): Promise<{ integrationName: string | null }>;
  create(tx: Tx, actor: Actor, body: NewUser): Promise<unknown>;
  planUpdate(tx: Tx, actor: Actor, change: UserChange): Promise<PlannedUpdate>;
  update(tx: Tx, actor: Actor, change: UserChange): Promise<unknown>;
  /** @throws ConflictError for the last administrator */
  keepAdministrator(tx: Tx, accounts: IdentityProvider, account: IdentityProviderUser): Promise<void>;
}

export function guardUsers(steps: UserSteps): GuardedUsers {
  return {
    guardedCreation: {
      kind: 'roles',
      call: 'createAccount',
      scope: 'users:manage',
      async describe(tx, actor, body) {
        await lockAccounts(tx);
        const { integrationName } = await steps.planCreation(tx, actor, body);
        requireFreeNames(actor, await steps.accounts().list(tx), body);
        return describeCreation(body, integrationName);
      },
      apply: steps.create,
    },
    guardedUpdate: {
      kind: 'roles',
      call: 'updateAccount',
      scope: 'users:manage',
      async describe(tx, actor, change) {
        await lockAccounts(tx);
        const plan = await steps.planUpdate(tx, actor, change);
        if (!plan.newRole && !plan.newIntegration) return null;
        if (plan.newRole) await steps.keepAdministrator(tx, steps.accounts(), plan.account);
        return describeUpdate(plan, change.body);
      },
      apply: steps.update,
    },
  };
}

const roleTexts: Record<Role, Message> = {
  ludus_admin: messageOf('approvals.ludusAdmin'),
  ludus_manager: messageOf('approvals.ludusManager'),
  integration_admin: messageOf('approvals.integrationAdmin'),
  integration_manager: messageOf('approvals.integrationManager'),
  integration_guest: messageOf('approvals.integrationGuest'),
};
const roleText = (role: Role | null | undefined) =>
  role === null || role === undefined ? messageOf('approvals.noRole') : roleTexts[role];

const nameText = (name: string | null | undefined) =>
  name === null || name === undefined ? null : textMessage(name);

/**
 * Refuses names that are taken before anyone is asked to approve. Which emails are taken is said to staff of the provider only; others
 * learn it when the user is created.
 * @throws ConflictError
 */
function requireFreeNames(
  { side }: Pick<Actor, 'side'>,
  accounts: readonly { username: string; email: string | null }[],
  { username, email }: NewUser,
): void {
  const isSame = (a: string | null, b: string) => a?.toLowerCase() === b.toLowerCase();
  const fields = {
    ...(accounts.some((account) => isSame(account.username, username))
      ? { username: messageOf('fields.usernameTaken') }
      : {}),
    ...(side === 'provider' && accounts.some((account) => isSame(account.email, email))
      ? { email: messageOf('fields.emailTaken') }
      : {}),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw new ConflictError(message, { fields });
}

function describeCreation(
  { username, email, role }: NewUser,
  integrationName: string | null,
): ChangeDescription {
  const rows: ChangeRow[] = [
    { what: messageOf('approvals.username'), before: null, after: textMessage(username) },
    { what: messageOf('approvals.email'), before: null, after: textMessage(email) },
    { what: messageOf('approvals.role'), before: null, after: roleText(role) },
  ];
  if (integrationName !== null)
    rows.push({
      what: messageOf('approvals.integration'),
      before: null,
      after: textMessage(integrationName),
    });
  return {
    subject: `new-user/${username.toLowerCase()}`,
    path: '/users',
    title: messageOf('approvals.newUser', { username }),
    integrationId: null,
    rows,
  };
}

/** What changes of a user, whose rights change in any case. */
function describeUpdate(
  plan: { before: User; rights: Rights; role: Role | undefined },
  body: UserChange['body'],
): ChangeDescription {
  const { before, rights, role } = plan;
  const rows: ChangeRow[] = [
    { what: messageOf('approvals.role'), before: roleText(before.role), after: roleText(role) },
    {
      what: messageOf('approvals.integration'),
      before: nameText(before.integration),
      after: nameText(rights.integrationName),
    },
  ];
  const email = body.userAttributes?.email;
  if (email !== undefined)
    rows.push({
      what: messageOf('approvals.email'),
      before: nameText(before.email),
      after: textMessage(email),
    });
  return {
    subject: `user/${before.keycloakUserId ?? before.username}`,
    path: `/users?user=${before.keycloakUserId ?? ''}`,
    title: messageOf('approvals.userRights', { username: before.username }),
    integrationId: before.integrationId,
    rows: rows.filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after)),
  };
}
