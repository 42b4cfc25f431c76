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
