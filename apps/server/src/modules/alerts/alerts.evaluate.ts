/** What rules say of figures. Pure: the job of every hour, the chart of an incident and the replay of a year use the same. */
import { type AlertDirection, type AlertRule, type AlertRuleConfig, metrics } from '@ludus/contract';
import { type Aggregates, addAggregates } from '../session-store/index.ts';
import { metricValue } from '../statistics/index.ts';

/** Whom a figure is of; 0 is all of them. */
export interface Entity {
  integrationId: number;
  operatorId: number;
  gameId: number;
}

/**
 * `breach` is beyond the threshold, `clear` below the lower one, `between` neither. `unknown` says nothing: figures that are
 * not fetched yet, too few sessions, or too few past weeks.
 */
export type Verdict = 'breach' | 'between' | 'clear' | 'unknown';

export interface Measurement {
  verdict: Verdict;
  value: number | null;
  expected: number | null;
  /** In percent of what is expected, positive towards what the rule watches for. */
  deviation: number | null;
  /** The limits that the value is held against. */
  low: number | null;
  high: number | null;
}

const unknown: Measurement = {
  verdict: 'unknown',
  value: null,
  expected: null,
  deviation: null,
  low: null,
  high: null,
};

/** Sums of a window, and of the same window in past weeks, newest first. */
export interface ComparedSums {
  actual: Aggregates;
  past: readonly Aggregates[];
}

const leastWeeks = 4;

/** What is usual: an outage or a promotion in one of the weeks does not move it. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Leaves out the weeks before an integration, operator or game had its first session. */
function knownWeeks(past: readonly Aggregates[]): readonly Aggregates[] {
  const first = past.findLastIndex(({ sessions }) => sessions > 0n);
  return past.slice(0, first + 1);
}

/** What is expected of a metric: the median of past weeks; of ratios that of all their sums, because a mean of ratios is none. */
function expectedOf(config: AlertRuleConfig, past: readonly Aggregates[]): number | null {
  if (metrics[config.metric].unit === 'ratio') return metricValue(config.metric, addAggregates(past));
  return median(past.map((sums) => metricValue(config.metric, sums) ?? 0));
}

/** Compares a window with the same hours of past weeks. */
export function compareSums(rule: AlertRule, { actual, past }: ComparedSums): Measurement {
  const { config } = rule;
  const known = knownWeeks(past);
  const value = metricValue(config.metric, actual);
  if (known.length < Math.min(leastWeeks, config.weeks)) return { ...unknown, value };
  const expected = expectedOf(config, known);
  if (value === null || expected === null) return { ...unknown, value, expected };
  const usualSessions = median(known.map(({ sessions }) => Number(sessions)));
  const sessions = Number(actual.sessions);
  // A loss is judged by what should be there, and a ratio only by what is.
  const volume =
    metrics[config.metric].unit === 'ratio'
      ? sessions
      : config.direction === 'below'
        ? usualSessions
        : Math.max(sessions, usualSessions);
  const limits = limitsOf(rule, expected, actual);
  const { deviation, difference } = deviationOf(config.direction, value, expected);
  const size = sizeOf(rule, difference, actual);
  const measured = { value, expected, deviation, ...limits };
  if (volume < config.volumeFloor) return { ...measured, verdict: 'unknown' };
  if (deviation >= config.percent && size >= config.absolute && deviation > 0)
    return { ...measured, verdict: 'breach' };
  const isClear = deviation < config.closeBelow || size < config.absolute / 2 || deviation <= 0;
  return { ...measured, verdict: isClear ? 'clear' : 'between' };
}

/** Nothing expected, and yet something there: more than any threshold. */
const beyondAll = 1_000_000;

function deviationOf(direction: AlertDirection, value: number, expected: number) {
  const above = value - expected;
  const difference = direction === 'above' ? above : direction === 'below' ? -above : Math.abs(above);
  const base = Math.abs(expected);
  const deviation = base > 0 ? (100 * difference) / base : difference > 0 ? beyondAll : 0;
  return { deviation, difference };
}

/** The difference in the unit of the rule's absolute threshold. */
function sizeOf({ kind, config }: AlertRule, difference: number, { bet }: Aggregates): number {
  // So much more was won than such a bet usually brings.
  if (kind === 'wins') return (difference * Number(bet)) / 100;
  return metrics[config.metric].unit === 'ratio' ? difference * 100 : difference;
}

function limitsOf(rule: AlertRule, expected: number, { bet }: Aggregates) {
  const { kind, config } = rule;
  const euros = Number(bet) / 100;
  const absolute =
    kind === 'wins'
      ? euros > 0
        ? config.absolute / euros
        : 0
      : metrics[config.metric].unit === 'ratio'
        ? config.absolute / 100
        : config.absolute;
  const distance = Math.max((Math.abs(expected) * config.percent) / 100, absolute);
  return {
    low: config.direction === 'above' ? null : expected - distance,
    high: config.direction === 'below' ? null : expected + distance,
  };
}

/** Measures a state that has limits of its own: minutes late, or rows quarantined. */
export function measureLevel({ config }: AlertRule, value: number | null): Measurement {
  if (value === null) return unknown;
  const limits = { expected: null, deviation: null, low: null, high: config.absolute };
  if (value >= Math.max(config.absolute, 1)) return { value, ...limits, verdict: 'breach' };
  return { value, ...limits, verdict: value < Math.max(config.closeBelow, 1) ? 'clear' : 'between' };
}

/** Measures how many of the sessions of a day are open still. */
export function measureOpen(
  { config }: AlertRule,
  { sessions, open }: Pick<Aggregates, 'sessions' | 'open'>,
): Measurement {
  const [all, value] = [Number(sessions), Number(open)];
  const share = all === 0 ? 0 : (100 * value) / all;
  const high = Math.max((all * config.percent) / 100, config.absolute);
  const measured = { value, expected: null, deviation: share, low: null, high };
  if (all < config.volumeFloor) return { ...measured, verdict: 'unknown' };
  if (share >= config.percent && value >= config.absolute) return { ...measured, verdict: 'breach' };
  const isClear = share < config.closeBelow || value < config.absolute / 2;
  return { ...measured, verdict: isClear ? 'clear' : 'between' };
}

/** How many evaluations in a row an alert was beyond its threshold, or below the lower one while it is open. */
export interface AlertState {
  breaches: number;
  clears: number;
  isOpen: boolean;
}

export const quiet: AlertState = { breaches: 0, clears: 0, isOpen: false };

/** The state of an alert after one more evaluation. What is unknown changes nothing. */
export function nextState(
  state: AlertState,
  verdict: Verdict,
  { openAfter, closeAfter }: Pick<AlertRuleConfig, 'openAfter' | 'closeAfter'>,
): AlertState {
  if (verdict === 'unknown') return state;
  if (!state.isOpen) {
    if (verdict !== 'breach') return quiet;
    const breaches = state.breaches + 1;
    return breaches >= openAfter ? { breaches: 0, clears: 0, isOpen: true } : { ...state, breaches };
  }
  if (verdict !== 'clear') return { ...state, clears: 0 };
  const clears = state.clears + 1;
  return clears >= closeAfter ? quiet : { ...state, clears };
}
