import { randomFrom } from '../../session-store/known-rows.ts';

/** The chances of a seed. */
export interface Chance {
  /** A whole number below the limit. */
  whole(limit: number): number;
  /** True in so many of a hundred cases. */
  percent(cases: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
}

/** The chances of a seed, drawn in its order. */
export function chanceOf(seed: number): Chance {
  const random = randomFrom(seed);
  const whole = (limit: number) => Math.floor(random() * limit);
  return { whole, percent: (cases) => whole(100) < cases, pick: (from) => from[whole(from.length)] };
}
