import { type Role, type RouteId, routeIds } from '@ludus/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { loggingCaches } from '../lib/api/index.ts';
import { SessionProvider } from '../lib/auth/context.tsx';
import type { Session } from '../lib/auth/session.ts';
import { parseSearchText, writeSearchText } from '../lib/search.ts';
import { cssVariablesResolver, theme } from '../theme/theme.ts';
import { testSession } from './session.ts';

/** A query client that never retries and forgets nothing during a test. It logs as the hub's does. */
export function testQueryClient(): QueryClient {
  return new QueryClient({
    ...loggingCaches(),
    defaultOptions: {
      queries: { retry: false, gcTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  });
}

interface TestContext {
  built: ReadonlySet<RouteId>;
}

/** A router that knows every path, so that links and navigation work without the pages behind them. */
function testRouter(path: string, context: TestContext) {
  const root = createRootRouteWithContext<TestContext>()();
  const any = createRoute({ getParentRoute: () => root, path: '$' });
  return createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    context,
  });
}

export interface ScreenOptions {
  path?: string;
  queryClient?: QueryClient;
  /** Who is signed in; ludus_admin by default. */
  role?: Role;
  session?: Session;
  /** The routes that have a page; all of them by default. */
  built?: readonly RouteId[];
}

/** Renders with theme, texts, query cache and a memory router; returns what Testing Library does, plus these. */
export function renderScreen(
  ui: ReactElement,
  { path = '/', queryClient = testQueryClient(), role = 'ludus_admin', ...options }: ScreenOptions = {},
): RenderResult & {
  user: ReturnType<typeof userEvent.setup>;
  router: ReturnType<typeof testRouter>;
  queryClient: QueryClient;
  session: Session;
} {
  const session = options.session ?? testSession(role);
  const router = testRouter(path, { built: new Set(options.built ?? routeIds) });
  // What the router's own component does: follow the history, so that links and Back change what hooks return.
  router.history.subscribe(() => void router.load());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      env="test"
    >
      <QueryClientProvider client={queryClient}>
        <SessionProvider session={session}>
          <RouterContextProvider router={router}>{children}</RouterContextProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  return Object.assign(render(ui, { wrapper }), { user: userEvent.setup(), router, queryClient, session });
}
