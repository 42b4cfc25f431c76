import {
  cutAmpersand,
  fallbackPath,
  mayOpen,
  type Role,
  type RouteId,
  routeOfPath,
  routes,
} from '@ludus/contract';
import type { QueryClient } from '@tanstack/react-query';

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
  return routes[route].path.replace(/\/\$\w+$/, '') || '/';
}

/** In this order, when the documented fallback cannot be opened. Settings is open to everybody. */
const landings: readonly RouteId[] = ['catalog', 'sessions', 'dashboard', 'settings'];

/** Where a person lands whose rule fails: the documented place, or the first one that can really be opened. */
export function landingPath(held: readonly Role[], built: BuiltRoutes): string {
  const documented = routeOfPath(fallbackPath(held));
  const candidates = documented ? [documented, ...landings] : landings;
  const landing = candidates.find((route) => built.has(route) && mayOpen(route, held));
  return basePath(landing ?? 'settings');
}

/**
 * What happens to a navigation: the path loses everything from an ampersand on, and unknown paths, routes without a
 * page and failing role rules lead to the landing path. Search is left alone. The wizard's other address, /new-game,
 * leads to its own (OPEN-05).
 */
export function decide(path: string, held: readonly Role[], built: BuiltRoutes): Decision {
  const wizardStep = /^\/new-game(\/[^/]*)?\/?$/.exec(path);
  if (wizardStep && mayOpen('games', held) && built.has('games'))
    return { kind: 'redirect', to: `/games${wizardStep[1] ?? ''}` };
  const cut = cutAmpersand(path);
  const route = routeOfPath(cut);
  if (route === null || !mayOpen(route, held) || !built.has(route)) {
    const to = landingPath(held, built);
    // Already there (only when nothing else can be opened): stay rather than go round in circles.
    return to === path && route !== null ? { kind: 'open', route } : { kind: 'redirect', to };
  }
  return cut === path ? { kind: 'open', route } : { kind: 'redirect', to: cut === '' ? '/' : cut };
}
