import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { cssVariablesResolver, theme } from '../theme/theme.ts';

/** A query client that never retries and forgets nothing during a test. */
export function testQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, gcTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  });
}

/** A router that knows every path, so that links and navigation work without the pages behind them. */
function testRouter(path: string) {
  const root = createRootRoute();
  const any = createRoute({ getParentRoute: () => root, path: '$' });
  return createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

export interface ScreenOptions {
  path?: string;
  queryClient?: QueryClient;
}

/** Renders with theme, texts, query cache and a memory router; answers what Testing Library does, plus these. */
export function renderScreen(
  ui: ReactElement,
  { path = '/', queryClient = testQueryClient() }: ScreenOptions = {},
): RenderResult & {
  user: ReturnType<typeof userEvent.setup>;
  router: ReturnType<typeof testRouter>;
  queryClient: QueryClient;
} {
  const router = testRouter(path);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      env="test"
    >
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
  return Object.assign(render(ui, { wrapper }), { user: userEvent.setup(), router, queryClient });
}
