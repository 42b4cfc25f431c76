import {
  createAccount,
  deleteAccount,
  deleteLocalUser,
  describeIdentityProvider,
  getAccount,
  listAccounts,
  listUserSessions,
  resetSecondFactor,
  resetUserPassword,
  synchroniseUsers,
  updateAccount,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../infra/http/index.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Administration } from './administration.service.ts';
import type { createSynchronisation } from './administration.sync.ts';

export function administrationBindings(
  users: Administration,
  synchronise: ReturnType<typeof createSynchronisation>,
  approvals: Approvals,
): BoundEndpoint[] {
  const holdCreation = approvals.hold(users.guardedCreation);
  const holdUpdate = approvals.hold(users.guardedUpdate);
  return [
    bind(describeIdentityProvider, async () => ({ kind: users.kind() })),
    bind(listAccounts, ({ actor, query }) => users.list(actor, query)),
    bind(getAccount, ({ actor, params }) => users.get(actor, params.keycloakUserId)),
    bind(listUserSessions, ({ actor, params }) => users.sessions(actor, params.keycloakUserId)),
    bind(createAccount, async ({ actor, body }) => {
      // A password is nothing to store: whoever has requested the user resets it later.
      const { tempPass: _, ...held } = body;
      const integration = body.integration ?? actor.integration?.name ?? null;
      return (await holdCreation(actor, { ...held, integration })) ?? users.create(actor, body);
    }),
    bind(updateAccount, async ({ actor, params: { keycloakUserId: subject }, body }) => {
      return (await holdUpdate(actor, { subject, body })) ?? users.update(actor, subject, body);
    }),
    bind(resetUserPassword, ({ actor, params, body }) =>
      users.resetPassword(actor, params.keycloakUserId, body),
    ),
    bind(resetSecondFactor, async ({ actor, params }) => {
      await users.resetSecondFactor(actor, params.keycloakUserId);
      return null;
    }),
    bind(deleteAccount, async ({ actor, params }) => {
      await users.remove(actor, params.keycloakUserId);
      return null;
    }),
    bind(deleteLocalUser, async ({ actor, params }) => {
      await users.removeLocal(actor, params.id);
      return null;
    }),
    bind(synchroniseUsers, ({ actor, params }) => synchronise(actor, params.confirm === 'true')),
  ];
}
