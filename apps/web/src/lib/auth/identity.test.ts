import { describe, expect, it } from 'vitest';
import { userFromTokens } from './identity.ts';
import { safeReturnPath } from './provider.ts';

const encode = (value: object) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const accessToken = (claims: object) =>
  `${encode({})}.${encode(claims).replaceAll('+', '-').replaceAll('/', '_')}.s`;
const client = 'ludus-hub';

describe('identity from tokens', () => {
  it('[AUTH-04][AUTH-06] recognises the five client roles and no others', () => {
    const user = userFromTokens(
      {
        sub: 'u1',
        resource_access: {
          [client]: { roles: ['ludus_manager', 'owner'] },
          other: { roles: ['ludus_admin'] },
        },
      },
      '',
      client,
    );
    expect(user.roles).toEqual(['ludus_manager']);
    expect(user.flags).toEqual({
      isLudusAdmin: false,
      isLudusManager: true,
      isIntegrationAdmin: false,
      isIntegrationManager: false,
      isIntegrationGuest: false,
    });
  });

  it('[AUTH-05] takes the first entry of attributes.integration as the integration', () => {
    const claims = {
      sub: 'u2',
      resource_access: { [client]: { roles: ['integration_admin'] } },
      attributes: { integration: ['Alpina', 'Baltica'] },
    };
    expect(userFromTokens(claims, '', client).integrationName).toBe('Alpina');
  });

  it('[AUTH-07] holds a user valid with a provider role, or with roles and an integration', () => {
    const user = (roles: string[], integration: string[]) =>
      userFromTokens(
        { sub: 'u', resource_access: { [client]: { roles } }, attributes: { integration } },
        '',
        client,
      ).isValid;
    expect(user(['ludus_admin'], [])).toBe(true);
    expect(user(['ludus_manager'], [])).toBe(true);
    expect(user(['integration_guest'], ['Alpina'])).toBe(true);
    expect(user(['integration_guest'], [])).toBe(false);
    expect(user([], ['Alpina'])).toBe(false);
    expect(user(['owner'], ['Alpina'])).toBe(false);
  });

  it('reads roles from the access token when the identity token carries none', () => {
    const token = accessToken({
      sub: 'u3',
      preferred_username: 'è.rossi',
      resource_access: { [client]: { roles: ['ludus_admin'] } },
    });
    const user = userFromTokens({ sub: 'u3' }, token, client);
    expect(user.roles).toEqual(['ludus_admin']);
    expect(user.username).toBe('è.rossi');
  });

  it('counts malformed claims as absent', () => {
    const user = userFromTokens(
      { sub: 'u4', resource_access: 'x', attributes: { integration: [1, ''] } },
      'no.token',
      client,
    );
    expect(user.roles).toEqual([]);
    expect(user.integrationName).toBeNull();
    expect(user.isValid).toBe(false);
  });

  it('[AUTH-01] returns only to a path of this app after signing in', () => {
    expect(safeReturnPath({ returnTo: '/session-list?page=3' })).toBe('/session-list?page=3');
    expect(safeReturnPath({ returnTo: '//evil.example' })).toBe('/');
    expect(safeReturnPath({ returnTo: '/\\evil.example' })).toBe('/');
    expect(safeReturnPath({ returnTo: 'https://evil.example' })).toBe('/');
    expect(safeReturnPath(undefined)).toBe('/');
  });
});
