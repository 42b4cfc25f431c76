import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from './when-idle.ts';

/** Longest wait, should the first screen never come to rest. */
const patienceMs = 5_000;
const lookAgainMs = 50;

let isShown = true;
const waiting = new Set<() => void>();

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

/** Whether the first screen is shown. What follows from it is rendered in slices. */
export function useFirstScreenShown(): boolean {
  const [isKnown, setKnown] = useState(isShown);
  useEffect(() => afterFirstScreen(() => startTransition(() => setKnown(true))), []);
  return isKnown;
}
