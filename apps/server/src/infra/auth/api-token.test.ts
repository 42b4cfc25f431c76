import { crc32 } from 'node:zlib';
import type { TokenScope } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { type TestApiTokenOptions, testApiTokens } from '../../../test/api-tokens.ts';
import { createTokenId, createTokenSecret, isSameHash, parseApiToken } from './api-token.ts';
import { createAuthenticator } from './authenticator.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the text of an API token', () => {
  it('has a prefix, an id, a secret and a checksum that anyone can compute', () => {
    const id = createTokenId();
    const { text, hash } = createTokenSecret(id);
    const [, body = '', checksum] = /^(ludus_[0-9a-z]{12}_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text) ?? [];
    let value = 0;
    for (const digit of checksum ?? '') value = value * 62 + base62.indexOf(digit);
    expect(value).toBe(crc32(body));
    expect(parseApiToken(text)).toEqual({ id, hash });
    expect(hash).toHaveLength(32);
  });

  it('never comes twice, and no secret follows from an id', () => {
    const texts = Array.from({ length: 200 }, () => createTokenSecret('000000000000').text);
    expect(new Set(texts).size).toBe(200);
  });

  it('is refused by its checksum when any of its characters is another one', () => {
    const { text } = createTokenSecret(createTokenId());
    for (let at = 0; at < text.length; at++) {
      const other = text[at] === 'x' ? 'y' : 'x';
      expect(parseApiToken(text.slice(0, at) + other + text.slice(at + 1)), `${at}`).toBeUndefined();
    }
    for (const changed of ['', text.slice(0, -1), `${text}0`, ` ${text}`, `${text}\n`, text.toUpperCase()])
      expect(parseApiToken(changed)).toBeUndefined();
  });

  it('has another hash for another secret, and hashes of different lengths are not the same', () => {
    const [a, b] = [createTokenSecret('a'.repeat(12)).hash, createTokenSecret('a'.repeat(12)).hash];
    expect([isSameHash(a, Buffer.from(a)), isSameHash(a, b), isSameHash(a, a.subarray(1))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('who an API token stands for', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const reads: TokenScope[] = ['statistics:read', 'money:net-and-due', 'logs:read'];

  function world(options: TestApiTokenOptions, revokedBefore?: Date) {
    const tokens = testApiTokens();
    const text = tokens.create(options);
    const authenticator = createAuthenticator({
      issuer: 'https://identity.test',
      clientId: 'hub',
      audience: 'hub',
      keys: async () => {
        throw new Error('An API token is no token of the identity provider.');
      },
      integrations: { findByName: async (name) => (name === 'Alpina' ? { id: 1, name } : null) },
      clock: { now: () => now } as never,
      apiTokens: tokens.lookup,
      isRevoked: async (_identity, issuedAt) => revokedBefore !== undefined && issuedAt < revokedBefore,
      onActor: () => {
        throw new Error('The rights of a token are no rights of its owner.');
      },
    });
    const actor = async () => (await authenticator.authenticate(text, '192.0.2.1')).actor;
    return { tokens, text, authenticator, actor };
  }
  const admin: TestApiTokenOptions = { role: 'ludus_admin', scopes: reads };

  it('is its owner with the scopes that both hold', async () => {
    const { actor, tokens } = world(admin);
    const found = await actor();
    expect([...found.scopes].sort()).toEqual(['logs:read', 'money:net-and-due', 'statistics:read']);
    expect(found).toMatchObject({ userId: 'ludus_admin', side: 'provider', integration: null });
    expect([found.can('statistics:read'), found.can('sessions:read'), found.can('users:manage')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(tokens.uses).toEqual([{ id: found.apiToken, at: now, address: '192.0.2.1' }]);
  });

  it('holds no scope that tokens cannot have, even when it is stored with one', async () => {
    const { actor } = world({ ...admin, change: { scopes: ['users:manage', 'jobs:manage', 'logs:read'] } });
    expect([...(await actor()).scopes]).toEqual(['logs:read']);
  });

  it('loses what its owner loses, at once', async () => {
    const { actor, tokens } = world(admin);
    tokens.owners.set('ludus_admin', ['ludus_manager']);
    expect([...(await actor()).scopes].sort()).toEqual(['logs:read', 'statistics:read']);
    tokens.owners.set('ludus_admin', []);
    await expect(actor()).rejects.toMatchObject({ status: 401 });
  });

  it('is within one integration what its own people are, and has only its rows', async () => {
    const integration = { id: 7, name: 'Baltica' };
    const { actor } = world({ ...admin, change: { integration, integrationId: 7 } });
    const found = await actor();
    expect(found).toMatchObject({ side: 'integration', integration, roles: ['integration_admin'] });
    // The log is for the provider.
    expect([...found.scopes].sort()).toEqual(['money:net-and-due', 'statistics:read']);
  });

  const later = new Date('2027-01-01T00:00:00Z');
  const refused: [string, TestApiTokenOptions, (made: ReturnType<typeof world>) => void, Date?][] = [
    ['unknown', admin, ({ tokens }) => (tokens.lookup.find = async () => undefined)],
    ['of another secret', { ...admin, change: { secrets: [] } }, () => {}],
    ['expired', { ...admin, validUntil: now }, () => {}],
    ['of someone who is gone', admin, ({ tokens }) => tokens.owners.clear()],
    ['of someone whose tokens were revoked', admin, () => {}, later],
    [
      'of someone who left the provider',
      admin,
      ({ tokens }) => tokens.owners.set('ludus_admin', ['integration_admin']),
    ],
    [
      'of someone who came to the provider',
      { role: 'integration_admin', scopes: reads },
      ({ tokens }) => tokens.owners.set('integration_admin', ['ludus_admin']),
    ],
    [
      'of someone at another integration',
      { role: 'integration_admin', scopes: reads, change: { integrationId: 2 } },
      () => {},
    ],
    [
      'for an integration that is not active',
      { ...admin, change: { integrationId: 7, integration: null } },
      () => {},
    ],
  ];
  it.each(refused)('is no one: a token %s, and the refusal does not say which', async (_, ...given) => {
    const [options, change, revokedBefore] = given;
    const made = world(options, revokedBefore);
    change(made);
    await expect(made.actor()).rejects.toMatchObject({ status: 401, message: 'The token is not valid.' });
    expect(made.tokens.uses).toEqual([]);
  });

  it('is no one without an address, as sockets ask', async () => {
    const { authenticator, text } = world(admin);
    await expect(authenticator.authenticate(text)).rejects.toMatchObject({ status: 401 });
  });
});
