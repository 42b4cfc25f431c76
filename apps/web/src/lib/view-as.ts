import type { Viewing, viewAsHeader } from '@ludus/contract';

/*
 * Someone of the provider who sees what a role of an integration sees. It holds for this tab: the whole page is loaded anew when it
 * begins and when it ends, so that no response for one side is cached for the other.
 */

// The contract itself would come with the first script.
const header: typeof viewAsHeader = 'x-view-as';
const storageKey = 'ludus.view-as';
/** What screens keep on the device lies apart meanwhile, and is forgotten with the view. */
const apart = `${storageKey}.`;

function isViewing(value: unknown): value is Viewing {
  return value !== null && typeof value === 'object' && 'grant' in value && 'role' in value;
}

function read(): Viewing | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    return isViewing(stored) ? stored : null;
  } catch {
    return null;
  }
}

let current = read();
let isOver = false;
const watchers = new Set<() => void>();

/** As whom this page sees the hub; null for people who see it as themselves. */
export const viewing = (): Viewing | null => current;

/** What the calls of this page carry. */
export const viewAsHeaders = (): Record<string, string> =>
  current === null ? {} : { [header]: current.grant };

/** Notes for the next page of this tab as whom it sees the hub. */
export function keepViewing(next: Viewing | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(apart)) sessionStorage.removeItem(key);
    if (next === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage that is forbidden holds nothing: the next page is the person's own.
  }
}

/** Reads again what the tab holds, as a new page does. */
export function restoreViewing(): void {
  current = read();
  isOver = false;
}

/** Forgets a view of someone who may not have it: another person has signed in to this tab. */
export function dropViewing(): void {
  keepViewing(null);
  current = null;
}

/** Where a value of a screen is kept: apart while someone views as an integration. */
export function placeOf(key: string, storage: () => Storage): { key: string; storage: () => Storage } {
  return current === null ? { key, storage } : { key: `${apart}${key}`, storage: () => sessionStorage };
}

/** The server has said that the view is over. */
export function viewHasEnded(): void {
  if (current === null || isOver) return;
  isOver = true;
  for (const watcher of watchers) watcher();
}

export const isViewOver = (): boolean => isOver;

export function watchView(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Notifies the server on the way out, so that the log has the end; no one waits for it. */
export function endViewOnSignOut(token: string): void {
  if (current === null) return;
  void fetch('/api/view-as/end', {
    method: 'POST',
    keepalive: true,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ grant: current.grant }),
  }).catch(() => {});
}
