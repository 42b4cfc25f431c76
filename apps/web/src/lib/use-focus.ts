import { type RefObject, useEffect, useRef } from 'react';

/** Whether the keyboard stands nowhere: what had it is gone, off, or in a dialog that closes above the target. */
function isFocusLost(target: HTMLElement | null): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body) return true;
  const dialog = at.closest('[role="dialog"]');
  return dialog !== null && !dialog.contains(target);
}

/**
 * Returns a ref that regains focus when something has ended: a form, a dialog, or work that turned its button off.
 * Who has gone elsewhere meanwhile stays there.
 */
export function useRestoreFocus<Target extends HTMLElement>(isUnderWay: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const was = useRef(isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay && isFocusLost(target.current)) target.current?.focus();
    was.current = isUnderWay;
  }, [isUnderWay]);
  return target;
}
