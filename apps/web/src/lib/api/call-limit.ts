import i18next from 'i18next';

const usualSeconds = 60;

let show: (text: string) => void = () => {};
let quietUntil = 0;

/** Sets what shows the message about too many calls; done once at start. */
export function showCallLimitWith(listener: typeof show): void {
  show = listener;
  quietUntil = 0;
}

/**
 * Returns the message for a 429 and how long to wait. It is shown once per wait: a screen makes many calls, and all of them
 * are refused.
 */
export function callLimitReached(retryAfter: string | null): { message: string; seconds: number } {
  const given = Math.ceil(Number(retryAfter));
  const seconds = given > 0 ? given : usualSeconds;
  const message = i18next.t('common:error.tooManyRequests', { seconds });
  if (Date.now() >= quietUntil) {
    quietUntil = Date.now() + seconds * 1_000;
    show(message);
  }
  return { message, seconds };
}
