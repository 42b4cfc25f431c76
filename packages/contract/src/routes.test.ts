import { describe, expect, it } from 'vitest';
import { type Role, roles } from './roles.ts';
import {
  basePathOf,
  cutAmpersand,
  fallbackPath,
  mayOpen,
  type RouteId,
  routeIds,
  routeOfPath,
  routes,
} from './routes.ts';

const all = [...roles];
const everyRoleBut = (...blocked: Role[]) => roles.filter((role) => !blocked.includes(role));

function expectOpenTo(route: RouteId, path: string, allowed: readonly Role[]) {
  expect(basePathOf(routes[route].path)).toBe(path);
  expect(roles.filter((role) => mayOpen(route, [role]))).toEqual(allowed);
}

describe('the route of a path', () => {
  it('is found with and without its optional parameter and a closing slash', () => {
    expect(routeOfPath('/games/')).toBe('games');
    expect(routeOfPath('/game/9')).toBe('game');
    expect(routeOfPath('/gamesX')).toBeNull();
    expect(routeOfPath('/new-ticket/abc')).toBe('newTicket');
    for (const path of ['/players', '/players/1', '/players/1/vg_22'])
      expect(routeOfPath(path), path).toBe('player');
    for (const path of ['/players/1/vg_22/x', '/players//vg_22', '/playersX/1'])
      expect(routeOfPath(path), path).toBeNull();
  });
});

describe('the route table', () => {
  const notGuestNorManager = everyRoleBut('integration_guest', 'integration_manager');
  const admin: Role[] = ['ludus_admin'];
  const provider: Role[] = ['ludus_admin', 'ludus_manager'];
  const adminRoles: Role[] = ['ludus_admin', 'integration_admin'];

  it('[NAV-01] Dashboard at / is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('dashboard', '/', notGuestNorManager));
  it('[NAV-02] Catalog is blocked for integration_manager', () =>
    expectOpenTo('catalog', '/catalog', everyRoleBut('integration_manager')));
  it('[NAV-03] Operators is open to ludus_admin only', () => expectOpenTo('operators', '/operators', admin));
  it('[NAV-04][OPEN-03] Documentation is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('documentation', '/documentation', notGuestNorManager));
  it('Certificates is blocked for integration_guest, as the calls of documents', () =>
    expectOpenTo('certificates', '/certificates', everyRoleBut('integration_guest')));
  it('[NAV-05] Integrations is open to provider staff only', () =>
    expectOpenTo('integrations', '/integrations', provider));
  it('[NAV-06] Game is blocked for integration_manager', () =>
    expectOpenTo('game', '/game', everyRoleBut('integration_manager')));
  it('[NAV-07] Games is open to ludus_admin only', () => expectOpenTo('games', '/games', admin));
  it('[NAV-08] EditGame is open to ludus_admin only', () => expectOpenTo('editGame', '/editGame', admin));
  it('[NAV-09] Integration is open to provider staff only', () =>
    expectOpenTo('integration', '/integration', provider));
  it('[NAV-10] ReviewRequested is blocked for integration_guest', () =>
    expectOpenTo('reviewRequested', '/review', everyRoleBut('integration_guest')));
  it('[NAV-11] Notifications is open to all users', () =>
    expectOpenTo('notifications', '/notifications', all));
  it('[NAV-12] Maintenances is open to ludus_admin only', () =>
    expectOpenTo('maintenances', '/maintenances', admin));
  it('[NAV-13] New integration is open to provider staff only', () =>
    expectOpenTo('newIntegration', '/new-integration', provider));
  it('[NAV-14] Sessions is blocked for integration_guest', () =>
    expectOpenTo('sessions', '/sessions', everyRoleBut('integration_guest')));
  it('[NAV-15] Sessions List is blocked for integration_guest', () =>
    expectOpenTo('sessionsList', '/session-list', everyRoleBut('integration_guest')));
  it('[NAV-16] Charts is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('charts', '/charts', notGuestNorManager));
  it('[NAV-17] Reports is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('reports', '/reports', notGuestNorManager));
  it('[NAV-18][OPEN-18] Bets is open to ludus_admin only', () => expectOpenTo('bets', '/bets', admin));
  it('[NAV-19][OPEN-04] Logs is open to provider staff only', () => expectOpenTo('logs', '/logs', provider));
  it('[NAV-20] Settings is open to all users', () => expectOpenTo('settings', '/settings', all));
  it('[NAV-21][OPEN-19] Users is open to ludus_admin and integration_admin only', () =>
    expectOpenTo('users', '/users', adminRoles));
  it('[NAV-22] Ticket is open to ludus_admin and integration_admin only', () =>
    expectOpenTo('ticket', '/ticket', adminRoles));
  it('[NAV-23] NewTicket is open to ludus_admin and integration_admin only', () =>
    expectOpenTo('newTicket', '/new-ticket', adminRoles));
  it('[NAV-24] Tickets is open to ludus_admin and integration_admin only', () =>
    expectOpenTo('tickets', '/tickets', adminRoles));
  it('[NAV-25] MailingList is open to ludus_admin only', () =>
    expectOpenTo('mailingList', '/mailing-list', admin));

  it('Open sessions is blocked for integration_guest', () =>
    expectOpenTo('openSessions', '/open-sessions', everyRoleBut('integration_guest')));
  it('Quarantine is open to ludus_admin only', () => expectOpenTo('quarantine', '/quarantine', admin));

  it('Player is blocked for integration_guest, as the list that leads there', () =>
    expectOpenTo('player', '/players', everyRoleBut('integration_guest')));

  it('the dictionary of figures is open to everyone who may see figures', () =>
    expectOpenTo('figures', '/figures', everyRoleBut('integration_guest')));
  it('the operator guide is open to everyone who may open Documentation', () =>
    expectOpenTo('operatorGuide', '/operator-guide', notGuestNorManager));
  it('Reconciliation is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('reconciliation', '/reconciliation', notGuestNorManager));

  it('the RTP monitor is open to provider staff only', () =>
    expectOpenTo('rtpMonitor', '/rtp-monitor', provider));

  it('alerts are open to provider staff only', () => expectOpenTo('alerts', '/alerts', provider));
  it('period close is open to provider staff only', () =>
    expectOpenTo('periodClose', '/period-close', provider));
  it('statements are open to administrators of both sides', () =>
    expectOpenTo('statements', '/statements', adminRoles));

  it('change requests are open to administrators of both sides and managers of the provider', () =>
    expectOpenTo('approvals', '/approvals', ['ludus_admin', 'ludus_manager', 'integration_admin']));

  it('requests for games are open to everyone', () => expectOpenTo('requests', '/requests', [...roles]));

  it('the status of services is blocked for integration_guest and integration_manager', () =>
    expectOpenTo('status', '/status', notGuestNorManager));

  it('Session is blocked for integration_guest, as the list that leads there', () =>
    expectOpenTo('session', '/session', everyRoleBut('integration_guest')));

  it('holds each path once', () => {
    expect(new Set(routeIds.map((id) => routes[id].path)).size).toBe(routeIds.length);
  });

  it('[OPEN-20] lets exactly those report a bug who may open the ticket form', () => {
    expect(roles.filter((role) => mayOpen('newTicket', [role]))).toEqual(adminRoles);
  });
});

describe('a failing role rule', () => {
  it('[NAV-27] sends an integration_manager to /sessions', () => {
    expect(fallbackPath(['integration_manager'])).toBe('/sessions');
  });

  it('[NAV-28][OPEN-08] sends everyone else to /catalog', () => {
    for (const role of everyRoleBut('integration_manager')) expect(fallbackPath([role])).toBe('/catalog');
  });

  it('never sends anybody to a path they may not open', () => {
    for (const role of roles) {
      const target = routeIds.find((id) => routes[id].path === fallbackPath([role]));
      expect(target && mayOpen(target, [role]), role).toBe(true);
    }
  });
});

describe('[NAV-26][OPEN-07] an ampersand', () => {
  it('cuts off the rest of the path', () => {
    expect(cutAmpersand('/editGame/12&x=1')).toBe('/editGame/12');
    expect(cutAmpersand('/game/7&suffix?with=media')).toBe('/game/7?with=media');
  });

  it('stays in the query string', () => {
    expect(cutAmpersand('/charts?type=Specific&gameId=3')).toBe('/charts?type=Specific&gameId=3');
    expect(cutAmpersand('/catalog')).toBe('/catalog');
  });
});
