/**
 * What a question should take, and the least it can take. Goals are of the 95th percentile at ten million sessions, in ms; `growth`
 * is how many times that a hundred million may take. A floor is the engine's time for the smallest exact read, from statements of
 * their own at ten million, of other data but for the lists: their floors are the sums of three columns, and one more for page 500.
 */
export interface Goal {
  ms: number;
  growth: number;
  /** Null where the question is made of others. */
  floor: number | null;
}

export const goals: Readonly<Record<string, Goal>> = {
  'stats: a year by day, all figures': { ms: 15, growth: 1.3, floor: 5 },
  'stats: today by hour': { ms: 5, growth: 1.3, floor: 3 },
  'stats: 3 months by day, 3 integrations x 10 games': { ms: 15, growth: 3, floor: 13 },
  'stats: a year by month per game': { ms: 30, growth: 3, floor: 4 },
  'report tree of a month': { ms: 10, growth: 1, floor: 4 },
  'dashboard: its three calls': { ms: 30, growth: 1.3, floor: null },
  'list: two integrations, two ranges, page 1, with count': { ms: 50, growth: 3, floor: 40 },
  'list: two integrations, two ranges, page 500, with count': { ms: 70, growth: 3, floor: 52 },
  'search: ticket id': { ms: 8, growth: 1, floor: 5 },
  'search: external session id': { ms: 8, growth: 1, floor: 5 },
  'search: session id': { ms: 8, growth: 1, floor: 5 },
  'search: user id': { ms: 25, growth: 1, floor: 5 },
};

/** The goal of a question at a number of sessions; undefined where there is none. Below ten million, that of ten million. */
export function goalAt(question: string, sessions: number): number | undefined {
  const goal = goals[question];
  return goal && goal.ms * (sessions > 10_000_000 ? goal.growth : 1);
}
