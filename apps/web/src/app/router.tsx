import { type RouteId, routeOfPath } from '@ludus/contract';
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearchText, readDay, writeSearchText } from '../lib/search.ts';
import { routeTree } from '../routeTree.gen.ts';
import type { RouterContext } from './guard.ts';
import { PageFailure } from './page-failure.tsx';
import { PagePending } from './shell/page-pending.tsx';

/** The routes of the contract's table that have a page, read from the page files themselves. */
function builtRoutesOf(byId: object): Set<RouteId> {
  const built = new Set<RouteId>();
  for (const route of Object.values(byId) as { options?: { staticData?: { routeId?: RouteId } } }[]) {
    const routeId = route.options?.staticData?.routeId;
    if (routeId) built.add(routeId);
  }
  return built;
}

/** Screens whose address holds a period as `from` and `to`. */
const withPeriod: readonly (RouteId | null)[] = ['sessions', 'sessionsList', 'charts', 'reports'];

/**
 * Notes in the first entry that its period cannot be read: the router drops what its readers refuse before anything could see it,
 * and the screen shows another period.
 */
function noteUnreadPeriod(history: RouterHistory): void {
  const { pathname, search, href, state } = history.location;
  const route = routeOfPath(pathname);
  const { from, to } = parseSearchText(search);
  if (route === null || !withPeriod.includes(route) || (from === undefined && to === undefined)) return;
  const [first, last] = [readDay(from), readDay(to)];
  if (first !== undefined && last !== undefined && first <= last) return;
  history.replace(href, { ...state, refusal: { reason: 'period', path: pathname } });
}

export function createHubRouter(
  context: Omit<RouterContext, 'built'>,
  history: RouterHistory = createBrowserHistory(),
) {
  noteUnreadPeriod(history);
  const built = new Set<RouteId>();
  const router = createRouter({
    routeTree,
    context: { ...context, built },
    history,
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    defaultPreload: 'intent',
    // Data has its own cache with its own rules; the router only preloads code.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: () => null,
    // For what a page waits for while it is drawn. Its code is loaded before: until then the page that was left stays.
    defaultPendingComponent: PagePending,
    defaultPendingMs: Number.POSITIVE_INFINITY,
  });
  for (const route of builtRoutesOf(router.routesById)) built.add(route);
  return router;
}

export type HubRouter = ReturnType<typeof createHubRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: HubRouter;
  }
  interface StaticDataRouteOption {
    /** The row of the contract's route table that this page is. */
    routeId?: RouteId;
  }
}
