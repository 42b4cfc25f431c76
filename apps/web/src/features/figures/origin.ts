import { routeOfPath } from '@ludus/contract';
import { parseSearchText } from '../../lib/search.ts';

/** Where the arrow of the dictionary leads: the page whose figure was explained, or Dashboard for what is no page of the hub. */
export function originOf(from: string | undefined): { to: string; search?: Record<string, string> } {
  const [path = '', query = ''] = from?.split('?', 2) ?? [];
  const route = path.startsWith('/') ? routeOfPath(path) : null;
  return route === null || route === 'figures' ? { to: '/' } : { to: path, search: parseSearchText(query) };
}
