import { routes, type Scope } from '@ludus/contract';
import { useRouter } from '@tanstack/react-router';
import { playerHref } from '../../domain/session/players.ts';
import { useSessionAddress } from '../../domain/session/session-address.ts';
import { useUser } from '../../lib/auth/index.ts';
import { basePath } from '../guard.ts';
import { openOverlay } from './overlay.ts';
import type { Target } from './recents.ts';
import type { ScreenId } from './screens.ts';

/** Where a target opens: an address, a session over the page with one, or over the page without. Null where the person may not open it. */
export function placeOf(
  { kind, id }: Target,
  can: (scope: Scope) => boolean,
): { href: string } | { session: string } | { open: () => void } | null {
  switch (kind) {
    case 'screen':
      return can(routes[id as ScreenId]?.scope) ? { href: basePath(id as ScreenId) } : null;
    case 'session':
      return can('sessions:read') ? { session: id } : null;
    case 'player':
      return can('sessions:read') ? { open: () => openOverlay({ kind: 'player', userId: id }) } : null;
    case 'playerPage': {
      const [integrationId = '', ...userId] = id.split('/');
      return can('sessions:read') ? { href: playerHref(Number(integrationId), userId.join('/')) } : null;
    }
    case 'game':
      if (can('catalog:read')) return { href: `/game/${id}` };
      return can('sessions:read') ? { href: `/session-list?games=${id}` } : null;
    case 'operator':
      return can('sessions:read') ? { href: `/session-list?operators=${id}` } : null;
    case 'ticket':
      return can('tickets:use') ? { href: `/ticket/${id}` } : null;
    case 'integration':
      return can('integrations:manage') ? { href: `/integration/${id}` } : null;
    case 'person':
      return can('users:manage') ? { href: `/users?user=${encodeURIComponent(id)}` } : null;
  }
}

/** Opens targets for the signed-in person; returns null for one that they may not open. */
export function useOpenTarget(): (target: Target) => (() => void) | null {
  const router = useRouter();
  const { scopes } = useUser();
  const session = useSessionAddress();
  return (target) => {
    const place = placeOf(target, (scope) => scopes.has(scope));
    if (place === null) return null;
    if ('session' in place) return () => session.open(place.session);
    return 'open' in place ? place.open : () => void router.navigate({ href: place.href });
  };
}
