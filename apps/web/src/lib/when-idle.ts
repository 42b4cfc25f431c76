/**
 * Runs what no screen waits for once the browser has nothing better to do, after a second at the latest; returns what
 * calls it off.
 */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    run();
    return () => {};
  }
  const waiting = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(waiting);
}
