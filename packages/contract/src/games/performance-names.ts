import type { MetricId } from '../metrics.ts';

// Apart from the schemas: the reader of a game's address is loaded with the hub.
/** Weeks are those of the game's age: the first one begins with the day of its release. */
export const performanceGrains = ['day', 'week', 'month'] as const;
export type PerformanceGrain = (typeof performanceGrains)[number];

export const performanceMetrics = [
  'bet',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'sessionsTotal',
  'usersCount',
] as const satisfies readonly MetricId[];
export type PerformanceMetric = (typeof performanceMetrics)[number];

/** Distinct players of a week are no sum of its days: other games' are not read for a comparison. */
export const comparedMetrics = [
  'bet',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'sessionsTotal',
] as const satisfies readonly PerformanceMetric[];
export type ComparedMetric = (typeof comparedMetrics)[number];

/** What a game is compared by; a screen says these numbers. */
export const comparisonRules = {
  /** Days of an interval of age. */
  days: 7,
  /** Games of the same type are compared with where there are so many; all released games otherwise. */
  leastOfType: 5,
  /** Of fewer games a week has neither a median nor a range. */
  leastGames: 3,
} as const;
