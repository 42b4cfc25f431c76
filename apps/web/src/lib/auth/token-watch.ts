/** How often the token is looked at, and how much validity is little enough to refresh it. */
export const checkEveryMs = 60_000;
export const refreshAtSeconds = 70;

interface TokenWatch {
  /** Seconds of validity left; null without a token. */
  secondsLeft: () => number | null;
  renew: () => Promise<unknown>;
}

/** Looks at the token every 60 s, and when the window comes back into view. Returns a function that stops it. */
export function watchToken({ secondsLeft, renew }: TokenWatch): () => void {
  let isRenewing = false;
  const check = () => {
    const left = secondsLeft();
    if (isRenewing || left === null || left > refreshAtSeconds) return;
    isRenewing = true;
    void renew().finally(() => {
      isRenewing = false;
    });
  };
  // Timers sleep with the machine: a window that wakes up checks at once.
  const onVisible = () => {
    if (document.visibilityState === 'visible') check();
  };
  const timer = setInterval(check, checkEveryMs);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
