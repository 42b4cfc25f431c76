const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * How long open sessions have been open, counted from their creation: half-open intervals in milliseconds, the lower end
 * included. The one table behind counts, filter, file and screen.
 */
export const openAgeRanges = {
  under10m: { fromMs: 0, toMs: 10 * minuteMs },
  under24h: { fromMs: 10 * minuteMs, toMs: dayMs },
  under21d: { fromMs: dayMs, toMs: 21 * dayMs },
  under30d: { fromMs: 21 * dayMs, toMs: 30 * dayMs },
  over30d: { fromMs: 30 * dayMs, toMs: null },
} as const satisfies Record<string, { fromMs: number; toMs: number | null }>;
export type OpenAge = keyof typeof openAgeRanges;
/** Youngest first. */
export const openAges = Object.keys(openAgeRanges) as OpenAge[];

/** The age of a session that was created `ageMs` ago; one from the future, by a platform's fast clock, is the youngest. */
export function openAgeOf(ageMs: number): OpenAge {
  return openAges.findLast((age) => ageMs >= openAgeRanges[age].fromMs) ?? 'under10m';
}

/** What the list of open sessions can be ordered by. */
export const openSortFields = ['createdAt', 'bet', 'win', 'rounds', 'externalUpdatedAt'] as const;
export type OpenSortField = (typeof openSortFields)[number];

/** The most that one list returns and one job refreshes or closes. */
export const mostOpenSessions = 500;

export const sessionRunActions = ['refresh', 'close'] as const;
export type SessionRunAction = (typeof sessionRunActions)[number];

/**
 * What became of a session in such a job: `closed` by it, or found closed by a refresh; still `open`; `refused` by the rules;
 * `failed` at its platform. Null while its turn has not come.
 */
export const sessionRunOutcomes = ['closed', 'open', 'refused', 'failed'] as const;
export type SessionRunOutcome = (typeof sessionRunOutcomes)[number];
