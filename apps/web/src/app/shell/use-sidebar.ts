import { usePersistent } from '../../lib/persistent-store.ts';
import { sidebarPinned } from '../../lib/shared-filters.ts';
import { useMedia } from '../../lib/use-screen.ts';

export interface SidebarState {
  /** Wide and part of the page; otherwise a rail that opens over it on hover. */
  isFixed: boolean;
  /** Whether the user has a choice. */
  canPin: boolean;
  toggle: () => void;
}

/**
 * Above 1280 px the sidebar starts fixed; above 1366 px the user may unpin it and the choice is kept; from 1281
 * to 1366 px it is always fixed; at 1280 px and below it is narrow with hover.
 */
export function useSidebar(): SidebarState {
  const isFixedWidth = useMedia('(min-width: 1281px)');
  const canPin = useMedia('(min-width: 1367px)');
  const isPinned = usePersistent(sidebarPinned);
  return {
    isFixed: isFixedWidth && (!canPin || isPinned),
    canPin,
    toggle: () => sidebarPinned.set(!sidebarPinned.get()),
  };
}
