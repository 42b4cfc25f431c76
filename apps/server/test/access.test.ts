import {
  type AnyEndpoint,
  endpoints,
  type Role,
  roles,
  systemEndpoints,
  type TokenScope,
  tokenScopeNames,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../src/infra/errors/index.ts';
import { bind } from '../src/infra/http/index.ts';
import { allowedRoles, allowedToTokens } from './allowed-roles.ts';
import { testApiTokens } from './api-tokens.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { type TokenOptions, tokenFor } from './tokens.ts';

const system: readonly AnyEndpoint[] = systemEndpoints;
const keyOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const isPublic = (endpoint: AnyEndpoint) => allowedRoles[keyOf(endpoint)] === 'public';
const closed = endpoints.filter((endpoint) => !isPublic(endpoint));

/** Whether a role may make a call, by the list of the tests. */
function mayCall(endpoint: AnyEndpoint, role: Role): boolean {
  return allowedRoles[keyOf(endpoint)]?.includes(role) ?? false;
}

let hub: TestHub;
const apiTokens = testApiTokens();

beforeAll(async () => {
  const others = endpoints.filter((endpoint) => !system.includes(endpoint));
  hub = await startTestHub({
    apiTokens: apiTokens.lookup,
    modules: () => [
      {
        name: 'everything',
        // Whoever gets this far has been let in.
        endpoints: others.map((endpoint) =>
          bind(endpoint, async () => {
            throw new NotFoundError();
          }),
        ),
      },
    ],
  });
});

afterAll(() => hub?.close());

/** Calls with values that fit nowhere: whoever may not call must be refused before the values are checked. */
async function statusOf(endpoint: AnyEndpoint, token?: string): Promise<number> {
  const path = endpoint.path.replace(/:\w+/g, '0');
  const body = endpoint.method === 'GET' ? {} : { body: { unknown: true } };
  const { status } = await hub.call(endpoint.method, `${path}?unknown=1`, {
    ...(token === undefined ? {} : { token }),
    ...body,
  });
  return status;
}

const name = ({ method, path }: AnyEndpoint) => `${method} /api${path}`;

describe('the list of allowed roles', () => {
  it('names every call, and none that is gone', () => {
    expect(Object.keys(allowedRoles).toSorted()).toEqual(endpoints.map(keyOf).toSorted());
  });
});

describe('[OPEN-01][AUTH-02] without a token that is good', () => {
  const bad: [string, TokenOptions][] = [
    ['an expired token', { expiresIn: -60 }],
    ["a token signed by someone else under the issuer's key id", { signedBy: 'someone else' }],
    ['an unsigned token (alg none)', { signedBy: 'no-one' }],
    ['a token for another audience', { audience: 'ludus-hub' }],
    ['a token of another issuer', { issuer: 'https://elsewhere.test/realms/ludus' }],
  ];

  it.each(closed.map((endpoint) => [name(endpoint), endpoint] as const))(
    '%s answers 401',
    async (_, endpoint) => {
      expect(await statusOf(endpoint)).toBe(401);
      for (const [what, options] of bad) {
        expect(await statusOf(endpoint, await tokenFor('ludus_admin', options)), what).toBe(401);
      }
    },
  );

  it('refuses a token in another place or of another scheme', async () => {
    const token = await tokenFor('ludus_admin');
    for (const authorization of [
      token,
      `Basic ${token}`,
      `Bearer ${token} ${token}`,
      'Bearer',
      'Bearer a.b.c',
    ]) {
      expect((await hub.fetch('/api/me', { headers: { authorization } })).status, authorization).toBe(401);
    }
    expect((await hub.fetch(`/api/me?access_token=${token}`)).status).toBe(401);
  });
});

describe('[AUTH-07][OPEN-01] an invalid user', () => {
  it.each(closed.map((endpoint) => [name(endpoint), endpoint] as const))(
    '%s answers 403',
    async (_, endpoint) => {
      const noRole = await tokenFor(null, { integration: 'Alpina' });
      const unknownRole = await tokenFor(null, {
        integration: 'Alpina',
        otherRoles: ['Ludus_Admin', 'admin'],
      });
      const noAttribute = await tokenFor('integration_admin', { integration: null });
      const emptyAttribute = await tokenFor('integration_admin', { integration: ' ' });
      for (const token of [noRole, unknownRole, noAttribute, emptyAttribute]) {
        expect(await statusOf(endpoint, token)).toBe(403);
      }
    },
  );
});

describe.each(roles)('[OPEN-01][AUTH-04] %s', (role) => {
  it.each(closed.map((endpoint) => [name(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const status = await statusOf(endpoint, await tokenFor(role));
    if (mayCall(endpoint, role)) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });
});

describe('an API token of an administrator', () => {
  const readOnly = tokenScopeNames.filter((scope) => scope !== 'reconciliation:files');

  it('may call what the list of the tests names, and nothing else', () => {
    const keys = endpoints.map(keyOf);
    expect(Object.keys(allowedToTokens).filter((key) => !keys.includes(key))).toEqual([]);
    for (const [key, scope] of Object.entries(allowedToTokens))
      if (key.startsWith('GET') === false) expect(readOnly, key).not.toContain(scope);
  });

  it.each(closed.map((endpoint) => [name(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const needed = allowedToTokens[keyOf(endpoint)];
    const statusWith = (scopes: readonly TokenScope[]) =>
      statusOf(endpoint, apiTokens.create({ role: 'ludus_admin', scopes }));
    if (needed === undefined) return expect(await statusWith(tokenScopeNames)).toBe(403);
    const without = tokenScopeNames.filter((scope) => scope !== needed);
    expect([401, 403]).not.toContain(await statusWith(needed === 'none' ? [] : [needed]));
    if (needed !== 'none') expect(await statusWith(without)).toBe(403);
    // Who lost the role that held the scope has lost it for the token too.
    const guest = apiTokens.create({ role: 'integration_guest', scopes: tokenScopeNames });
    const isForGuests = mayCall(endpoint, 'integration_guest');
    expect((await statusOf(endpoint, guest)) !== 403).toBe(isForGuests);
  });
});

describe('without a token at all', () => {
  it('can be called: health and config, nothing else', async () => {
    expect(endpoints.filter(isPublic).map((endpoint) => endpoint.id)).toEqual(['getHealth', 'getConfig']);
    expect((await hub.get('/health')).status).toBe(200);
    expect((await hub.get('/config')).status).toBe(200);
  });
});
