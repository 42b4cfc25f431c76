import type { Account } from './sign-in.ts';

/** One account for each of the five roles. */
export const accounts = [
  'admin',
  'manager',
  'alpina.admin',
  'alpina.manager',
  'alpina.guest',
] as const satisfies readonly Account[];
export type RoleAccount = (typeof accounts)[number];

const everyone: readonly RoleAccount[] = accounts;
const noGuest: readonly RoleAccount[] = ['admin', 'manager', 'alpina.admin', 'alpina.manager'];
const noManagerOfIntegration: readonly RoleAccount[] = ['admin', 'manager', 'alpina.admin', 'alpina.guest'];
const seniors: readonly RoleAccount[] = ['admin', 'manager', 'alpina.admin'];
const provider: readonly RoleAccount[] = ['admin', 'manager'];
const adminRoles: readonly RoleAccount[] = ['admin', 'alpina.admin'];
const adminOnly: readonly RoleAccount[] = ['admin'];

/** The route table as the documents have it: who may open what (NAV-01 to NAV-25), with the pages that they do not name, and its entry. */
export const routeTable: readonly {
  row: string;
  path: string;
  entry?: string;
  open: readonly RoleAccount[];
  /** Where it leads those who may open it while they have chosen nothing. */
  leadsTo?: string;
}[] = [
  { row: 'NAV-01', path: '/', entry: 'Dashboard', open: seniors },
  { row: 'NAV-02', path: '/catalog', entry: 'Catalog', open: noManagerOfIntegration },
  { row: 'NAV-03', path: '/operators', entry: 'Operators', open: adminOnly },
  { row: 'NAV-04', path: '/documentation', entry: 'Documentation', open: seniors },
  { row: 'certificates', path: '/certificates', entry: 'Certificates', open: noGuest },
  { row: 'NAV-05', path: '/integrations', entry: 'Integrations', open: provider },
  { row: 'NAV-06', path: '/game/1', open: noManagerOfIntegration },
  { row: 'NAV-07', path: '/games/1', open: adminOnly },
  { row: 'NAV-07', path: '/games', entry: 'Manage games', open: adminOnly },
  { row: 'NAV-08', path: '/editGame/1', open: adminOnly },
  { row: 'NAV-09', path: '/integration/1', open: provider },
  { row: 'NAV-10', path: '/review', open: noGuest, leadsTo: '/catalog' },
  { row: 'NAV-11', path: '/notifications', entry: 'Notifications', open: everyone },
  { row: 'NAV-12', path: '/maintenances', entry: 'Maintenances', open: adminOnly },
  { row: 'NAV-13', path: '/new-integration', open: provider },
  { row: 'NAV-14', path: '/sessions', entry: 'Sessions', open: noGuest },
  { row: 'NAV-15', path: '/session-list', open: noGuest },
  { row: 'NAV-16', path: '/charts', entry: 'Charts', open: seniors },
  { row: 'NAV-17', path: '/reports', entry: 'Reports', open: seniors },
  { row: 'NAV-18', path: '/bets', entry: 'Bets', open: adminOnly },
  { row: 'NAV-19', path: '/logs', entry: 'Logs', open: provider },
  { row: 'NAV-20', path: '/settings', entry: 'Settings', open: everyone },
  { row: 'NAV-21', path: '/users', entry: 'Users', open: adminRoles },
  { row: 'NAV-22', path: '/ticket/1', open: adminRoles },
  { row: 'NAV-23', path: '/new-ticket', open: adminRoles },
  { row: 'NAV-24', path: '/tickets', entry: 'Tickets', open: adminRoles },
  { row: 'NAV-25', path: '/mailing-list', entry: 'Mailing list', open: adminOnly },
  { row: 'session', path: '/session/01980000-0000-7000-8000-000000000001', open: noGuest },
  { row: 'session', path: '/session', open: noGuest, leadsTo: '/session-list' },
  { row: 'reconciliation', path: '/reconciliation', entry: 'Reconciliation', open: seniors },
  { row: 'player', path: '/players/1/nobody', open: noGuest },
  { row: 'player', path: '/players', open: noGuest, leadsTo: '/session-list' },
  { row: 'period close', path: '/period-close', entry: 'Period close', open: provider },
  { row: 'statements', path: '/statements', entry: 'Statements', open: adminRoles },
  { row: 'RTP monitor', path: '/rtp-monitor', entry: 'RTP monitor', open: provider },
  { row: 'alerts', path: '/alerts', entry: 'Alerts', open: provider },
  { row: 'status', path: '/status', entry: 'Status', open: seniors },
  { row: 'open sessions', path: '/open-sessions', open: noGuest },
  { row: 'figures', path: '/figures', open: noGuest },
  { row: 'requests', path: '/requests', entry: 'Requests', open: everyone },
  { row: 'approvals', path: '/approvals', entry: 'Approvals', open: seniors },
  { row: 'operator guide', path: '/operator-guide', open: seniors },
  { row: 'quarantine', path: '/quarantine', open: adminOnly },
];

/** The entries of the sidebar in their order, as an administrator of the provider sees them. */
export const sidebarEntries = [
  'Dashboard',
  'Sessions',
  'Charts',
  'Reports',
  'RTP monitor',
  'Alerts',
  'Reconciliation',
  'Period close',
  'Statements',
  'Catalog',
  'Manage games',
  'Requests',
  'Documentation',
  'Certificates',
  'Integrations',
  'Operators',
  'Bets',
  'Maintenances',
  'Tickets',
  'Notifications',
  'Mailing list',
  'Status',
  'Users',
  'Approvals',
  'Logs',
  'Settings',
] as const;

/** Where a failing rule and an unknown path lead (NAV-27, NAV-28, OPEN-08). */
export function fallbackOf(account: RoleAccount): string {
  return account === 'alpina.manager' ? '/sessions' : '/catalog';
}

export function mayOpen(account: RoleAccount, path: string): boolean {
  return routeTable.some((route) => route.path === path && route.open.includes(account));
}
