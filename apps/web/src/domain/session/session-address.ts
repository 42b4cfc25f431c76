import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { readText, type SearchInput } from '../../lib/search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before this one is the same page without the session. */
    openedSession?: boolean;
  }
}

interface SessionAddress {
  /** The session that lies over the page, from `?session=` of any address. */
  shown: string | null;
  open: (id: string) => void;
  close: () => void;
}

/** The session over a page has an address, which a reload and a copy of it open again, and Back leaves. */
export function useSessionAddress(): SessionAddress {
  const router = useRouter();
  const shown = useLocation({
    select: ({ search }) => readText((search as SearchInput).session, 60) ?? null,
  });
  const go = (session: string | undefined, replace: boolean) =>
    void router.navigate({
      to: '.',
      // Of every screen, which the types of single routes do not know.
      search: ((before: object) => ({ ...before, session })) as never,
      state: { openedSession: !replace },
      replace,
      resetScroll: false,
    });
  return {
    shown,
    open: (id) => go(id, false),
    close: () => {
      // Back, so that no second entry of the same page is left; an address that was opened itself has nothing before it.
      if (router.state.location.state.openedSession) router.history.back();
      else go(undefined, true);
    },
  };
}

let openSearches = 0;
const listeners = new Set<() => void>();

function countSearch(by: 1 | -1): void {
  openSearches += by;
  for (const listener of [...listeners]) listener();
}

/** Says that a search shows the session of the address by itself, so that nothing else does. */
export function useShowsSessionItself(): void {
  useEffect(() => {
    countSearch(1);
    return () => countSearch(-1);
  }, []);
}

/** Whether a search that is open shows the session of the address. */
export function useIsShownBySearch(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => openSearches > 0,
  );
}
