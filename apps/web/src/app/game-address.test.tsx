import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from '../routes/game.{-$id}.tsx';
import { renderScreen } from '../test/render.tsx';

/** Opens an address of a game and returns where it leads to, and with which word. */
async function open(address: string) {
  const root = createRootRoute();
  const game = Route.update({
    id: '/game/{-$id}',
    path: '/game/{-$id}',
    getParentRoute: () => root,
  } as never);
  const catalog = createRoute({ getParentRoute: () => root, path: '/catalog', component: () => 'Catalog' });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([game as never, catalog]),
    history,
    context: { built: new Set(), roles: () => [] } as never,
  });
  // biome-ignore lint/suspicious/noExplicitAny: a router of two routes
  const { unmount } = renderScreen(<RouterProvider router={router as any} />);
  await waitFor(() => expect(router.state.location.pathname).toBe('/catalog'));
  const { refusal } = router.state.location.state;
  unmount();
  return refusal;
}

it('says of a game that there cannot be why the catalogue opened, and nothing of the address without one', async () => {
  expect(await open('/game/99999')).toEqual({ reason: 'unknown', path: '/game/99999' });
  expect(await open('/game')).toBeUndefined();
});
