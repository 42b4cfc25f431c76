import { useSyncExternalStore } from 'react';

type Subscribe = (listener: () => void) => () => void;

/** One for each query: with another one at each rendering React would listen anew each time. */
const subscribes = new Map<string, Subscribe>();

function subscribeTo(query: string): Subscribe {
  const known = subscribes.get(query);
  if (known) return known;
  const subscribe: Subscribe = (listener) => {
    const list = window.matchMedia(query);
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  subscribes.set(query, subscribe);
  return subscribe;
}

/** Follows a media query from the first render on, so that nothing jumps after mounting. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    subscribeTo(query),
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Where scripts change with style sheets: of the same name and width as in theme/breakpoints.css. */
export const breakpoints = {
  phone: '(max-width: 39.99em)',
  narrow: '(max-width: 47.99em)',
  tablet: '(max-width: 61.99em)',
  laptop: '(max-width: 63.99em)',
  desktop: '(max-width: 74.99em)',
  'below-wide': '(max-width: 89.99em)',
};

/** "Mobile" and "small screen": narrower than 640 px. */
export function useIsPhone(): boolean {
  return useMedia(breakpoints.phone);
}

/** Below 768 px filters open as a sheet and controls are 40 high. */
export function useIsNarrow(): boolean {
  return useMedia(breakpoints.narrow);
}
