import {
  basePathOf,
  cutAmpersand,
  fallbackPath,
  mayOpen,
  type Role,
  type RouteId,
  routeOfPath,
  routes,
} from '@ludus/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Refusal } from './shell/landing-notice.tsx';

/** Routes whose pages exist. The rule of a route holds whether or not its page exists. */
export type BuiltRoutes = ReadonlySet<RouteId>;

/** What every route is given. */
export interface RouterContext {
  queryClient: QueryClient;
  /** Asked on every navigation: rights may change with a new token. */
  roles: () => readonly Role[];
  built: BuiltRoutes;
}

export type Decision = { kind: 'open'; route: RouteId } | { kind: 'redirect'; to: string };

/** The path a route opens at without its optional parameters. */
export function basePath(route: RouteId): string {
  return basePathOf(routes[route].path);
}

/** In this order, when the documented fallback cannot be opened. Settings is open to everyone. */
const landings: readonly RouteId[] = ['catalog', 'sessions', 'dashboard', 'settings'];

/** Where a person lands whose rule fails: the documented place, or the first one that can really be opened. */
export function landingPath(userRoles: readonly Role[], built: BuiltRoutes): string {
  const documented = routeOfPath(fallbackPath(userRoles));
  const candidates = documented ? [documented, ...landings] : landings;
  const landing = candidates.find((route) => built.has(route) && mayOpen(route, userRoles));
  return basePath(landing ?? 'settings');
}

const wizardPath = /^\/new-game(\/[^/]*)?\/?$/;

/**
 * Why a person was led elsewhere than to this path, or null where there is nothing to say: the path leads to the same page
 * (wizard, ampersand), or is the start, which everyone opens without having asked for the dashboard.
 */
export function refusalOf(path: string, userRoles: readonly Role[]): Refusal | null {
  if (path === '/') return null;
  const route = wizardPath.test(path) ? 'games' : routeOfPath(cutAmpersand(path));
  if (route === null) return { reason: 'unknown', path };
  return mayOpen(route, userRoles) ? null : { reason: 'forbidden', path, route };
}

/**
 * What happens to a navigation: the path loses everything from an ampersand on, and unknown paths, routes without a
 * page and failing role rules lead to the landing path. The search stays as it is. The wizard's other address, /new-game,
 * leads to its own.
 */
export function decide(path: string, userRoles: readonly Role[], built: BuiltRoutes): Decision {
  const wizardStep = wizardPath.exec(path);
  if (wizardStep && mayOpen('games', userRoles) && built.has('games'))
    return { kind: 'redirect', to: `/games${wizardStep[1] ?? ''}` };
  const cut = cutAmpersand(path);
  const route = routeOfPath(cut);
  if (route === null || !mayOpen(route, userRoles) || !built.has(route)) {
    const to = landingPath(userRoles, built);
    // Already there (only when nothing else can be opened): stay rather than go round in circles.
    return to === path && route !== null ? { kind: 'open', route } : { kind: 'redirect', to };
  }
  return cut === path ? { kind: 'open', route } : { kind: 'redirect', to: cut === '' ? '/' : cut };
}
