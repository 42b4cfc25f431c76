/** `review`: someone says that it is complete; `restated`: closed, and its sessions have changed since. */
export const periodStates = ['open', 'review', 'closed', 'restated'] as const;
export type PeriodState = (typeof periodStates)[number];

/** What guards the close of a month. */
export const periodCheckIds = [
  'complete',
  'reconciled',
  'quarantine',
  'openSessions',
  'incidents',
  'alerts',
] as const;
export type PeriodCheckId = (typeof periodCheckIds)[number];

/**
 * `failed` keeps a month from being closed unless it is overridden with a reason; `attention` has to be acknowledged by whoever
 * closes it; `passed` asks for nothing.
 */
export const periodCheckResults = ['passed', 'attention', 'failed'] as const;
export type PeriodCheckResult = (typeof periodCheckResults)[number];

/** `late`: not there when the month was closed; `ended`: was open then; `corrected`: any other change. */
export const restatementReasons = ['late', 'ended', 'corrected'] as const;
export type RestatementReason = (typeof restatementReasons)[number];

export const periodActions = ['review', 'withdraw', 'close', 'restate', 'reopen'] as const;
export type PeriodAction = (typeof periodActions)[number];

/** What the figures of a month are summed by; all together in any case. */
export const periodGroupings = ['operator', 'game', 'both'] as const;
export type PeriodGrouping = (typeof periodGroupings)[number];
