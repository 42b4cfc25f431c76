import { type AnyEndpoint, endpoints, type Role, roles, systemEndpoints } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../src/infra/errors/index.ts';
import { bind } from '../src/infra/http/index.ts';
import { allowedRoles } from './allowed-roles.ts';
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

beforeAll(async () => {
  const others = endpoints.filter((endpoint) => !system.includes(endpoint));
  hub = await startTestHub({
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

describe('without a token at all', () => {
  it('can be called: health and config, nothing else', async () => {
    expect(endpoints.filter(isPublic).map((endpoint) => endpoint.id)).toEqual(['getHealth', 'getConfig']);
    expect((await hub.get('/health')).status).toBe(200);
    expect((await hub.get('/config')).status).toBe(200);
  });
});
