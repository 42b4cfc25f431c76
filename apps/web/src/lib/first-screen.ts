import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Longest wait, should the first screen never come to rest. */
const patienceMs = 5_000;
const lookAgainMs = 50;

/** What a hand needs is there by then, also where no one has touched the page yet. */
const untouchedMs = 10_000;
const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll'];

let isShown = true;
const waiting = new Set<() => void>();
let isTouched = true;
const waitingForTouch = new Set<() => void>();

const hasHeading = () => document.querySelector('h1') !== null;

/** Pictures that are asked for at once, and not only when they come into sight. */
const picturesAreThere = () =>
  [...document.querySelectorAll('img')].every(({ loading, complete }) => complete || loading === 'lazy');

/**
 * Holds back what no one looks at first (counts in the navigation, the socket, tools beside the title) until the first screen
 * shows what it was opened for: its heading stands, nothing is loading and its pictures are there, twice in a row. On a slow
 * line and a slow phone all of it would otherwise compete with the figures. Returns what ends the wait.
 */
export function watchFirstScreen(isLoading: () => boolean): () => void {
  isShown = false;
  watchFirstTouch();
  const begun = performance.now();
  const look = (wasCalm: boolean) => {
    if (isShown) return;
    const isCalm = hasHeading() && !isLoading() && picturesAreThere();
    if ((isCalm && wasCalm) || performance.now() - begun > patienceMs) showRest();
    else setTimeout(() => whenIdle(() => look(isCalm)), lookAgainMs);
  };
  look(false);
  return showRest;
}

/** One after the other, with room between them for who taps. */
function showRest(): void {
  isShown = true;
  const [run] = waiting;
  if (run === undefined) return;
  waiting.delete(run);
  run();
  if (waiting.size > 0) setTimeout(showRest);
}

/** Runs something once the first screen is shown, at once if it is; returns what calls it off. */
export function afterFirstScreen(run: () => void): () => void {
  if (isShown) {
    run();
    return () => {};
  }
  waiting.add(run);
  return () => waiting.delete(run);
}

function watchFirstTouch(): void {
  isTouched = false;
  const callOff = afterFirstScreen(() => {
    timer = setTimeout(touch, untouchedMs);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  function touch() {
    callOff();
    clearTimeout(timer);
    for (const type of touches) window.removeEventListener(type, touch, true);
    isTouched = true;
    for (const run of waitingForTouch) afterFirstScreen(run);
    waitingForTouch.clear();
  }
  for (const type of touches) window.addEventListener(type, touch, { capture: true, passive: true });
}

/**
 * As `afterFirstScreen`, for what is only opened by hand (menus, filters behind a button): it comes when someone first moves,
 * presses, types or scrolls. A phone that shows figures to who only reads them spares its line and processor.
 */
export function afterFirstTouch(run: () => void): () => void {
  if (isTouched) return afterFirstScreen(run);
  waitingForTouch.add(run);
  return () => {
    waitingForTouch.delete(run);
    waiting.delete(run);
  };
}

/** Whether the first screen is shown. What follows from it is rendered in slices. */
export const useFirstScreenShown = () => useCome(() => isShown, afterFirstScreen);

/** Whether the first screen is shown and someone has touched it. */
export const useFirstTouched = () => useCome(() => isShown && isTouched, afterFirstTouch);

function useCome(hasCome: () => boolean, after: typeof afterFirstScreen): boolean {
  const [isKnown, setKnown] = useState(hasCome);
  useEffect(() => after(() => startTransition(() => setKnown(true))), [after]);
  return isKnown;
}
