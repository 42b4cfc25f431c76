import { mayOpen, type Role, type RouteId, routeOfPath } from '@ludus/contract';

function routeOf(path: string): RouteId | null {
  return routeOfPath(path.replace(/\?.*$/, ''));
}

/** Whether someone of these roles may go where a path of the hub leads. */
export function isOpenTo(path: string, userRoles: readonly Role[]): boolean {
  const route = routeOf(path);
  return route !== null && mayOpen(route, userRoles);
}

/** A notice whose message leads to the notices leads nowhere but to itself. */
export function leadsToNotices(path: string): boolean {
  return routeOf(path) === 'notifications';
}
