import { z } from 'zod';
import { recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { languages } from '../language.ts';
import { roles } from '../roles.ts';

export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'system',
  summary: '200 once everything serves, 503 while a part does not',
  response: z.strictObject({
    status: z.enum(['ok', 'failing']),
    parts: z.record(z.string(), z.enum(['ok', 'failing'])),
  }),
});

/** What a client must know before sign-in. */
export const getConfig = endpoint({
  id: 'getConfig',
  method: 'GET',
  path: '/config',
  access: 'public',
  tag: 'system',
  summary: 'Addresses and names a client needs before sign-in',
  response: z
    .strictObject({
      issuer: z.url(),
      clientId: z.string(),
      audience: z.string(),
      languages: z.array(z.strictObject({ code: z.enum(languages), locale: z.string(), beta: z.boolean() })),
      catalogPageSize: z.int(),
      integrationsPageSize: z.int(),
      /** What `sendUserGuide` takes as its `fileUrl`. */
      userGuideUrl: z.url(),
      /** Whether calls should carry a `traceparent` of the W3C. */
      tracing: z.boolean(),
      /** The demo's mail inbox, with the sandbox on. */
      inboxUrl: z.url().nullable(),
      demoUrl: z.url().nullable(),
    })
    .meta({ id: 'ClientConfig' }),
});

/** Who the caller is, as the server sees it. 403 for an invalid user. */
export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  access: 'signed-in',
  tokens: true,
  tag: 'system',
  summary: 'The signed-in user',
  response: z
    .strictObject({
      userId: z.string(),
      username: z.string(),
      email: z.string().nullable(),
      roles: z.array(z.enum(roles)),
      scopes: z.array(z.string()),
      integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    })
    .meta({ id: 'Me' }),
});

export const systemEndpoints = [getHealth, getConfig, getMe] as const;
