import { z } from 'zod';
import { emailAddress, instant, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { roles } from '../roles.ts';

/** Texts of the users screen that the server answers literally (area ERR). */
export const userMessages = {
  usernameRequired: 'Username is required',
  usernameForm: 'Username cannot contain spaces or special characters',
  usernameTaken: 'Username already exists',
  emailRequired: 'Email is required',
  emailTaken: 'Email already exists',
  invalidEmail: 'Invalid email',
  invalidEmailAddress: 'Invalid email address',
  roleRequired: 'Role is required',
  integrationRequired: 'Integration is required',
} as const;

const role = z.enum(roles, { error: userMessages.roleRequired });

/** The user's id at the identity provider: its `sub`. */
const keycloakUserId = z.string().min(1).max(120);

export const userSession = z
  .strictObject({ id: z.string(), ipAddress: z.string(), start: instant, lastAccess: instant })
  .meta({ id: 'UserSession' });

/** A user as administration sees them (ENT-07). */
export const user = z
  .strictObject({
    /** Null for a user that the hub does not know yet (`kcOnly`). */
    id: rowId.nullable(),
    /** Null for a user that stands in the hub and not at the identity provider. */
    keycloakUserId: z.string().nullable(),
    username: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    role: z.enum(roles).nullable(),
    enabled: z.boolean(),
    platform: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    platformId: recordId.nullable(),
    integrationId: recordId.nullable(),
    integration: z.string().nullable(),
    attributes: z.strictObject({ integration: z.array(z.string()) }),
    /** In the hub alone. */
    localOnly: z.boolean(),
    /** At the identity provider alone: it comes into the hub with the next synchronisation. */
    kcOnly: z.boolean(),
    mustChangePassword: z.boolean(),
    created_at: instant,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Where accounts are kept: `other` is an identity provider that the hub may not administer, so users are only shown. */
export const describeDirectory = endpoint({
  id: 'describeDirectory',
  method: 'GET',
  path: '/user/kc/directory',
  access: 'users:manage',
  tag: 'users',
  summary: 'Where accounts are kept',
  response: z.strictObject({ kind: z.enum(['built-in', 'keycloak', 'other']) }).meta({ id: 'UserDirectory' }),
});

/** API-095, OPEN-91: by username. People of an integration get their own integration's users alone. */
export const listDirectoryUsers = endpoint({
  id: 'listDirectoryUsers',
  method: 'GET',
  path: '/user/kc/list',
  access: 'users:manage',
  tag: 'users',
  summary: 'Users of the hub and of the identity provider',
  query: z.strictObject({ role: z.enum(roles).optional(), integration: queryId.optional() }),
  response: z.array(user),
  failures: [502],
});

export const getDirectoryUser = endpoint({
  id: 'getDirectoryUser',
  method: 'GET',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'One user of the identity provider',
  params: z.strictObject({ keycloakUserId }),
  response: user,
  failures: [404, 502],
});

/** USER-06, OPEN-91: sign-ins that are still good, last access first. */
export const listUserSessions = endpoint({
  id: 'listUserSessions',
  method: 'GET',
  path: '/user/kc/:keycloakUserId/sessions',
  access: 'users:manage',
  tag: 'users',
  summary: 'Where a user is signed in',
  params: z.strictObject({ keycloakUserId }),
  response: z.array(userSession),
  failures: [404, 502],
});

/** `password` is what a temporary password was made up as: shown once, null where the caller gave it. */
export const createdUser = user.extend({ password: z.string().nullable() }).meta({ id: 'CreatedUser' });

const temporaryPassword = z.string().min(10, 'Use at least 10 characters.').max(128);

/** What a new user consists of; forms check it before they send it. */
export const userCreation = z.strictObject({
  username: z
    .string({ error: userMessages.usernameRequired })
    .min(1, userMessages.usernameRequired)
    .max(60)
    .regex(/^[A-Za-z0-9_-]+$/, userMessages.usernameForm),
  email: z
    .string({ error: userMessages.emailRequired })
    .min(1, userMessages.emailRequired)
    .max(254)
    .refine((text) => emailAddress.safeParse(text).success, userMessages.invalidEmail),
  role,
  tempPass: temporaryPassword.optional(),
  /** Name of the integration; required for the three integration roles (OPEN-93). */
  integration: z.string().max(120).nullish(),
});

/** API-097, USER-12 to USER-16, ROLE-18. The temporary password must be changed at the first sign-in. 409 for taken names. */
export const createDirectoryUser = endpoint({
  id: 'createDirectoryUser',
  method: 'POST',
  path: '/user/kc/new',
  access: 'users:manage',
  tag: 'users',
  summary: 'Create a user',
  body: userCreation,
  response: createdUser,
  failures: [404, 409, 502],
});

/** What may change of a user. */
export const userChange = z.strictObject({
  userAttributes: z
    .strictObject({
      email: z
        .string()
        .max(254)
        .refine((text) => emailAddress.safeParse(text).success, userMessages.invalidEmailAddress),
    })
    .optional(),
  clientRolesToAdd: z.array(role).max(1).optional(),
  clientRolesToRemove: z.array(role).max(5).optional(),
  platformId: recordId.nullish(),
  /** Moves the user to another integration, when the role is an integration's; provider callers alone. */
  integration: z.string().max(120).nullish(),
});

/** API-098. A caller without a provider role may neither give nor take one (ROLE-19). 409 for the last administrator. */
export const updateDirectoryUser = endpoint({
  id: 'updateDirectoryUser',
  method: 'PUT',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'Change a user',
  params: z.strictObject({ keycloakUserId }),
  body: userChange,
  response: user,
  failures: [404, 409, 502],
});

/** A new temporary password: every session of the user ends. */
export const resetUserPassword = endpoint({
  id: 'resetUserPassword',
  method: 'POST',
  path: '/user/kc/:keycloakUserId/password',
  access: 'users:manage',
  tag: 'users',
  summary: 'Give a user a temporary password',
  params: z.strictObject({ keycloakUserId }),
  body: z.strictObject({ tempPass: temporaryPassword.optional() }),
  response: z.strictObject({ password: z.string().nullable() }),
  failures: [404, 409, 502],
});

/** API-099, OPEN-92: 409 for oneself and for the last administrator. Access ends within a minute. */
export const deleteDirectoryUser = endpoint({
  id: 'deleteDirectoryUser',
  method: 'DELETE',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'Delete a user of the identity provider',
  params: z.strictObject({ keycloakUserId }),
  response: z.null(),
  failures: [404, 409, 502],
});

/** API-100: 409 for a user that the identity provider has. */
export const deleteLocalUser = endpoint({
  id: 'deleteLocalUser',
  method: 'DELETE',
  path: '/user/:id',
  access: 'users:manage',
  tag: 'users',
  summary: 'Delete a user that stands in the hub alone',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404, 409],
});

const namedUser = z.strictObject({ id: rowId, username: z.string(), email: z.string().nullable() });

/** API-101, OPEN-94: with false nothing is changed. Provider staff alone; 404 for people of an integration. */
export const synchroniseUsers = endpoint({
  id: 'synchroniseUsers',
  method: 'GET',
  path: '/users/kc/sync/:confirm',
  access: 'users:manage',
  tag: 'users',
  summary: 'Bring the hub’s users in line with the identity provider',
  params: z.strictObject({ confirm: z.enum(['true', 'false']) }),
  response: z.strictObject({
    usersToDelete: z.array(namedUser),
    created: z.int().nonnegative(),
    updated: z.int().nonnegative(),
  }),
  failures: [404, 502],
});

export const userManageEndpoints = [
  describeDirectory,
  listDirectoryUsers,
  getDirectoryUser,
  listUserSessions,
  createDirectoryUser,
  updateDirectoryUser,
  resetUserPassword,
  deleteDirectoryUser,
  deleteLocalUser,
  synchroniseUsers,
] as const;
