import { mayOpen, type Role, type RouteId, roles, routeIds } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { basePath, decide, landingPath } from './guard.ts';

/** As if every page of the table existed: the rules are proved for all of them. */
const everything: ReadonlySet<RouteId> = new Set(routeIds);

/** The rows of the documents, written out by hand: which of the five roles each route admits. */
const admins: Role[] = ['ludus_admin'];
const provider: Role[] = ['ludus_admin', 'ludus_manager'];
const adminRoles: Role[] = ['ludus_admin', 'integration_admin'];
const without = (...blocked: Role[]) => roles.filter((role) => !blocked.includes(role));

const rows: { id: string; route: RouteId; path: string; withParameter?: string; open: readonly Role[] }[] = [
  { id: 'NAV-01', route: 'dashboard', path: '/', open: without('integration_guest', 'integration_manager') },
  { id: 'NAV-02', route: 'catalog', path: '/catalog', open: without('integration_manager') },
  { id: 'NAV-03', route: 'operators', path: '/operators', open: admins },
  {
    id: 'NAV-04][OPEN-03',
    route: 'documentation',
    path: '/documentation',
    open: without('integration_guest', 'integration_manager'),
  },
  { id: 'NAV-05', route: 'integrations', path: '/integrations', open: provider },
  {
    id: 'NAV-06',
    route: 'game',
    path: '/game',
    withParameter: '/game/12',
    open: without('integration_manager'),
  },
  { id: 'NAV-07', route: 'games', path: '/games', withParameter: '/games/3', open: admins },
  { id: 'NAV-08', route: 'editGame', path: '/editGame', withParameter: '/editGame/12', open: admins },
  {
    id: 'NAV-09',
    route: 'integration',
    path: '/integration',
    withParameter: '/integration/2',
    open: provider,
  },
  { id: 'NAV-10', route: 'reviewRequested', path: '/review', open: without('integration_guest') },
  { id: 'NAV-11', route: 'notifications', path: '/notifications', open: roles },
  { id: 'NAV-12', route: 'maintenances', path: '/maintenances', open: admins },
  { id: 'NAV-13', route: 'newIntegration', path: '/new-integration', open: provider },
  { id: 'NAV-14', route: 'sessions', path: '/sessions', open: without('integration_guest') },
  { id: 'NAV-15', route: 'sessionsList', path: '/session-list', open: without('integration_guest') },
  {
    id: 'NAV-16',
    route: 'charts',
    path: '/charts',
    open: without('integration_guest', 'integration_manager'),
  },
  {
    id: 'NAV-17',
    route: 'reports',
    path: '/reports',
    open: without('integration_guest', 'integration_manager'),
  },
  { id: 'NAV-18', route: 'bets', path: '/bets', open: admins },
  { id: 'NAV-19', route: 'logs', path: '/logs', open: provider },
  { id: 'NAV-20', route: 'settings', path: '/settings', open: roles },
  { id: 'NAV-21', route: 'users', path: '/users', open: adminRoles },
  { id: 'NAV-22', route: 'ticket', path: '/ticket', withParameter: '/ticket/7', open: adminRoles },
  {
    id: 'NAV-23',
    route: 'newTicket',
    path: '/new-ticket',
    withParameter: '/new-ticket/abc',
    open: adminRoles,
  },
  { id: 'NAV-24', route: 'tickets', path: '/tickets', open: adminRoles },
  { id: 'NAV-25', route: 'mailingList', path: '/mailing-list', open: admins },
  {
    id: 'session',
    route: 'session',
    path: '/session',
    withParameter: '/session/01980000-0000-7000-8000-000000000001',
    open: without('integration_guest'),
  },
  {
    id: 'reconciliation',
    route: 'reconciliation',
    path: '/reconciliation',
    open: without('integration_guest', 'integration_manager'),
  },
  { id: 'RTP monitor', route: 'rtpMonitor', path: '/rtp-monitor', open: provider },
  { id: 'alerts', route: 'alerts', path: '/alerts', open: provider },
  {
    id: 'open sessions',
    route: 'openSessions',
    path: '/open-sessions',
    open: without('integration_guest'),
  },
  {
    id: 'player',
    route: 'player',
    path: '/players',
    withParameter: '/players/1/vg_2204817',
    open: without('integration_guest'),
  },
  { id: 'figures', route: 'figures', path: '/figures', open: without('integration_guest') },
  {
    id: 'operator guide',
    route: 'operatorGuide',
    path: '/operator-guide',
    open: without('integration_guest', 'integration_manager'),
  },
  {
    id: 'status',
    route: 'status',
    path: '/status',
    open: without('integration_guest', 'integration_manager'),
  },
  {
    id: 'certificates',
    route: 'certificates',
    path: '/certificates',
    open: without('integration_guest'),
  },
  { id: 'period close', route: 'periodClose', path: '/period-close', open: provider },
  { id: 'statements', route: 'statements', path: '/statements', open: adminRoles },
  {
    id: 'approvals',
    route: 'approvals',
    path: '/approvals',
    open: without('integration_guest', 'integration_manager'),
  },
  { id: 'requests', route: 'requests', path: '/requests', open: roles },
  { id: 'quarantine', route: 'quarantine', path: '/quarantine', open: admins },
];

describe('route guard', () => {
  it.each(rows)(
    '[$id] $path opens for exactly the roles its row admits',
    ({ route, path, withParameter, open }) => {
      for (const role of roles) {
        for (const asked of withParameter ? [path, withParameter] : [path]) {
          const decision = decide(asked, [role], everything);
          if (open.includes(role)) expect(decision, `${role} ${asked}`).toEqual({ kind: 'open', route });
          else expect(decision.kind, `${role} ${asked}`).toBe('redirect');
        }
      }
    },
  );

  it('proves a row for every route of the table', () => {
    expect(rows.map((row) => row.route).sort()).toEqual([...routeIds].sort());
  });

  it('[NAV-26][OPEN-07] cuts the path from an ampersand on', () => {
    expect(decide('/editGame/12&x=1', ['ludus_admin'], everything)).toEqual({
      kind: 'redirect',
      to: '/editGame/12',
    });
    expect(decide('/settings&a&b', ['integration_guest'], everything)).toEqual({
      kind: 'redirect',
      to: '/settings',
    });
    expect(decide('/&x', ['ludus_admin'], everything)).toEqual({ kind: 'redirect', to: '/' });
  });

  it('[NAV-26] lets the cut path obey its own rule', () => {
    expect(decide('/editGame/12&x=1', ['ludus_manager'], everything)).toEqual({
      kind: 'redirect',
      to: '/catalog',
    });
  });

  it('[NAV-27] sends an integration_manager to /sessions when a role rule fails', () => {
    for (const route of routeIds.filter((id) => !mayOpen(id, ['integration_manager']))) {
      expect(decide(basePath(route), ['integration_manager'], everything)).toEqual({
        kind: 'redirect',
        to: '/sessions',
      });
    }
  });

  it('[NAV-28] sends everyone else to /catalog when a role rule fails', () => {
    for (const role of without('integration_manager')) {
      for (const route of routeIds.filter((id) => !mayOpen(id, [role]))) {
        expect(decide(basePath(route), [role], everything)).toEqual({ kind: 'redirect', to: '/catalog' });
      }
    }
  });

  it('[OPEN-08] treats unknown paths and a blocked landing page like a failing rule', () => {
    expect(decide('/nowhere', ['ludus_admin'], everything)).toEqual({ kind: 'redirect', to: '/catalog' });
    expect(decide('/game/1/2', ['ludus_admin'], everything)).toEqual({ kind: 'redirect', to: '/catalog' });
    expect(decide('/nowhere', ['integration_manager'], everything)).toEqual({
      kind: 'redirect',
      to: '/sessions',
    });
    expect(decide('/', ['integration_guest'], everything)).toEqual({ kind: 'redirect', to: '/catalog' });
  });

  it('treats a route without a page like an unknown one, and never goes round in circles', () => {
    const few: ReadonlySet<RouteId> = new Set<RouteId>(['dashboard', 'sessions', 'settings']);
    for (const role of roles) {
      for (const path of [...routeIds.map(basePath), '/nowhere', '/game/1&x']) {
        const seen = [path];
        let decision = decide(path, [role], few);
        while (decision.kind === 'redirect') {
          expect(seen, `${role} ${path}`).not.toContain(decision.to);
          seen.push(decision.to);
          decision = decide(decision.to, [role], few);
        }
        expect(few.has(decision.route)).toBe(true);
        expect(mayOpen(decision.route, [role])).toBe(true);
      }
    }
    expect(landingPath(['integration_guest'], few)).toBe('/settings');
    expect(landingPath(['integration_manager'], few)).toBe('/sessions');
  });

  it('[OPEN-05] leads from the wizard’s other address to its own', () => {
    expect(decide('/new-game/1', ['ludus_admin'], everything)).toEqual({ kind: 'redirect', to: '/games/1' });
    expect(decide('/new-game', ['ludus_admin'], everything)).toEqual({ kind: 'redirect', to: '/games' });
    expect(decide('/new-game/1', ['ludus_manager'], everything)).toEqual({
      kind: 'redirect',
      to: '/catalog',
    });
  });
});
