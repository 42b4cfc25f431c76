import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Whether the keyboard stands nowhere: what had it is gone, off, or in a dialog that closes above the target. */
function isFocusLost(target: HTMLElement | null): boolean {
  const at = document.activeElement;
  if (at === null || at === document.body) return true;
  const dialog = at.closest('[role="dialog"]');
  return dialog !== null && !dialog.contains(target);
}

/**
 * Answers a ref for what is gone on with once something has ended: a form, a dialog, or work that turned its button off.
 * Who has gone elsewhere meanwhile stays there.
 */
export function useFocusBack<Target extends HTMLElement>(isUnderWay: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null);
  const was = useRef(isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay && isFocusLost(target.current)) target.current?.focus();
    was.current = isUnderWay;
  }, [isUnderWay]);
  return target;
}

/** Answers a ref for a form, and what leads to its first wrong field, once the field is marked as such. */
export function useFirstWrong(
  wrong = '[aria-invalid="true"]',
): [RefObject<HTMLFormElement | null>, () => void] {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [refusals, wrong]);
  return [form, useCallback(() => setRefusals((count) => count + 1), [])];
}
