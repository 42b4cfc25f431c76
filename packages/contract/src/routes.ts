import { type Role, type Scope, scopesOf } from './roles.ts';

/**
 * The route table of the documents (doc 1 §2): path and the scope a person needs. Parameters are written `$name`,
 * all of them optional. A route stands in the navigation only where the web has built it; its rule holds regardless.
 */
export const routes = {
  dashboard: { path: '/', scope: 'dashboard:read' },
  catalog: { path: '/catalog', scope: 'catalog:read' },
  operators: { path: '/operators', scope: 'operators:read' },
  operatorGuide: { path: '/operator-guide', scope: 'documentation:read' },
  documentation: { path: '/documentation', scope: 'documentation:read' },
  certificates: { path: '/certificates', scope: 'games:documents' },
  integrations: { path: '/integrations', scope: 'integrations:manage' },
  game: { path: '/game/$id', scope: 'catalog:read' },
  games: { path: '/games/$stepNumber', scope: 'games:edit' },
  editGame: { path: '/editGame/$id', scope: 'games:edit' },
  integration: { path: '/integration/$id', scope: 'integrations:manage' },
  reviewRequested: { path: '/review', scope: 'games:request' },
  requests: { path: '/requests', scope: 'requests:read' },
  approvals: { path: '/approvals', scope: 'approvals:read' },
  notifications: { path: '/notifications', scope: 'notifications:read' },
  maintenances: { path: '/maintenances', scope: 'maintenances:manage' },
  status: { path: '/status', scope: 'status:read' },
  newIntegration: { path: '/new-integration', scope: 'integrations:manage' },
  sessions: { path: '/sessions', scope: 'sessions:read' },
  quarantine: { path: '/quarantine', scope: 'sessions:fetch' },
  sessionsList: { path: '/session-list', scope: 'sessions:read' },
  openSessions: { path: '/open-sessions', scope: 'sessions:refresh' },
  session: { path: '/session/$id', scope: 'sessions:read' },
  figures: { path: '/figures', scope: 'statistics:read' },
  player: { path: '/players/$integrationId/$userId', scope: 'sessions:read' },
  charts: { path: '/charts', scope: 'charts:read' },
  reports: { path: '/reports', scope: 'reports:read' },
  rtpMonitor: { path: '/rtp-monitor', scope: 'rtp:monitor' },
  alerts: { path: '/alerts', scope: 'alerts:read' },
  reconciliation: { path: '/reconciliation', scope: 'reconciliation:read' },
  periodClose: { path: '/period-close', scope: 'periods:read' },
  statements: { path: '/statements', scope: 'statements:read' },
  bets: { path: '/bets', scope: 'bets:manage' },
  logs: { path: '/logs', scope: 'logs:read' },
  settings: { path: '/settings', scope: 'settings:read' },
  users: { path: '/users', scope: 'users:manage' },
  ticket: { path: '/ticket/$id', scope: 'tickets:use' },
  newTicket: { path: '/new-ticket/$propSessionId', scope: 'tickets:use' },
  tickets: { path: '/tickets', scope: 'tickets:use' },
  mailingList: { path: '/mailing-list', scope: 'mailing-list:manage' },
} as const satisfies Record<string, { path: string; scope: Scope }>;

export type RouteId = keyof typeof routes;
export const routeIds = Object.keys(routes) as RouteId[];

export function mayOpen(route: RouteId, userRoles: readonly Role[]): boolean {
  return scopesOf(userRoles).has(routes[route].scope);
}

/** The path without its parameters. */
export const basePathOf = (pattern: string): string => pattern.replace(/(?:\/\$\w+)+$/, '') || '/';

function matches(pattern: string, path: string): boolean {
  const base = basePathOf(pattern);
  if (path === base) return true;
  // Optional parameters behind the base.
  const rest = path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : [];
  const parameters = pattern.split('/').length - base.split('/').length;
  return rest.length > 0 && rest.length <= parameters && !rest.includes('');
}

/** The route of the contract's table that a path belongs to, or null for an unknown one. */
export function routeOfPath(path: string): RouteId | null {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
  return routeIds.find((id) => matches(routes[id].path, trimmed)) ?? null;
}

/** Where a person goes whose role rule fails, or who asks for an unknown path. */
export function fallbackPath(userRoles: readonly Role[]): string {
  return userRoles.includes('integration_manager') ? routes.sessions.path : routes.catalog.path;
}

/** Any part of the path (before "?") from an ampersand on is cut off; the query string is kept. */
export function cutAmpersand(path: string): string {
  const query = path.indexOf('?');
  const pathname = query === -1 ? path : path.slice(0, query);
  const ampersand = pathname.indexOf('&');
  return ampersand === -1 ? path : pathname.slice(0, ampersand) + (query === -1 ? '' : path.slice(query));
}
