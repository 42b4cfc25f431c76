import { mayOpen, type RouteId } from '@ludus/contract';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../lib/auth/index.ts';

/** `usePageExists` for routes that are not known before the data is. */
export function useMayOpen(): (route: RouteId) => boolean {
  const { built } = useRouter().options.context;
  const { roles } = useUser();
  return useCallback((route) => built.has(route) && mayOpen(route, roles), [built, roles]);
}
