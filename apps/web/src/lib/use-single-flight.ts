import { useCallback, useRef } from 'react';

/**
 * Returns a function that runs one piece of work at a time and drops calls while one is under way. A state
 * that disables a button comes too late for that, because two clicks may arrive before anything is drawn again.
 */
export function useSingleFlight(): (work: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return useCallback((work) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void work().finally(() => {
      isUnderWay.current = false;
    });
  }, []);
}
