import { messageOf, recognisedRoles, type User } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { changesBetween, listFields, recordAudit } from '../../infra/audit/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';

type LoggedUser = Pick<
  User,
  'username' | 'email' | 'role' | 'integration' | 'platform' | 'keycloakUserId' | 'id'
>;

/** What the log keeps of a user; passwords never. */
const fieldsOf = ({ username, email, role, integration, platform }: LoggedUser) => ({
  username,
  email,
  role,
  integration,
  platform: platform?.name ?? null,
});

type UserAction = 'create' | 'update' | 'delete' | 'reset-password' | 'reset-second-factor';

const sentences = {
  create: 'logs.userCreated',
  delete: 'logs.userDeleted',
  'reset-password': 'logs.passwordReset',
  'reset-second-factor': 'logs.secondFactorReset',
} as const satisfies Record<Exclude<UserAction, 'update'>, string>;

/** Writes a change of a user to the log, in its transaction; an update that changes no field is not one. */
export async function recordUser(
  tx: Tx,
  actor: Actor,
  action: UserAction,
  { before, after }: { before?: LoggedUser; after?: LoggedUser },
): Promise<void> {
  const user = after ?? before;
  if (user === undefined) throw new Error('An entry of the log needs a user.');
  const old = before === undefined ? {} : fieldsOf(before);
  const now = after === undefined ? {} : fieldsOf(after);
  const isPassword = action === 'reset-password' || action === 'reset-second-factor';
  const changes = isPassword ? {} : changesBetween(old, after === undefined ? blankOf(fieldsOf(user)) : now);
  const changed = Object.keys(changes) as (keyof ReturnType<typeof fieldsOf>)[];
  if (action === 'update' && changed.length === 0) return;
  const { username } = user;
  await recordAudit(tx, {
    actor,
    type: 'users',
    action,
    objectId: user.keycloakUserId ?? user.id,
    description:
      action === 'update'
        ? messageOf('logs.userChanged', { fields: listFields(changed), username })
        : messageOf(sentences[action], { username }),
    object: { name: user.username, role: user.role, integration: user.integration },
    changes,
  });
}

const blankOf = (fields: object) => Object.fromEntries(Object.keys(fields).map((field) => [field, null]));

/** Writes to the log what a synchronisation with the identity provider has done. */
export async function recordSynchronisation(
  tx: Tx,
  actor: Actor,
  done: {
    created: number;
    updated: number;
    deleted: readonly { username: string; roles: readonly string[] }[];
  },
): Promise<void> {
  const { created, updated, deleted } = done;
  await recordAudit(tx, {
    actor,
    type: 'users',
    action: 'synchronise',
    objectId: null,
    description: messageOf('logs.usersSynchronised', { created, updated, deleted: deleted.length }),
    changes: changesBetween(
      {},
      {
        deleted: deleted.map(
          ({ username, roles }) => `${username} (${recognisedRoles(roles)[0] ?? 'no role'})`,
        ),
      },
    ),
  });
}
