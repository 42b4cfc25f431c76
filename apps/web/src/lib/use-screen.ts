import { useSyncExternalStore } from 'react';

function subscribeTo(query: string) {
  return (listener: () => void) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
}

/** Follows a media query from the first render on, so that nothing jumps after mounting. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    subscribeTo(query),
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** The one breakpoint of "mobile" and "small screen": narrower than 640 px (OPEN-13). */
export function useIsPhone(): boolean {
  return useMedia('(max-width: 639.98px)');
}

/** Below 768 px filters open as a sheet and controls are 40 high. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 767.98px)');
}
