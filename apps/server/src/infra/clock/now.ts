/** The only source of "now": services receive one, so that tests decide what time it is. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that only moves when `set` or `advance` is called. */
export interface FixedClock extends Clock {
  set(iso: string): void;
  advance(milliseconds: number): void;
}

/** A clock for tests, standing at an ISO instant. */
export function fixedClock(iso: string): FixedClock {
  let at = instantOf(iso);
  return {
    now: () => new Date(at),
    set: (next) => {
      at = instantOf(next);
    },
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}

function instantOf(iso: string): number {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) throw new RangeError(`Not an instant: ${iso}`);
  return at;
}
