import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * True from the first time that `isReady` is true. What stands beneath something whose height is not known yet is drawn from
 * then on, so that it does not move; later loads keep it.
 */
export function useOnce(isReady: boolean): boolean {
  const [was, setWas] = useState(isReady);
  if (isReady && !was) setWas(true);
  return was || isReady;
}

/** Whether a read needs to be waited for no longer: it is over, or failed once and is tried again while the rest goes on. */
export const isSettled = ({ isPending, failureCount }: Pick<UseQueryResult, 'isPending' | 'failureCount'>) =>
  !isPending || failureCount > 0;
