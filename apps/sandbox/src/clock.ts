/** The only source of "now" in the sandbox, in milliseconds since 1970, so that tests can move time. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that stands still until it is moved. */
export function movableClock(iso: string): Clock & { advance(ms: number): void } {
  let at = Date.parse(iso);
  return {
    now: () => at,
    advance(ms) {
      at += ms;
    },
  };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
