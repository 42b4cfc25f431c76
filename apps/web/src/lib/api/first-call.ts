import type { Scope } from '@ludus/contract';

const begun = new Map<string, Promise<Response>>();

/** What the screen at an address asks first; null where that is not known, or somebody may not open it. */
export function firstCallOf(path: string, scopes: ReadonlySet<Scope>): string | null {
  if (path !== '/catalog' || !scopes.has('catalog:read')) return null;
  const parts = scopes.has('integrations:manage') ? 'game_media' : 'game_media,integrations';
  return `/api/catalog?${new URLSearchParams({ with: parts, mediaTypes: 'main,mini' })}`;
}

/**
 * Begins the first call of the screen that is about to open while its code is still on the way: on a slow line the
 * answer travels beside the code instead of after it.
 */
export function beginFirstCall(path: string, scopes: ReadonlySet<Scope>, token: string | null): void {
  const address = firstCallOf(path, scopes);
  if (address === null) return;
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = fetch(address, { credentials: 'include', headers });
  // Nobody may ever ask for it; whoever does meets the failure.
  answer.catch(() => {});
  begun.set(address, answer);
}

/** The answer that was begun for an address, once. */
export function takeFirstCall(address: string): Promise<Response> | undefined {
  const answer = begun.get(address);
  begun.delete(address);
  return answer;
}
