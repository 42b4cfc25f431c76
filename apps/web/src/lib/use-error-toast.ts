import { useEffect, useRef } from 'react';
import { toast } from './toast.tsx';

/**
 * Toasts each failure of a query once. The cache remembers when a query last failed, also after a read that went well: what
 * failed before the screen was opened is not said again, nor after a change of language.
 */
export function useErrorToast(errorUpdatedAt: number, text: string): void {
  const lastShownAt = useRef(errorUpdatedAt);
  useEffect(() => {
    if (errorUpdatedAt <= lastShownAt.current) return;
    lastShownAt.current = errorUpdatedAt;
    toast('error', text);
  }, [errorUpdatedAt, text]);
}
