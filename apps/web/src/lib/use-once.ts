import { useCallback, useRef } from 'react';

/**
 * Answers a function that runs one piece of work at a time: what is asked for while one is under way is dropped. A state
 * that disables a button comes too late for that, because two clicks may arrive before anything is drawn again.
 */
export function useOnce(): (work: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false);
  return useCallback((work) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void work().finally(() => {
      isUnderWay.current = false;
    });
  }, []);
}
