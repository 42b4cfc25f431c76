import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { identityFromClaims, type Role, roles, userMessages } from '@ludus/contract';
import { readClaims } from '../../platform/auth/index.ts';
import type { KeycloakAdminSettings } from '../../platform/config/settings.ts';
import {
  ConflictError,
  HubError,
  NotFoundError,
  UpstreamError,
  ValidationError,
} from '../../platform/errors/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { DirectoryUser, IdentityDirectory } from '../users/index.ts';

export interface KeycloakDirectoryDeps extends KeycloakAdminSettings {
  /** The client whose roles are the hub's. */
  rolesClientId: string;
  log: Log;
  timeoutMs?: number;
}

type Library = typeof import('@keycloak/keycloak-admin-client');
type ClientRole = { id: string; name: string };

interface Connection {
  client: KeycloakAdminClient;
  /** Keycloak's own id of the client that holds the roles. */
  clientUniqueId: string;
  roles: ReadonlyMap<Role, ClientRole>;
}

const pageSize = 500;
/** What the web application asks for. */
const signInScope = 'openid profile email';
const mustChange = 'UPDATE_PASSWORD';

/**
 * The users of a Keycloak realm. Roles are those given to a user themself: what comes by a group is not seen. Nothing is
 * asked before the first call, so the hub starts while Keycloak is away.
 */
export function createKeycloakDirectory(deps: KeycloakDirectoryDeps): IdentityDirectory {
  let library: Promise<Library> | undefined;
  let connection: Promise<Connection> | undefined;

  /** Runs work on a connection that is signed in, and tells failures in words of the hub. */
  async function ask<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    library ??= import('@keycloak/keycloak-admin-client');
    const loaded = await library;
    const { NetworkError } = loaded;
    try {
      connection ??= connect(loaded, deps);
      const open = await connection;
      if (open.client.isTokenExpired()) await signIn(open.client, deps);
      return await work(open);
    } catch (error) {
      if (error instanceof HubError) throw error;
      const status = error instanceof NetworkError ? error.response.status : undefined;
      if (status === 404) throw new NotFoundError();
      // The next call signs in anew, and finds roles that were made meanwhile.
      if (status === undefined || status === 401 || status === 403) connection = undefined;
      if (error instanceof NetworkError && status === 400) throw refusedValue(error.responseData, error);
      if (error instanceof NetworkError && status === 409) throw taken(error.responseData, error);
      deps.log.warn({ err: error, status }, 'Keycloak does not answer as it should');
      throw new UpstreamError(awayMessage(status), { cause: error });
    }
  }

  async function find(subject: string): Promise<DirectoryUser | undefined> {
    return ask(async ({ client, clientUniqueId }) => {
      const user = await client.users.findOne({ id: subject }, { catchNotFound: true });
      if (user?.id === undefined) return undefined;
      const held = await client.users.listClientRoleMappings({ id: user.id, clientUniqueId });
      return userOf(user, new Set(held.map(({ name }) => name)));
    });
  }

  return {
    kind: 'keycloak',

    list: () =>
      ask(async (open) => {
        const holders = new Map<Role, Set<string | undefined>>();
        for (const role of open.roles.keys()) {
          const users = await pages((page) =>
            open.client.clients.findUsersWithRole({ id: open.clientUniqueId, roleName: role, ...page }),
          );
          holders.set(role, new Set(users.map(({ id }) => id)));
        }
        const users = await pages((page) => open.client.users.find({ ...page, briefRepresentation: false }));
        return users.flatMap((user) =>
          user.id === undefined
            ? []
            : userOf(user, new Set(roles.filter((role) => holders.get(role)?.has(user.id)))),
        );
      }),

    find: (_tx, subject) => find(subject),

    identity: (_tx, subject) =>
      ask(async ({ client, clientUniqueId }) => {
        const user = await client.users.findOne({ id: subject }, { catchNotFound: true });
        if (!user?.enabled) return undefined;
        // Keycloak itself says what its token would hold: groups, composite roles and mappers count as at a sign-in.
        const token = await client.clients.evaluateGenerateAccessToken(
          { id: clientUniqueId, userId: subject, scope: signInScope, audience: '' },
          { catchNotFound: true },
        );
        const claims = readClaims(token);
        return claims && identityFromClaims(claims, deps.rolesClientId);
      }),

    sessions: (subject) =>
      ask(async ({ client }) => {
        const sessions = await client.users.listSessions({ id: subject });
        return sessions
          .map(({ id = '', ipAddress = '', start = 0, lastAccess = 0 }) => ({
            id,
            ipAddress,
            start: new Date(start),
            lastAccess: new Date(lastAccess),
          }))
          .sort((a, b) => b.lastAccess.getTime() - a.lastAccess.getTime());
      }),

    create: (_tx, { username, email, role, integrationName, password }) =>
      ask(async (open) => {
        const { client } = open;
        const [sameName, sameEmail] = await Promise.all([
          client.users.find({ username, exact: true }),
          client.users.find({ email, exact: true }),
        ]);
        refuseTaken({ username: sameName.length > 0, email: sameEmail.length > 0 });
        const given = roleOf(open, role);
        const { id } = await client.users.create({
          username,
          email,
          enabled: true,
          ...(integrationName === null ? {} : { attributes: { integration: [integrationName] } }),
          requiredActions: [mustChange],
          credentials: [{ type: 'password', value: password, temporary: true }],
        });
        try {
          await client.users.addClientRoleMappings({
            id,
            clientUniqueId: open.clientUniqueId,
            roles: [given],
          });
          const user = await find(id);
          if (user === undefined) throw new NotFoundError();
          return user;
        } catch (error) {
          // Half a user could sign in and do nothing, and would hold the name.
          await client.users.del({ id });
          throw error;
        }
      }),

    update: (_tx, subject, { email, role, integrationName }) =>
      ask(async (open) => {
        const { client, clientUniqueId } = open;
        const user = await client.users.findOne({ id: subject }, { catchNotFound: true });
        if (user === undefined) throw new NotFoundError();
        if (email !== undefined) {
          const same = await client.users.find({ email, exact: true });
          refuseTaken({ username: false, email: same.some(({ id }) => id !== subject) });
        }
        if (email !== undefined || integrationName !== undefined) {
          const { integration: _, ...others } = user.attributes ?? {};
          const kept = integrationName === undefined ? user.attributes : others;
          await client.users.update(
            { id: subject },
            {
              // Keycloak replaces attributes as a whole, and takes a missing one for a removed one.
              ...user,
              ...(email === undefined ? {} : { email, emailVerified: false }),
              attributes: { ...kept, ...(integrationName ? { integration: [integrationName] } : {}) },
            },
          );
        }
        if (role === undefined) return;
        const held = await client.users.listClientRoleMappings({ id: subject, clientUniqueId });
        const others = [...open.roles.values()].filter(
          ({ name }) => name !== role && held.some((one) => one.name === name),
        );
        // First the new one: a failure in between leaves nobody without any.
        await client.users.addClientRoleMappings({
          id: subject,
          clientUniqueId,
          roles: [roleOf(open, role)],
        });
        if (others.length > 0) {
          await client.users.delClientRoleMappings({ id: subject, clientUniqueId, roles: others });
        }
      }),

    resetPassword: (_tx, subject, password) =>
      ask(async ({ client }) => {
        const credential = { type: 'password', value: password, temporary: true };
        await client.users.resetPassword({ id: subject, credential });
        await client.users.logout({ id: subject });
      }),

    remove: (_tx, subject) =>
      ask(async ({ client }) => {
        await client.users.del({ id: subject });
      }),
  };
}

async function connect({ default: Client }: Library, deps: KeycloakDirectoryDeps): Promise<Connection> {
  const client = new Client({
    baseUrl: deps.baseUrl,
    realmName: deps.realm,
    timeout: deps.timeoutMs ?? 10_000,
  });
  await signIn(client, deps);
  const [found] = await client.clients.find({ clientId: deps.rolesClientId });
  if (found?.id === undefined) {
    throw new UpstreamError(`The realm has no client ${deps.rolesClientId} that the hub may see.`);
  }
  const existing = await client.clients.listRoles({ id: found.id });
  const known = roles.flatMap((role) => {
    const { id } = existing.find(({ name }) => name === role) ?? {};
    return id === undefined ? [] : [[role, { id, name: role }] as const];
  });
  return { client, clientUniqueId: found.id, roles: new Map(known) };
}

function signIn(
  client: KeycloakAdminClient,
  { clientId, clientSecret }: KeycloakDirectoryDeps,
): Promise<void> {
  return client.auth({ grantType: 'client_credentials', clientId, clientSecret });
}

async function pages<T>(read: (page: { first: number; max: number }) => Promise<T[]>): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const page = await read({ first: all.length, max: pageSize });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

function roleOf(open: Connection, role: Role): ClientRole {
  const found = open.roles.get(role);
  if (found === undefined) throw new UpstreamError(`The client of the realm has no role ${role}.`);
  return found;
}

function userOf(user: UserRepresentation, held: ReadonlySet<string | undefined>): DirectoryUser {
  const integrations: string[] = user.attributes?.integration ?? [];
  return {
    subject: user.id ?? '',
    username: user.username ?? '',
    email: user.email ?? null,
    emailVerified: user.emailVerified ?? false,
    roles: roles.filter((role) => held.has(role)),
    integrationName: integrations.find((name) => name.trim() !== '') ?? null,
    enabled: user.enabled ?? false,
    mustChangePassword: user.requiredActions?.includes(mustChange) ?? false,
    createdAt: new Date(user.createdTimestamp ?? 0),
  };
}

function refuseTaken(is: { username: boolean; email: boolean }, cause?: unknown): void {
  const fields = {
    ...(is.username ? { username: userMessages.usernameTaken } : {}),
    ...(is.email ? { email: userMessages.emailTaken } : {}),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw new ConflictError(message, { fields, cause });
}

/** Two at once: Keycloak itself names what the second one cannot have, such as "User exists with same email". */
function taken(data: unknown, cause: unknown): ConflictError {
  const text = JSON.stringify(data);
  const byEmail = /email/i.test(text) && !/username/i.test(text);
  const [field, message] = byEmail
    ? (['email', userMessages.emailTaken] as const)
    : (['username', userMessages.usernameTaken] as const);
  return new ConflictError(message, { fields: { [field]: message }, cause });
}

function refusedValue(data: unknown, cause: unknown): ValidationError {
  const text = JSON.stringify(data);
  const field = /password/i.test(text) ? 'tempPass' : /email/i.test(text) ? 'email' : 'username';
  return new ValidationError(
    { [field]: 'Keycloak does not take this value.' },
    'Keycloak does not take these values.',
    { cause },
  );
}

function awayMessage(status: number | undefined): string {
  if (status === 401 || status === 403) {
    return 'Keycloak refuses the hub: its client for users administration needs the right secret and roles.';
  }
  return 'The identity provider cannot be reached. Everything but users goes on; try again in a minute.';
}
