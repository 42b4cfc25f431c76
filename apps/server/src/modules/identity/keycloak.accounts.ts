import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { identityFromClaims, type Message, messageOf, type Role, roles } from '@ludus/contract';
import { readClaims } from '../../infra/auth/index.ts';
import type { KeycloakAdminSettings } from '../../infra/config/settings.ts';
import {
  ConflictError,
  HubError,
  NotFoundError,
  UpstreamError,
  ValidationError,
} from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import type { IdentityProvider, IdentityProviderUser } from '../users/index.ts';

export interface KeycloakAccountsDeps extends KeycloakAdminSettings {
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
/** Keycloak's names of credentials beside the password. */
const secondFactorTypes = ['otp', 'recovery-authn-codes', 'webauthn'];
/** Users whose roles are requested at once. */
const parallelUsers = 10;
/** What the web application asks for. */
const signInScope = 'openid profile email';
const mustChange = 'UPDATE_PASSWORD';

/**
 * The users of a Keycloak realm. Roles are the effective ones, by groups and composite roles too: they decide what the
 * person may do, and so who may administer them. Nothing is requested before the first call, so the hub starts while Keycloak
 * is unavailable.
 */
export function createKeycloakAccounts(deps: KeycloakAccountsDeps): IdentityProvider {
  let library: Promise<Library> | undefined;
  let connection: Promise<Connection> | undefined;

  /** Runs work on a signed-in connection, and turns failures into errors of the hub. */
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
      // The next call signs in again, and finds roles that were created meanwhile.
      if (status === undefined || status === 401 || status === 403) connection = undefined;
      if (error instanceof NetworkError && status === 400) throw refusedValue(error.responseData, error);
      if (error instanceof NetworkError && status === 409) throw taken(error.responseData, error);
      deps.log.warn({ err: error, status }, 'Keycloak does not answer as it should');
      throw new UpstreamError(awayMessage(status), { cause: error });
    }
  }

  async function find(subject: string): Promise<IdentityProviderUser | undefined> {
    return ask(async ({ client, clientUniqueId }) => {
      const user = await client.users.findOne({ id: subject }, { catchNotFound: true });
      if (user?.id === undefined) return undefined;
      return userOf(user, await effectiveRoles(client, clientUniqueId, user.id));
    });
  }

  return {
    kind: 'keycloak',

    list: () =>
      ask(async ({ client, clientUniqueId }) => {
        const found = await pages((page) => client.users.find({ ...page, briefRepresentation: false }));
        const listed: IdentityProviderUser[] = [];
        // Keycloak lists the holders of a role without those who have it by a group or another role.
        for (let first = 0; first < found.length; first += parallelUsers) {
          const some = found.slice(first, first + parallelUsers);
          const users = await Promise.all(
            some.map(async (user) => {
              const roleNames = user.id && (await effectiveRoles(client, clientUniqueId, user.id));
              return roleNames ? [userOf(user, roleNames)] : [];
            }),
          );
          listed.push(...users.flat());
        }
        return listed;
      }),

    find: (_tx, subject) => find(subject),

    identity: (_tx, subject) =>
      ask(async ({ client, clientUniqueId }) => {
        const user = await client.users.findOne({ id: subject }, { catchNotFound: true });
        if (!user?.enabled) return undefined;
        // Keycloak's own example token: groups, composite roles and mappers apply as at a sign-in.
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
        const given = roleOf(open, role, deps.rolesClientId);
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
        const roleNames = await client.users.listClientRoleMappings({ id: subject, clientUniqueId });
        if (role !== undefined) {
          const given = new Set(roleNames.map(({ name }) => name));
          const effective = await effectiveRoles(client, clientUniqueId, subject);
          refuseInherited(
            [...open.roles.keys()].filter((one) => effective.has(one) && !given.has(one)),
            role,
          );
        }
        if (email !== undefined) {
          const same = await client.users.find({ email, exact: true });
          refuseTaken({ username: false, email: same.some(({ id }) => id !== subject) });
        }
        if (email !== undefined || integrationName !== undefined) {
          const { integration: _, ...others } = user.attributes ?? {};
          const keptAttributes = integrationName === undefined ? user.attributes : others;
          await client.users.update(
            { id: subject },
            {
              // Keycloak replaces attributes as a whole, and takes a missing one for a removed one.
              ...user,
              ...(email === undefined ? {} : { email, emailVerified: false }),
              attributes: {
                ...keptAttributes,
                ...(integrationName ? { integration: [integrationName] } : {}),
              },
            },
          );
        }
        if (role === undefined) return;
        const others = [...open.roles.values()].filter(
          ({ name }) => name !== role && roleNames.some((one) => one.name === name),
        );
        // First the new one: a failure in between leaves no one without any.
        await client.users.addClientRoleMappings({
          id: subject,
          clientUniqueId,
          roles: [roleOf(open, role, deps.rolesClientId)],
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

    resetSecondFactor: (_tx, subject) =>
      ask(async ({ client }) => {
        const credentials = await client.users.getCredentials({ id: subject });
        for (const { id, type } of credentials) {
          if (id === undefined || type === undefined || !secondFactorTypes.includes(type)) continue;
          await client.users.deleteCredential({ id: subject, credentialId: id });
        }
        await client.users.logout({ id: subject });
      }),

    remove: (_tx, subject) =>
      ask(async ({ client }) => {
        await client.users.del({ id: subject });
      }),
  };
}

async function connect({ default: Client }: Library, deps: KeycloakAccountsDeps): Promise<Connection> {
  const client = new Client({
    baseUrl: deps.baseUrl,
    realmName: deps.realm,
    timeout: deps.timeoutMs ?? 10_000,
  });
  await signIn(client, deps);
  const [found] = await client.clients.find({ clientId: deps.rolesClientId });
  if (found?.id === undefined) {
    throw new UpstreamError(messageOf('refusals.keycloakNoClient', { client: deps.rolesClientId }));
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
  { clientId, clientSecret }: KeycloakAccountsDeps,
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

function roleOf(open: Connection, role: Role, client: string): ClientRole {
  const found = open.roles.get(role);
  if (found === undefined) throw new UpstreamError(messageOf('refusals.keycloakNoRole', { client, role }));
  return found;
}

function userOf(user: UserRepresentation, roleNames: ReadonlySet<string | undefined>): IdentityProviderUser {
  const integrations: string[] = user.attributes?.integration ?? [];
  return {
    subject: user.id ?? '',
    username: user.username ?? '',
    email: user.email ?? null,
    emailVerified: user.emailVerified ?? false,
    roles: roles.filter((role) => roleNames.has(role)),
    integrationName: integrations.find((name) => name.trim() !== '') ?? null,
    enabled: user.enabled ?? false,
    mustChangePassword: user.requiredActions?.includes(mustChange) ?? false,
    hasSecondFactor: null,
    createdAt: new Date(user.createdTimestamp ?? 0),
  };
}

/** Returns the names of all roles of the client that a token of the user would carry. */
async function effectiveRoles(
  client: KeycloakAdminClient,
  clientUniqueId: string,
  id: string,
): Promise<ReadonlySet<string | undefined>> {
  const roleNames = await client.users.listCompositeClientRoleMappings({ id, clientUniqueId });
  return new Set(roleNames.map(({ name }) => name));
}

/** A role that a group or another role gives cannot be taken from one user. */
function refuseInherited(inherited: readonly Role[], wanted: Role): void {
  const others = inherited.filter((role) => role !== wanted);
  if (others.length === 0) return;
  const message = messageOf('fields.inheritedRoles', { roles: others.join(', ') });
  throw new ConflictError(message, { fields: { clientRolesToAdd: message } });
}

function refuseTaken(is: { username: boolean; email: boolean }, cause?: unknown): void {
  const fields = {
    ...(is.username ? { username: messageOf('fields.usernameTaken') } : {}),
    ...(is.email ? { email: messageOf('fields.emailTaken') } : {}),
  };
  const [message] = Object.values(fields);
  if (message !== undefined) throw new ConflictError(message, { fields, cause });
}

/** Two at once: Keycloak itself names what the second one cannot have, such as "User exists with same email". */
function taken(data: unknown, cause: unknown): ConflictError {
  const text = JSON.stringify(data);
  const byEmail = /email/i.test(text) && !/username/i.test(text);
  const [field, message] = byEmail
    ? (['email', messageOf('fields.emailTaken')] as const)
    : (['username', messageOf('fields.usernameTaken')] as const);
  return new ConflictError(message, { fields: { [field]: message }, cause });
}

function refusedValue(data: unknown, cause: unknown): ValidationError {
  const text = JSON.stringify(data);
  const field = /password/i.test(text) ? 'tempPass' : /email/i.test(text) ? 'email' : 'username';
  return new ValidationError(
    { [field]: messageOf('fields.keycloakValue') },
    messageOf('refusals.keycloakValues'),
    { cause },
  );
}

function awayMessage(status: number | undefined): Message {
  const isRefused = status === 401 || status === 403;
  return messageOf(isRefused ? 'refusals.keycloakRefused' : 'refusals.identityProviderAway');
}
