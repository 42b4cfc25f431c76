import type { RouteId } from '@ludus/contract';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { parseSearchText, writeSearchText } from '../lib/search.ts';
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

export function createHubRouter(context: Omit<RouterContext, 'built'>, history?: RouterHistory) {
  const built = new Set<RouteId>();
  const router = createRouter({
    routeTree,
    context: { ...context, built },
    ...(history ? { history } : {}),
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
