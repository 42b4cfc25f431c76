import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { emailAddress, instant, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { roles } from '../roles.ts';

const role = z.enum(roles, { error: fieldCode('fields.roleRequired') });

/** The user's id at the identity provider: its `sub`. */
const keycloakUserId = z.string().min(1).max(120);

export const userSession = z
  .strictObject({ id: z.string(), ipAddress: z.string(), start: instant, lastAccess: instant })
  .meta({ id: 'UserSession' });

/** A user as administration sees them. */
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
    /** Only in the hub. */
    localOnly: z.boolean(),
    /** Only at the identity provider: it comes into the hub with the next synchronisation. */
    kcOnly: z.boolean(),
    mustChangePassword: z.boolean(),
    /** Whether a code is asked for at sign-in; null where the identity provider does not list it. */
    hasSecondFactor: z.boolean().nullable(),
    created_at: instant,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Where accounts are kept: `other` is an identity provider that the hub may not administer, so users are only shown. */
export const describeIdentityProvider = endpoint({
  id: 'describeIdentityProvider',
  method: 'GET',
  path: '/user/kc/identity-provider',
  access: 'users:manage',
  tag: 'users',
  summary: 'Where accounts are kept',
  response: z
    .strictObject({ kind: z.enum(['built-in', 'keycloak', 'other']) })
    .meta({ id: 'UserIdentityProvider' }),
});

/** By username. People of an integration get only their own integration's users. */
export const listAccounts = endpoint({
  id: 'listAccounts',
  method: 'GET',
  path: '/user/kc/list',
  access: 'users:manage',
  tag: 'users',
  summary: 'Users of the hub and of the identity provider',
  query: z.strictObject({ role: z.enum(roles).optional(), integration: queryId.optional() }),
  response: z.array(user),
  failures: [502],
});

export const getAccount = endpoint({
  id: 'getAccount',
  method: 'GET',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'One user of the identity provider',
  params: z.strictObject({ keycloakUserId }),
  response: user,
  failures: [404, 502],
});

/** Sign-ins that are still good, last access first. */
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

const temporaryPassword = z.string().min(10, fieldCode('fields.passwordTooShort')).max(128);

/** What a new user consists of; forms check it before they send it. */
export const userCreation = z.strictObject({
  username: z
    .string({ error: fieldCode('fields.usernameRequired') })
    .min(1, fieldCode('fields.usernameRequired'))
    .max(60, fieldCode('fields.tooLong'))
    .regex(/^[A-Za-z0-9_-]+$/, fieldCode('fields.usernameForm')),
  email: z
    .string({ error: fieldCode('fields.emailRequired') })
    .min(1, fieldCode('fields.emailRequired'))
    .max(254, fieldCode('fields.tooLong'))
    .refine((text) => emailAddress.safeParse(text).success, fieldCode('fields.invalidEmail')),
  role,
  tempPass: temporaryPassword.optional(),
  /** Name of the integration; required for the three integration roles. */
  integration: z.string().max(120).nullish(),
});

/** The temporary password must be changed at the first sign-in. 409 for taken names. */
export const createAccount = endpoint({
  id: 'createAccount',
  method: 'POST',
  path: '/user/kc/new',
  access: 'users:manage',
  tag: 'users',
  summary: 'Create a user',
  body: userCreation,
  response: createdUser,
  accepted: heldChange,
  failures: [404, 409, 502],
  perMinute: 30,
});

/** What may change of a user. */
export const userChange = z.strictObject({
  userAttributes: z
    .strictObject({
      email: z
        .string()
        .max(254)
        .refine((text) => emailAddress.safeParse(text).success, fieldCode('fields.invalidEmailAddress')),
    })
    .optional(),
  clientRolesToAdd: z.array(role).max(1).optional(),
  clientRolesToRemove: z.array(role).max(5).optional(),
  platformId: recordId.nullish(),
  /** Moves the user to another integration, when the role is an integration's; provider callers only. */
  integration: z.string().max(120).nullish(),
});

/** A caller without a provider role may neither give nor take one. 409 for the last administrator. */
export const updateAccount = endpoint({
  id: 'updateAccount',
  method: 'PUT',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'Change a user',
  params: z.strictObject({ keycloakUserId }),
  body: userChange,
  response: user,
  accepted: heldChange,
  failures: [404, 409, 502],
  perMinute: 30,
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

/** The user signs in with only the password, or sets a new factor up where one is required. Their sign-ins end. */
export const resetSecondFactor = endpoint({
  id: 'resetSecondFactor',
  method: 'DELETE',
  path: '/user/kc/:keycloakUserId/second-factor',
  access: 'users:manage',
  tag: 'users',
  summary: 'Remove the second factor of a user',
  params: z.strictObject({ keycloakUserId }),
  response: z.null(),
  failures: [404, 409, 502],
});

/** 409 for oneself and for the last administrator. Access ends within a minute. */
export const deleteAccount = endpoint({
  id: 'deleteAccount',
  method: 'DELETE',
  path: '/user/kc/:keycloakUserId',
  access: 'users:manage',
  tag: 'users',
  summary: 'Delete a user of the identity provider',
  params: z.strictObject({ keycloakUserId }),
  response: z.null(),
  failures: [404, 409, 502],
});

/** 409 for a user that the identity provider has. */
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

/** With false nothing is changed. Provider staff only; 404 for people of an integration. */
export const synchroniseUsers = endpoint({
  id: 'synchroniseUsers',
  method: 'GET',
  acts: true,
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
  describeIdentityProvider,
  listAccounts,
  getAccount,
  listUserSessions,
  createAccount,
  updateAccount,
  resetUserPassword,
  resetSecondFactor,
  deleteAccount,
  deleteLocalUser,
  synchroniseUsers,
] as const;
