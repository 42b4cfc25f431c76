/** The vocabulary of comparisons between the session store and the platforms. */

/** What is compared of a day and session type: two counts of sessions, amounts in cents, and rounds. */
export const reconciledFigures = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
export type ReconciledFigure = (typeof reconciledFigures)[number];
export const isReconciledAmount = (figure: ReconciledFigure): boolean =>
  figure === 'bet' || figure === 'win' || figure === 'netWin' || figure === 'due';

/**
 * `equal`: every figure of both session types. `failed`: the platform could not be asked the last time; what was known before
 * stays readable. A day without a comparison has no state.
 */
export const reconciledStates = ['equal', 'differs', 'failed'] as const;
export type ReconciledState = (typeof reconciledStates)[number];

/** Why a session contributes to the difference of a day. Each session has one class. */
export const differenceClasses = [
  'missingHere',
  'missingThere',
  'amount',
  'openHere',
  'openThere',
  'dayBoundary',
  'quarantined',
  'doubled',
] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

/** Days that the matrix shows, that a file may cover, and that a platform is asked for at once. */
export const mostComparedDays = 31;
/** Days that one request compares at most. */
export const mostRequestedDays = 366;
/** Sessions of a day that are kept one by one, the largest differences first; the sums include all of them. */
export const mostKeptDifferences = 2000;
