import type { Scope } from '@ludus/contract';

const begun = new Map<string, Promise<Response>>();

/** The first call of the screen at an address; null where that is not known, or someone may not open it. */
export function preloadKeyOf(path: string, scopes: ReadonlySet<Scope>): string | null {
  if (path !== '/catalog' || !scopes.has('catalog:read')) return null;
  const parts = scopes.has('integrations:manage') ? 'game_media' : 'game_media,integrations';
  return `/api/catalog?${new URLSearchParams({ with: parts, mediaTypes: 'main,mini' })}`;
}

/**
 * Begins the first call of the screen that is about to open while its code is still on the way: on a slow line the
 * response travels beside the code instead of after it.
 */
export function beginPreload(path: string, scopes: ReadonlySet<Scope>, token: string | null): void {
  const address = preloadKeyOf(path, scopes);
  if (address === null) return;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = fetch(address, { credentials: 'include', headers });
  // It may never be used; whoever does sees the failure.
  answer.catch(() => {});
  begun.set(address, answer);
}

/** Returns the response that was requested ahead for an address, once. */
export function takePreload(address: string): Promise<Response> | undefined {
  const answer = begun.get(address);
  begun.delete(address);
  return answer;
}
