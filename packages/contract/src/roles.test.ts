import { describe, expect, it } from 'vitest';
import {
  identityFromClaims,
  isValidIdentity,
  localRolesOf,
  type Role,
  recognisedRoles,
  roles,
  type Scope,
  scopeRoles,
  scopes,
  scopesOf,
} from './roles.ts';

function holders(scope: Scope): Role[] {
  return roles.filter((role) => scopesOf([role]).has(scope));
}

describe('roles in a token', () => {
  it('[AUTH-04] are the five client roles of the hub; every other name is ignored', () => {
    expect(recognisedRoles(['offline_access', 'ludus_admin', 'superuser', 'integration_guest'])).toEqual([
      'ludus_admin',
      'integration_guest',
    ]);
    const identity = identityFromClaims(
      {
        sub: 'u1',
        preferred_username: 'ada',
        resource_access: { other: { roles: ['ludus_admin'] }, 'ludus-hub': { roles: ['integration_admin'] } },
        attributes: { integration: ['Alpina', 'Baltica'] },
      },
      'ludus-hub',
    );
    expect(identity.roles).toEqual(['integration_admin']);
  });

  it('[AUTH-05] name the integration by the first entry of attributes.integration', () => {
    const claims = { sub: 'u1', attributes: { integration: ['Alpina', 'Baltica'] } };
    expect(identityFromClaims(claims, 'ludus-hub').integrationName).toBe('Alpina');
    expect(
      identityFromClaims({ sub: 'u1', attributes: { integration: [] } }, 'ludus-hub').integrationName,
    ).toBeNull();
    expect(identityFromClaims({ sub: 'u1' }, 'ludus-hub').integrationName).toBeNull();
  });

  it('[AUTH-06] become the five local flags', () => {
    expect(localRolesOf(['ludus_manager', 'integration_guest'])).toEqual({
      isLudusAdmin: false,
      isLudusManager: true,
      isIntegrationAdmin: false,
      isIntegrationManager: false,
      isIntegrationGuest: true,
    });
  });

  it('[AUTH-07] make a valid user only with a provider role, or with any role and an integration', () => {
    expect(isValidIdentity({ roles: ['ludus_manager'], integrationName: null })).toBe(true);
    expect(isValidIdentity({ roles: ['integration_guest'], integrationName: 'Alpina' })).toBe(true);
    expect(isValidIdentity({ roles: ['integration_guest'], integrationName: null })).toBe(false);
    expect(isValidIdentity({ roles: [], integrationName: 'Alpina' })).toBe(false);
  });
});

describe('scopes', () => {
  it('are held by at least one role each, and several roles hold the union', () => {
    for (const scope of scopes) expect(holders(scope).length, scope).toBeGreaterThan(0);
    expect(scopesOf(['integration_guest', 'integration_manager'])).toEqual(
      new Set(
        scopes.filter((scope) => scopeRoles[scope].some((role) => /guest|integration_manager/.test(role))),
      ),
    );
  });

  it('[ROLE-13] give refresh and close to the four roles that are no guest', () => {
    const four = ['ludus_admin', 'ludus_manager', 'integration_admin', 'integration_manager'];
    expect(holders('sessions:refresh')).toEqual(four);
    expect(holders('sessions:close')).toEqual(four);
  });

  it('let everyone who sees a request for a game on its page see its answer there', () => {
    expect(holders('requests:marks')).toEqual([...roles]);
  });

  it('let those who set the games of an integration decide what it requests', () => {
    expect(holders('requests:decide')).toEqual(holders('integrations:manage'));
  });

  it('[ROLE-14] show due in the session box to ludus_admin only', () => {
    expect(holders('money:session-due')).toEqual(['ludus_admin']);
  });

  it('[ROLE-15] show net win and due in totals to ludus_admin and integration_admin only', () => {
    expect(holders('money:net-and-due')).toEqual(['ludus_admin', 'integration_admin']);
  });

  it('[ROLE-12] keep report generator, user guide and jobs board to ludus_admin', () => {
    expect(holders('settings:reports')).toEqual(['ludus_admin']);
    expect(holders('jobs:manage')).toEqual(['ludus_admin']);
  });

  it('[OPEN-23] give statistics to every role but the guest, reports not to integration_manager either', () => {
    expect(holders('statistics:read')).toEqual([
      'ludus_admin',
      'ludus_manager',
      'integration_admin',
      'integration_manager',
    ]);
    expect(holders('reports:read')).toEqual(['ludus_admin', 'ludus_manager', 'integration_admin']);
    expect(holders('dashboard:read')).toEqual(['ludus_admin', 'ludus_manager', 'integration_admin']);
  });
});
