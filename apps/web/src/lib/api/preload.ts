import type { Scope } from '@ludus/contract';
import { viewAsHeaders } from '../view-as.ts';

const begun = new Map<string, Promise<Response>>();

/** The first calls of the screen at an address; none where they are not known, or someone may not open it. */
export function firstCallsOf(path: string, scopes: ReadonlySet<Scope>): string[] {
  if (path === '/catalog' && scopes.has('catalog:read')) {
    const parts = scopes.has('integrations:manage') ? 'game_media' : 'game_media,integrations';
    return [`/api/catalog?${new URLSearchParams({ with: parts, mediaTypes: 'main,mini' })}`];
  }
  if (path === '/' && scopes.has('dashboard:read')) {
    return ['daily', 'yesterday', 'trimester'].map((days) => `/api/bookkeeping/${days}-stats`);
  }
  return [];
}

/**
 * Begins the first calls of the screen that is about to open while its code is still on the way: on a slow line the
 * responses travel beside the code instead of after it.
 */
export function beginPreload(path: string, scopes: ReadonlySet<Scope>, token: string): void {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, ...viewAsHeaders() };
  for (const address of firstCallsOf(path, scopes)) {
    const answer = fetch(address, { credentials: 'include', headers });
    // It may never be used; whoever does sees the failure.
    answer.catch(() => {});
    begun.set(address, answer);
  }
}

/** The response that was requested ahead for an address; it stays for who asks for it. */
export function seePreload(address: string): Promise<Response> | undefined {
  return begun.get(address);
}

/** Returns the response that was requested ahead for an address, once. */
export function takePreload(address: string): Promise<Response> | undefined {
  const answer = begun.get(address);
  begun.delete(address);
  return answer;
}
