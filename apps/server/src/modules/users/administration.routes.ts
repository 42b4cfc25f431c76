import {
  createDirectoryUser,
  deleteDirectoryUser,
  deleteLocalUser,
  describeDirectory,
  getDirectoryUser,
  listDirectoryUsers,
  listUserSessions,
  resetUserPassword,
  synchroniseUsers,
  updateDirectoryUser,
} from '@ludus/contract';
import { type BoundEndpoint, bind } from '../../platform/http/index.ts';
import type { Administration } from './administration.service.ts';
import type { createSynchronisation } from './administration.sync.ts';

export function administrationBindings(
  users: Administration,
  synchronise: ReturnType<typeof createSynchronisation>,
): BoundEndpoint[] {
  return [
    bind(describeDirectory, async () => ({ kind: users.kind() })),
    bind(listDirectoryUsers, ({ actor, query }) => users.list(actor, query)),
    bind(getDirectoryUser, ({ actor, params }) => users.get(actor, params.keycloakUserId)),
    bind(listUserSessions, ({ actor, params }) => users.sessions(actor, params.keycloakUserId)),
    bind(createDirectoryUser, ({ actor, body }) => users.create(actor, body)),
    bind(updateDirectoryUser, ({ actor, params, body }) => users.update(actor, params.keycloakUserId, body)),
    bind(resetUserPassword, ({ actor, params, body }) =>
      users.resetPassword(actor, params.keycloakUserId, body),
    ),
    bind(deleteDirectoryUser, async ({ actor, params }) => {
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
