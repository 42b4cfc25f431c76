import type { Scope } from './roles.ts';

/** Colours of amounts; each is a token `metric-…` of the web's theme. */
export type MetricColor = 'bet' | 'win' | 'gross-win' | 'net-win' | 'due';

export interface MetricDefinition {
  /** English, as column titles of files and as the `label` of a series. */
  readonly title: string;
  /** How it is computed, for the person who reads the figure. */
  readonly formula: string;
  readonly unit: 'euro' | 'ratio' | 'count';
  /** Who may see it; null for everyone who may see figures at all. */
  readonly scope: Scope | null;
  /** Whether it is null where there is nothing to divide by. */
  readonly nullable: boolean;
  /** Whether values of parts add up. Players and RTP do not: they are computed for the whole range. */
  readonly additive: boolean;
  /** Its name in series by game, integration or operator, spelled as the documents spell it; null where there are none. */
  readonly splitName: string | null;
  /** Other spellings that a caller may send. */
  readonly aliases: readonly string[];
  /** A colour of its own, or a number of the series colours. */
  readonly color: MetricColor | number;
  /** Where it is green: due already at zero. Below zero every amount is red. */
  readonly green: 'never' | 'aboveZero' | 'fromZero';
  /** Among the columns of the detailed report: always, when a person adds it, or never. */
  readonly report: 'always' | 'optional' | 'never';
  /** Among the totals above the sessions overview. */
  readonly inOverviewTotals: boolean;
}

/**
 * The one definition of every metric, in the order of columns. Schemas of responses, series, tables, charts and files are
 * derived from it, so that a metric that stands here is missing nowhere.
 */
const definitions = {
  bet: {
    title: 'Bet',
    formula: 'Sum of the stakes of the sessions created in the period.',
    unit: 'euro',
    scope: null,
    nullable: false,
    additive: true,
    splitName: 'bet',
    aliases: [],
    color: 'bet',
    green: 'never',
    report: 'always',
    inOverviewTotals: true,
  },
  win: {
    title: 'Win',
    formula: 'Sum of what the players won in the sessions created in the period.',
    unit: 'euro',
    scope: null,
    nullable: false,
    additive: true,
    splitName: 'win',
    aliases: [],
    color: 'win',
    green: 'never',
    report: 'always',
    inOverviewTotals: true,
  },
  grosswin: {
    title: 'Gross win',
    formula: 'Bet minus win.',
    unit: 'euro',
    scope: null,
    nullable: false,
    additive: true,
    splitName: 'grosswin',
    aliases: ['grossWin', 'gross_win'],
    color: 'gross-win',
    green: 'never',
    report: 'always',
    inOverviewTotals: true,
  },
  netwin: {
    title: 'Net win',
    formula: 'Sum of the net win that each platform reports per session.',
    unit: 'euro',
    scope: 'money:net-and-due',
    nullable: false,
    additive: true,
    splitName: 'netwin',
    aliases: ['netWin', 'net_win'],
    color: 'net-win',
    green: 'aboveZero',
    report: 'optional',
    inOverviewTotals: true,
  },
  due: {
    title: 'Due',
    formula: 'Sum of the amount due that each platform reports per session.',
    unit: 'euro',
    scope: 'money:net-and-due',
    nullable: false,
    additive: true,
    splitName: 'due',
    aliases: [],
    color: 'due',
    green: 'fromZero',
    report: 'always',
    inOverviewTotals: true,
  },
  rtp: {
    title: 'RTP',
    formula: 'Sum of win divided by sum of bet; none when nothing was bet.',
    unit: 'ratio',
    scope: null,
    nullable: true,
    additive: false,
    splitName: 'rtp',
    aliases: [],
    color: 11,
    green: 'never',
    report: 'optional',
    inOverviewTotals: false,
  },
  sessionsTotal: {
    title: 'Sessions',
    formula: 'Number of sessions created in the period, open ones included.',
    unit: 'count',
    scope: null,
    nullable: false,
    additive: true,
    splitName: 'sessionsTotals',
    aliases: ['sessionTotals', 'sessions'],
    color: 5,
    green: 'never',
    report: 'optional',
    inOverviewTotals: true,
  },
  sessionsOpen: {
    title: 'Open sessions',
    formula: 'Number of sessions created in the period that are still open.',
    unit: 'count',
    scope: null,
    nullable: false,
    additive: true,
    splitName: null,
    aliases: [],
    color: 7,
    green: 'never',
    report: 'never',
    inOverviewTotals: true,
  },
  sessionsClosed: {
    title: 'Closed sessions',
    formula: 'Number of sessions created in the period that are closed.',
    unit: 'count',
    scope: null,
    nullable: false,
    additive: true,
    splitName: null,
    aliases: [],
    color: 8,
    green: 'never',
    report: 'never',
    inOverviewTotals: true,
  },
  rounds: {
    title: 'Rounds',
    formula: 'Sum of the rounds played in the sessions created in the period.',
    unit: 'count',
    scope: null,
    nullable: false,
    additive: true,
    splitName: 'rounds',
    aliases: ['currentRound'],
    color: 4,
    green: 'never',
    report: 'optional',
    inOverviewTotals: false,
  },
  usersCount: {
    title: 'Players',
    formula:
      'Distinct players: each user of an integration counts once in the period, however many sessions.',
    unit: 'count',
    scope: null,
    nullable: false,
    additive: false,
    splitName: 'usersCount',
    aliases: ['players', 'users'],
    color: 6,
    green: 'never',
    report: 'always',
    inOverviewTotals: true,
  },
} as const satisfies Record<string, MetricDefinition>;

type Definitions = typeof definitions;
export type MetricId = keyof Definitions;
export interface Metric extends MetricDefinition {
  readonly id: MetricId;
}

type IdsWhere<Part> = {
  [Id in MetricId]: Definitions[Id] extends Part ? Id : never;
}[MetricId];
/** Metrics that only some roles receive. */
export type RestrictedMetricId = Exclude<MetricId, IdsWhere<{ scope: null }>>;
export type NullableMetricId = IdsWhere<{ nullable: true }>;
export type ReportMetricId = Exclude<MetricId, IdsWhere<{ report: 'never' }>>;
export type SplitStatName = NonNullable<Definitions[MetricId]['splitName']>;

type NonEmpty<Item> = [Item, ...Item[]];

export const metricIds = Object.keys(definitions) as NonEmpty<MetricId>;

const mapMetrics = <Value>(toValue: (id: MetricId) => Value): Readonly<Record<MetricId, Value>> =>
  Object.fromEntries(metricIds.map((id) => [id, toValue(id)])) as Record<MetricId, Value>;

export const metrics = mapMetrics<Metric>((id) => ({ id, ...definitions[id] }));
export const metricTitles = mapMetrics((id) => metrics[id].title);
export const metricFormulas = mapMetrics((id) => metrics[id].formula);

export const reportMetricIds = metricIds.filter(
  (id) => metrics[id].report !== 'never',
) as NonEmpty<ReportMetricId>;

export const splitStatNames = metricIds.flatMap(
  (id) => metrics[id].splitName ?? [],
) as NonEmpty<SplitStatName>;

const byName = new Map<string, MetricId>(
  metricIds.flatMap((id) => {
    const { splitName, aliases } = metrics[id];
    return [id, splitName ?? id, ...aliases].map((name) => [name, id] as const);
  }),
);

/** Returns the metric that a caller means by any of its spellings, or undefined. */
export function metricByName(name: string): MetricId | undefined {
  return byName.get(name);
}

const bySplitName = Object.fromEntries(
  metricIds.flatMap((id) => {
    const { splitName } = metrics[id];
    return splitName === null ? [] : [[splitName, id]];
  }),
) as Record<SplitStatName, MetricId>;

/** Returns the metric behind the name that split series give it. */
export const metricOfSplit = (name: SplitStatName): MetricId => bySplitName[name];
