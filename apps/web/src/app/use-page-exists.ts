import { mayOpen, type RouteId } from '@ludus/contract';
import { useRouter } from '@tanstack/react-router';
import { useUser } from '../lib/auth/index.ts';

/** Whether a route has a page that the signed-in person may open: links elsewhere are left out. */
export function usePageExists(route: RouteId): boolean {
  const { built } = useRouter().options.context;
  const { roles } = useUser();
  return built.has(route) && mayOpen(route, roles);
}
