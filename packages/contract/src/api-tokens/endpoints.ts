import { z } from 'zod';
import { instant, recordId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { longestTokenName, type TokenScope, tokenLifetimes, tokenScopeNames } from './scopes.ts';

const tokenScope = z.enum(tokenScopeNames as [TokenScope, ...TokenScope[]]);
const lifetime = z.literal(tokenLifetimes);

export const apiToken = z
  .strictObject({
    /** No secret: the token begins with `ludus_<id>_`. */
    id: z.string(),
    name: z.string(),
    owner: z.strictObject({ userId: z.string(), username: z.string() }),
    isOwn: z.boolean(),
    /** Whose rows the token reads; null: those of every integration. */
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    /** What it was given. It does what its owner may do of these at the time of a call. */
    scopes: z.array(tokenScope),
    days: lifetime,
    createdAt: instant,
    expiresAt: instant,
    isExpired: z.boolean(),
    /** To the minute; null before the first call. */
    lastUsedAt: instant.nullable(),
    lastUsedFrom: z.string().nullable(),
    /** Until when the secret before the last renewal is still valid. */
    oldSecretUntil: instant.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiToken>;

const secretOnce = z
  .strictObject({
    token: apiToken,
    /** The whole token, this once. */
    secret: z.string(),
  })
  .meta({ id: 'ApiTokenSecret' });
export type ApiTokenSecret = z.infer<typeof secretOnce>;

export const apiTokenForm = z.strictObject({
  name: z.string().trim().min(1).max(longestTokenName),
  scopes: z
    .array(tokenScope)
    .min(1)
    .max(tokenScopeNames.length)
    .transform((chosen) => tokenScopeNames.filter((scope) => chosen.includes(scope))),
  days: lifetime,
  /** Limits a token of the provider's administrators to one integration. Tokens of other people have their own. */
  integrationId: recordId.optional(),
});
export type ApiTokenForm = z.input<typeof apiTokenForm>;

const tokenId = z.strictObject({ id: z.string().regex(/^[0-9a-z]{12}$/) });

export const listApiTokens = endpoint({
  id: 'listApiTokens',
  method: 'GET',
  path: '/api-tokens',
  access: 'signed-in',
  tag: 'api tokens',
  summary: 'API tokens of the caller, and those that they administer',
  description:
    'The newest first, those of the caller before others. Who administers users also gets the tokens of these users. No call returns the secret of a token again.',
  response: rowsOf(apiToken),
});

export const createApiToken = endpoint({
  id: 'createApiToken',
  method: 'POST',
  path: '/api-tokens',
  access: 'signed-in',
  tag: 'api tokens',
  summary: 'Create an API token',
  description:
    'Returns the secret, this once. 422 for scopes that the caller does not hold, 409 beyond 20 tokens. The owner is notified.',
  body: apiTokenForm,
  response: secretOnce,
  failures: [409],
  perMinute: 10,
});

export const renewApiToken = endpoint({
  id: 'renewApiToken',
  method: 'POST',
  path: '/api-tokens/:id/renew',
  access: 'signed-in',
  tag: 'api tokens',
  summary: 'Give an API token of the caller a new secret and its whole lifetime',
  description:
    'The old secret stays valid for 24 hours, at most until it would have expired. Revoke a token that leaked.',
  params: tokenId,
  response: secretOnce,
  failures: [404],
  perMinute: 10,
});

export const revokeApiToken = endpoint({
  id: 'revokeApiToken',
  method: 'DELETE',
  path: '/api-tokens/:id',
  access: 'signed-in',
  tag: 'api tokens',
  summary: 'Revoke an API token',
  description:
    'The next call with it is refused. Administrators can revoke the tokens of the users that they administer.',
  params: tokenId,
  response: z.null(),
  failures: [404],
});

export const apiTokenEndpoints = [listApiTokens, createApiToken, renewApiToken, revokeApiToken] as const;
