import { mayOpen, type RouteId } from '@ludus/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useUser } from '../lib/auth/index.ts';

const root = getRouteApi('__root__');

/** Whether a route has a page that the signed-in person may open: links elsewhere are left out. */
export function usePageExists(route: RouteId): boolean {
  const { built } = root.useRouteContext();
  const { roles } = useUser();
  return built.has(route) && mayOpen(route, roles);
}
