import { useSyncExternalStore } from 'react';
import { keepEarlyKeys, takeEarlyKeys } from './early-keys.ts';

/** What the hub itself shows over any page; one thing at a time. */
export type Overlay =
  | { kind: 'palette' }
  | { kind: 'keys' }
  /** The sessions of a player. */
  | { kind: 'player'; userId: string }
  /** Where a view as an integration begins. */
  | { kind: 'viewAs'; integrationId?: number };

let current: Overlay | null = null;
const listeners = new Set<() => void>();

function show(overlay: Overlay | null): void {
  if (overlay?.kind === 'palette') keepEarlyKeys(() => closeOverlay('palette'));
  else takeEarlyKeys();
  current = overlay;
  for (const listener of [...listeners]) listener();
}

export const openOverlay = (overlay: Overlay): void => show(overlay);

/** Closes it, unless something else has taken its place. */
export function closeOverlay(kind: Overlay['kind']): void {
  if (current?.kind === kind) show(null);
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
