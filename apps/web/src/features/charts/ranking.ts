import {
  centsFromEuros,
  type getRanking,
  hasSharesOfChange,
  type MetricId,
  metricOfSplit,
  metrics,
  type QueryInput,
  type RankedRow,
  type Ranking,
  type RankingDimension,
  type RowChance,
  type SessionSortField,
  sessionTypes,
} from '@ludus/contract';
import { writeSearchText } from '../../lib/search.ts';
import { type ChartFilters, type Reference, valueTypes } from './filters.ts';
import { type ChartsSearch, type RankingTab, searchOf } from './search.ts';

export const shortRanking = 10;
export const longRanking = 50;

/** The figures that a tab can rank by: a change has causes only where the figure adds up. */
export function rankedMetrics(tab: RankingTab, filters: ChartFilters, seesNetAndDue: boolean): MetricId[] {
  const all = valueTypes(filters.money, seesNetAndDue).map(metricOfSplit);
  return tab === 'Change' ? all.filter((metric) => metrics[metric].additive) : all;
}

/** Gross win, which is what a month is judged by, unless another one is chosen. */
export function rankedMetric(search: ChartsSearch, choices: readonly MetricId[]): MetricId {
  const chosen = search.value && metricOfSplit(search.value);
  return (
    choices.find((metric) => metric === chosen) ??
    choices.find((metric) => metric === 'grosswin') ??
    choices[0] ??
    'bet'
  );
}

/**
 * By how much of the period before a value has changed, as a ratio. Null where there was nothing before, and below zero, where a share
 * of it would say the opposite of what happened.
 */
export function growthOf(compared: Pick<RankedRow, 'before' | 'change'> | undefined): number | null {
  const { before = null, change = null } = compared ?? {};
  return before === null || change === null || before <= 0 ? null : change / before;
}

/** The next level below what is chosen: integrations, the operators of one, the games of one of them. */
export function levelBelow(filters: ChartFilters, { isProvider }: Reference): RankingDimension {
  if (filters.operators.length === 1) return 'game';
  return isProvider && filters.integrations.length !== 1 ? 'integration' : 'operator';
}

export function rankingQueryOf(
  filters: ChartFilters,
  search: ChartsSearch,
  asked: { tab: RankingTab; by: RankingDimension; metric: MetricId },
): QueryInput<typeof getRanking> {
  const { tab, by, metric } = asked;
  return {
    by,
    metric,
    order: tab === 'Change' ? 'change' : 'value',
    limit: search.all ? longRanking : shortRanking,
    ...filters.period,
    beforeFrom: search.beforeFrom,
    beforeTo: search.beforeTo,
    sessionTypeId: filters.money === 'all' ? null : sessionTypes[filters.money],
    integrations: [...filters.integrations],
    operators: [...filters.operators],
    games: [...filters.games],
    ...(filters.state === 'any' ? {} : { isOpen: filters.state === 'open' }),
  };
}

/** What one row narrows the filters to. */
export function narrowedTo(row: RankedRow) {
  return {
    ...(row.integrationId === null ? {} : { integrations: [row.integrationId] }),
    ...(row.operatorId === null ? {} : { operators: [row.operatorId] }),
    ...(row.gameId === null ? {} : { games: [row.gameId] }),
  };
}

/** The same tab one level down; null where there is nothing below, or the filters do not know it. */
export function drillAddress(
  row: RankedRow,
  filters: ChartFilters,
  search: ChartsSearch,
  reference: Reference,
): string | null {
  if (row.gameId !== null || row.userId !== null || row.integrationId === null) return null;
  const integration = reference.integrations.find(({ id }) => id === row.integrationId);
  const isKnown =
    row.operatorId === null
      ? integration !== undefined
      : integration?.operators?.some(({ id }) => id === row.operatorId);
  if (!isKnown) return null;
  return chartsAddress({ ...filters, ...narrowedTo(row) }, search);
}

/** The address of the tab with these filters, at the level below them. */
export const chartsAddress = (filters: ChartFilters, search: ChartsSearch): string =>
  `/charts${writeSearchText({ ...searchOf(filters, search), rank: undefined })}`;

const sortOfMetric: Partial<Record<MetricId, SessionSortField>> = {
  bet: 'bet',
  win: 'win',
  grosswin: 'grossWin',
  netwin: 'netWin',
  due: 'due',
  rounds: 'rounds',
};

/** The sessions of a row in the list, those that weigh most in the figure first: of a loss the largest losses. */
export function sessionsAddress(
  row: RankedRow,
  filters: ChartFilters,
  period: ChartFilters['period'],
  metric: MetricId,
): string {
  const isLoss = ((period === filters.period ? row.value : row.before) ?? 0) < 0;
  const { money, state, ...ids } = { ...filters, ...narrowedTo(row) };
  return `/session-list${writeSearchText({
    ...period,
    type: money === 'real' ? undefined : money,
    state: state === 'any' ? undefined : state,
    integrations: ids.integrations,
    operators: ids.operators,
    games: ids.games,
    user: row.userId,
    played: false,
    figure: row.userId === null ? metric : undefined,
    sort: sortOfMetric[metric],
    direction: sortOfMetric[metric] && (isLoss ? 'asc' : 'desc'),
  })}`;
}

/** One bar: where it begins and ends, in cents or counts. */
export interface RankBar {
  from: number;
  to: number;
}

export interface RankLine extends RankBar {
  id: string;
  kind: 'row' | 'others' | 'before' | 'now';
  row: RankedRow | null;
  value: number | null;
  before: number | null;
  change: number | null;
  share: number | null;
  parts: RankedRow['parts'];
  chance: LineChance | null;
}

/** How much of the part from RTP chance makes, and whether the part is more. */
export type LineChance = Pick<RowChance, 'limit' | 'isWithin'>;

const idOf = (row: RankedRow) => [row.integrationId, row.operatorId, row.gameId, row.userId].join(' ');

/** Whole cents, so that no bar misses the next one by a rounding. */
const unitsOf = (value: number | null, { unit }: Pick<Ranking, 'unit'>): number =>
  value === null ? 0 : unit === 'euro' ? centsFromEuros(value) : value;

/** A bar for each row, from zero. */
export function topLines(ranking: Ranking): RankLine[] {
  return ranking.rows.map((row) => ({
    id: idOf(row),
    kind: 'row',
    row,
    from: 0,
    to: unitsOf(row.value, ranking),
    ...figuresOf(row),
  }));
}

const figuresOf = ({ value, before, change, share, parts, chance }: RankedRow) => ({
  value,
  before,
  change,
  share,
  parts,
  chance,
});

/** Whether the change of anything is divided into bet and RTP. */
export const hasParts = ({ rows, total }: Pick<Ranking, 'rows' | 'total'>): boolean =>
  [...rows, total].some(({ parts }) => parts !== null);

/** Whether rows say if their part from RTP is more than chance makes. */
export const hasChances = ({ rows }: Pick<Ranking, 'rows'>): boolean =>
  rows.some(({ chance }) => chance !== null);

/** The chance of the total, as rows have it; null where it is not known. */
export function chanceOfTotal({ chance }: Pick<Ranking, 'chance'>): LineChance | null {
  const { limit = null, isWithin = null } = chance ?? {};
  return limit === null || isWithin === null ? null : { limit, isWithin };
}

/** From the total before to the total now: each bar begins where the one above has ended. */
export function changeLines(ranking: Ranking): RankLine[] {
  const { rows, others, total } = ranking;
  const hasShares = hasSharesOfChange(ranking);
  const before = unitsOf(total.before, ranking);
  const now = unitsOf(total.value, ranking);
  const whole = {
    value: null,
    before: null,
    change: null,
    share: null,
    parts: null,
    chance: null,
    row: null,
  };
  let at = before;
  const step = (change: number | null): RankBar => {
    const from = at;
    at += unitsOf(change, ranking);
    return { from, to: at };
  };
  return [
    { ...whole, id: 'before', kind: 'before', from: 0, to: before, before: total.before },
    ...rows.map((row): RankLine => {
      const share = hasShares && total.change ? (row.change ?? 0) / total.change : null;
      return { id: idOf(row), kind: 'row', row, ...step(row.change), ...figuresOf(row), share };
    }),
    ...(others === null
      ? []
      : [
          { ...whole, ...others, id: 'others', kind: 'others', ...step(others.change), share: null } as const,
        ]),
    {
      ...whole,
      id: 'now',
      kind: 'now',
      from: 0,
      to: now,
      value: total.value,
      parts: total.parts,
      chance: chanceOfTotal(ranking),
    },
  ];
}

/** The least and the greatest that is drawn. Totals are cut where the change between them would be a hair's breadth. */
export function scaleOf(lines: readonly RankLine[]): { low: number; high: number; isCut: boolean } {
  const ends = lines.flatMap(({ kind, from, to }) =>
    kind === 'row' || kind === 'others' ? [from, to] : [to],
  );
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const room = (most - least) / 4;
  const isWaterfall = lines.some(({ kind }) => kind === 'before');
  if (isWaterfall && least > 2 * (most - least) && most > least)
    return { low: least - room, high: most, isCut: true };
  if (isWaterfall && most < 2 * (least - most) && most > least)
    return { low: least, high: most + room, isCut: true };
  return { low: Math.min(0, least), high: Math.max(0, most), isCut: false };
}

/** Where a bar stands, in percent of the width. */
export function barWithin({ from, to }: RankBar, { low, high }: { low: number; high: number }) {
  const whole = high - low || 1;
  const placeOf = (value: number) => ((Math.min(high, Math.max(low, value)) - low) / whole) * 100;
  const [start, end] = [placeOf(Math.min(from, to)), placeOf(Math.max(from, to))];
  return { start, width: end - start };
}
