import type { Scope } from './roles.ts';

/** One definition per figure: list, tiles, charts, reports, exports and mails all take theirs from here. */
export interface Metric {
  /** The name in the statistics answers, spelled as the documents spell it (OPEN-87). */
  readonly id: MetricId;
  readonly unit: 'euro' | 'ratio' | 'count';
  /** Other spellings that a caller may send for the same figure (OPEN-87). */
  readonly aliases: readonly string[];
  /** May the values of parts be added up? Players and RTP may not: they are asked for the whole range. */
  readonly additive: boolean;
  readonly scope: Scope | null;
  /** How it is computed, in words for the person who reads the figure. */
  readonly formula: string;
}

export const metricIds = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'rounds',
  'sessionsTotal',
  'sessionsOpen',
  'sessionsClosed',
  'usersCount',
] as const;
export type MetricId = (typeof metricIds)[number];

export const metrics: Readonly<Record<MetricId, Metric>> = {
  bet: {
    id: 'bet',
    unit: 'euro',
    aliases: [],
    additive: true,
    scope: null,
    formula: 'Sum of the stakes of the sessions created in the period.',
  },
  win: {
    id: 'win',
    unit: 'euro',
    aliases: [],
    additive: true,
    scope: null,
    formula: 'Sum of what the players won in the sessions created in the period.',
  },
  grosswin: {
    id: 'grosswin',
    unit: 'euro',
    aliases: ['grossWin', 'gross_win'],
    additive: true,
    scope: null,
    formula: 'Bet minus win.',
  },
  netwin: {
    id: 'netwin',
    unit: 'euro',
    aliases: ['netWin', 'net_win'],
    additive: true,
    scope: 'money:net-and-due',
    formula: 'Sum of the net win that each platform reports per session.',
  },
  due: {
    id: 'due',
    unit: 'euro',
    aliases: [],
    additive: true,
    scope: 'money:net-and-due',
    formula: 'Sum of the amount due that each platform reports per session.',
  },
  rtp: {
    id: 'rtp',
    unit: 'ratio',
    aliases: [],
    additive: false,
    scope: null,
    formula: 'Sum of win divided by sum of bet; none when nothing was bet.',
  },
  rounds: {
    id: 'rounds',
    unit: 'count',
    aliases: ['currentRound'],
    additive: true,
    scope: null,
    formula: 'Sum of the rounds played in the sessions created in the period.',
  },
  sessionsTotal: {
    id: 'sessionsTotal',
    unit: 'count',
    aliases: ['sessionsTotals', 'sessionTotals', 'sessions'],
    additive: true,
    scope: null,
    formula: 'Number of sessions created in the period, open ones included.',
  },
  sessionsOpen: {
    id: 'sessionsOpen',
    unit: 'count',
    aliases: [],
    additive: true,
    scope: null,
    formula: 'Number of sessions created in the period that are still open.',
  },
  sessionsClosed: {
    id: 'sessionsClosed',
    unit: 'count',
    aliases: [],
    additive: true,
    scope: null,
    formula: 'Number of sessions created in the period that are closed.',
  },
  usersCount: {
    id: 'usersCount',
    unit: 'count',
    aliases: ['players', 'users'],
    additive: false,
    scope: null,
    formula:
      'Distinct players: each user of an integration counts once in the period, however many sessions.',
  },
};

const byName = new Map<string, MetricId>(
  metricIds.flatMap((id) => [[id, id] as const, ...metrics[id].aliases.map((alias) => [alias, id] as const)]),
);

/** The metric a caller means by any of its spellings, or undefined. */
export function metricByName(name: string): MetricId | undefined {
  return byName.get(name);
}
