import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testIssuer, testKeySet, testKeys, tokenFor } from '../../../test/tokens.ts';
import { fixedClock, systemClock } from '../clock/index.ts';
import { bearerToken, createAuthenticator, remoteKeys } from './index.ts';

const integrations = {
  findByName: async (name: string) => (name.toLowerCase() === 'alpina' ? { id: 7, name: 'Alpina' } : null),
};
const options = {
  issuer: testIssuer,
  clientId: 'ludus-hub',
  audience: 'urn:ludus:api',
  keys: testKeys,
  integrations,
  clock: systemClock,
};

describe('[AUTH-04][AUTH-05] what a token says of its user', () => {
  const { authenticate } = createAuthenticator(options);
  const actorOf = async (...given: Parameters<typeof tokenFor>) =>
    (await authenticate(await tokenFor(...given))).actor;

  it('counts the five client roles and no others', async () => {
    const actor = await actorOf('ludus_manager', { otherRoles: ['uma_authorization', 'LUDUS_ADMIN'] });
    expect(actor.roles).toEqual(['ludus_manager']);
    expect(actor.can('integrations:manage')).toBe(true);
    expect(actor.can('games:edit')).toBe(false);
  });

  it('ignores roles of another client', async () => {
    const claims = { resource_access: { 'another-app': { roles: ['ludus_admin'] } } };
    await expect(actorOf('ludus_admin', { claims })).rejects.toMatchObject({ status: 403 });
  });

  it('takes the first entry of the attribute, in any case of letters, also when it is plain text', async () => {
    const attributes = { integration: ['ALPINA', 'Baltica'] };
    expect((await actorOf('integration_admin', { claims: { attributes } })).integration?.id).toBe(7);
    const plain = { attributes: { integration: 'alpina' } };
    expect((await actorOf('integration_guest', { claims: plain })).integration?.name).toBe('Alpina');
  });

  it('gives no right for claims of the wrong shape', async () => {
    for (const claims of [
      { resource_access: 'ludus_admin' },
      { resource_access: { 'ludus-hub': { roles: 'ludus_admin' } } },
      { resource_access: { 'ludus-hub': null } },
      { attributes: { integration: [['Alpina']] } },
      { attributes: 'Alpina' },
    ]) {
      await expect(actorOf('integration_admin', { claims }), JSON.stringify(claims)).rejects.toMatchObject({
        status: 403,
      });
    }
  });

  it('binds staff of the provider to no integration', async () => {
    const actor = await actorOf('ludus_admin', { integration: 'Alpina' });
    expect([actor.side, actor.integration]).toEqual(['provider', null]);
  });
});

describe('the kind of a token', () => {
  const { authenticate } = createAuthenticator(options);

  it.each([
    ['an ID token', { claims: { typ: 'ID' } }],
    ['a refresh token', { claims: { typ: 'Refresh' } }],
    ['a logout token', { headerType: 'logout+jwt' }],
  ])('of %s that names our audience is refused', async (_kind, given) => {
    await expect(authenticate(await tokenFor('ludus_admin', given))).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ['at+jwt', {}],
    ['application/at+jwt', {}],
    ['JWT', { typ: 'Bearer' }],
  ])('of an access token is accepted with the header type %s', async (headerType, claims) => {
    const { actor } = await authenticate(await tokenFor('ludus_admin', { headerType, claims }));
    expect(actor.username).toBe('ludus_admin');
  });
});

describe('the algorithm of a signature', () => {
  const claims = { resource_access: { 'ludus-hub': { roles: ['ludus_admin'] } } };
  const signed = (alg: string, key: CryptoKey | Uint8Array) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg, kid: 'other' })
      .setSubject('u1')
      .setIssuer(testIssuer)
      .setAudience('urn:ludus:api')
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key);

  it.each(['RS256', 'PS256', 'ES256'])('may be %s', async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const { authenticate } = createAuthenticator({ ...options, keys: async () => publicKey });
    expect((await authenticate(await signed(alg, privateKey))).actor.userId).toBe('u1');
  });

  it('is not taken from the token: neither a shared secret nor an algorithm that is not listed passes', async () => {
    const secret = new TextEncoder().encode('a secret of thirty-two characters');
    const shared = createAuthenticator({ ...options, keys: async () => secret });
    await expect(shared.authenticate(await signed('HS256', secret))).rejects.toMatchObject({ status: 401 });
    const { publicKey, privateKey } = await generateKeyPair('RS512');
    const unlisted = createAuthenticator({ ...options, keys: async () => publicKey });
    await expect(unlisted.authenticate(await signed('RS512', privateKey))).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe('a token that was good', () => {
  it('is refused once it has expired, however often it has been seen', async () => {
    const clock = fixedClock('2026-03-29T00:00:00Z');
    const { authenticate } = createAuthenticator({ ...options, clock });
    const token = await tokenFor('ludus_admin', { now: clock.now(), expiresIn: 60 });
    await authenticate(token);
    clock.advance(59_000);
    await authenticate(token);
    clock.advance(60_000);
    await expect(authenticate(token)).rejects.toMatchObject({ status: 401 });
  });
});

describe('the keys of an issuer elsewhere', () => {
  let server: Server;
  let issuer: string;
  let answer: (path: string) => unknown;

  beforeEach(async () => {
    server = createServer((request, response) => {
      const body = answer(request.url ?? '');
      response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realms/ludus`;
    answer = (path) =>
      path.endsWith('/.well-known/openid-configuration')
        ? { issuer, jwks_uri: `${issuer}/certs` }
        : { ...testKeySet };
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const make = () => createAuthenticator({ ...options, issuer, keys: remoteKeys(issuer) });

  it('[AUTH-10] are found through its discovery document', async () => {
    const { actor } = await make().authenticate(await tokenFor('ludus_admin', { issuer }));
    expect(actor.username).toBe('ludus_admin');
  });

  it('are asked for again after the issuer could not be reached, which is no one’s fault but ours: 503', async () => {
    const { authenticate } = make();
    const token = await tokenFor('ludus_admin', { issuer });
    const working = answer;
    answer = () => undefined;
    await expect(authenticate(token)).rejects.toMatchObject({ status: 503 });
    answer = working;
    await expect(authenticate(token)).resolves.toBeDefined();
  });

  it('are not taken from a document that speaks for another issuer', async () => {
    answer = () => ({ issuer: 'https://elsewhere.test', jwks_uri: `${issuer}/certs` });
    await expect(make().authenticate(await tokenFor('ludus_admin', { issuer }))).rejects.toMatchObject({
      status: 503,
    });
  });
});

describe('the bearer header', () => {
  it('holds one token of three parts, and the scheme in any case', () => {
    expect(bearerToken('bearer a.b.c')).toBe('a.b.c');
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer a.b',
      'Bearer a.b.c d.e.f',
      'Basic a.b.c',
      'a.b.c',
    ]) {
      expect(bearerToken(header)).toBeUndefined();
    }
  });
});
