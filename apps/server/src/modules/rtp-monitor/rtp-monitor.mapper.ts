import {
  type DeviationSums,
  estimateDeviation,
  eurosFromCents,
  measureRtp,
  mostRtpDays,
  type RtpCheck,
  type RtpContext,
  type RtpDay,
  type RtpEvidence,
  type RtpExpectation,
  type RtpGame,
  type RtpMeasure,
  type RtpPlayedMonth,
  type RtpSums,
  verdictOf,
  worstVerdictOf,
} from '@ludus/contract';
import type { Day } from '../../infra/clock/index.ts';
import type { GameMaths } from '../games/index.ts';
import { type Aggregates, addAggregates, noAggregates } from '../session-store/index.ts';

/**
 * The windows of a run, in the order in which they are read. Each of the first two stands a second time as it was a day
 * before: what deviated then, too, is no chance of one day.
 */
export const windowNames = ['month', 'monthBefore', 'variant', 'variantBefore', 'lifetime'] as const;
export type WindowName = (typeof windowNames)[number];

/** What was played in one window. */
export interface WindowSums {
  aggregates: Aggregates;
  /** Squared cents. */
  stakeSquares: number;
}

export type Windows = Record<WindowName, WindowSums>;
/** The first day of each shown window; null is the first session. */
export type Starts = Record<'month' | 'variant' | 'lifetime', Day | null>;

export const noDeviationSums: DeviationSums = {
  sessions: 0,
  rounds: 0,
  weightedReturns: 0,
  weightedSquares: 0,
};

export function emptyWindows(): Windows {
  const entries = windowNames.map((name) => [name, { aggregates: noAggregates, stakeSquares: 0 }]);
  return Object.fromEntries(entries) as Windows;
}

/** Adds the windows of integrations up. Players are none of the measures, so every sum is exact. */
export function addWindows(all: readonly Windows[]): Windows {
  const total = emptyWindows();
  for (const name of windowNames) {
    total[name] = {
      aggregates: addAggregates(all.map((windows) => windows[name].aggregates)),
      stakeSquares: all.reduce((sum, windows) => sum + windows[name].stakeSquares, 0),
    };
  }
  return total;
}

export function addDeviationSums(all: readonly DeviationSums[]): DeviationSums {
  const total = { ...noDeviationSums };
  for (const one of all)
    for (const key of Object.keys(total) as (keyof DeviationSums)[]) total[key] += one[key];
  return total;
}

/** What a game promises, with what stands in where its maths sheet is not known. */
export type Expected = Pick<RtpGame, 'rtp' | 'deviation' | 'deviationOrigin' | 'since'>;

export function expectedOf(game: GameMaths, sums: DeviationSums): Expected {
  const rtp = game.rtp === null ? null : Number(game.rtp) / 100;
  const sheet = game.rtp_std_dev === null ? null : Number(game.rtp_std_dev);
  const estimate = sheet !== null || rtp === null ? null : estimateDeviation(sums, rtp);
  return {
    rtp,
    deviation: sheet ?? estimate,
    deviationOrigin: sheet !== null ? 'sheet' : estimate !== null ? 'estimated' : null,
    since: game.rtp_since,
  };
}

/** Both numbers, or null where one of them is missing: then sums are shown and nothing is judged. */
function expectationOf({ rtp, deviation }: Expected): RtpExpectation | null {
  return rtp === null || deviation === null ? null : { rtp, deviation };
}

/** Any deviation gives the plays and the observed RTP, which depend on none. */
const anyExpectation: RtpExpectation = { rtp: 0, deviation: 1 };

function measure(sums: RtpSums, expectation: RtpExpectation | null): RtpMeasure {
  const found = measureRtp(sums, expectation ?? anyExpectation);
  return expectation === null ? { ...found, z: null, band: null, alertBand: null } : found;
}

/** Windows of the same rows, as the first weeks of a game are: one confirms nothing that the other shows. */
function holdsTheSame(one: WindowSums, other: WindowSums): boolean {
  return (
    one.stakeSquares === other.stakeSquares &&
    one.aggregates.rounds === other.aggregates.rounds &&
    one.aggregates.bet === other.aggregates.bet &&
    one.aggregates.win === other.aggregates.win
  );
}

export type Checks = Pick<RtpGame, 'verdict' | 'month' | 'variant' | 'lifetime'>;

/** Judges the windows of a game, or of a game at an integration. */
export function checksOf(windows: Windows, expected: Expected, starts: Starts): Checks {
  const expectation = expectationOf(expected);
  const measured = Object.fromEntries(
    windowNames.map((name) => {
      const { aggregates, stakeSquares } = windows[name];
      const sums = { bet: Number(aggregates.bet), win: Number(aggregates.win), stakeSquares };
      return [name, measure(sums, expectation)];
    }),
  ) as Record<WindowName, RtpMeasure>;
  const check = (name: keyof Starts, others: readonly WindowName[]): RtpCheck => {
    const { aggregates } = windows[name];
    const independent = others.filter((other) => !holdsTheSame(windows[name], windows[other]));
    const { plays, observed, z, band, alertBand } = measured[name];
    return {
      from: starts[name],
      sessions: Number(aggregates.sessions),
      openSessions: Number(aggregates.open),
      rounds: Number(aggregates.rounds),
      bet: eurosFromCents(aggregates.bet),
      win: eurosFromCents(aggregates.win),
      plays,
      observed,
      z,
      band,
      alertBand,
      verdict:
        expectation === null
          ? null
          : verdictOf(measured[name], { others: independent.map((other) => measured[other]) }),
    };
  };
  const month = check('month', ['monthBefore', 'variant']);
  const variant = check('variant', ['variantBefore', 'month']);
  const lifetime = check('lifetime', ['variant', 'variantBefore', 'month']);
  return { verdict: worstVerdictOf([month.verdict, variant.verdict]), month, variant, lifetime };
}

/** What a run measured of a game, or of a game at an integration, with what it was judged by; null where nothing is judged. */
export function evidenceOf(
  { rtp, deviation, deviationOrigin, since }: Expected,
  { month, variant, lifetime }: Pick<RtpGame, 'month' | 'variant' | 'lifetime'>,
  {
    measuredAt,
    until,
    ruleVersion,
    asOf,
  }: Pick<RtpEvidence, 'measuredAt' | 'until' | 'ruleVersion' | 'asOf'>,
): RtpEvidence | null {
  if (rtp === null || deviation === null || deviationOrigin === null) return null;
  return {
    measuredAt,
    until,
    ruleVersion,
    asOf,
    rtp,
    deviation,
    deviationOrigin,
    since,
    month,
    variant,
    lifetime,
  };
}

/** The sums of one Rome day; `day` is 20261025. */
export interface DaySums {
  day: number;
  bet: number;
  win: number;
  stakeSquares: number;
}

const dayText = (day: number) =>
  `${Math.floor(day / 10_000)}-${String(Math.floor(day / 100) % 100).padStart(2, '0')}-${String(day % 100).padStart(2, '0')}`;

/** What was played from the first session on, in parts that add up to it. */
export type PlayedParts = Omit<RtpContext, 'integrations'> & { months: RtpPlayedMonth[] };

/** The last days since the variant is in force, each by itself, and everything before them by month. */
export function playedParts(sums: readonly DaySums[], expected: Expected): PlayedParts {
  const expectation = expectationOf(expected);
  const amountsOf = ({ bet, win, stakeSquares }: Omit<DaySums, 'day'>) => {
    const { plays, observed } = measure({ bet, win, stakeSquares }, expectation);
    return { bet: eurosFromCents(bet), win: eurosFromCents(win), plays, observed };
  };
  const all = sumByDay(sums);
  const { since } = expected;
  const ofVariant = all.filter(({ day }) => since === null || dayText(day) >= since);
  const shown = ofVariant.slice(-mostRtpDays);
  const byMonth = Map.groupBy(all.slice(0, all.length - shown.length), ({ day }) => dayText(day).slice(0, 7));
  return {
    days: shown.map((own) => ({ day: dayText(own.day), ...amountsOf(own) })),
    dayCount: ofVariant.length,
    months: [...byMonth].map(([month, days]) => {
      const sum = (key: 'bet' | 'win' | 'stakeSquares') => days.reduce((total, day) => total + day[key], 0);
      return {
        month,
        days: days.length,
        ...amountsOf({ bet: sum('bet'), win: sum('win'), stakeSquares: sum('stakeSquares') }),
      };
    }),
  };
}

/** Every day once, in order. */
function sumByDay(sums: readonly DaySums[]): DaySums[] {
  const byDay = new Map<number, DaySums>();
  for (const one of sums) {
    const known = byDay.get(one.day) ?? { day: one.day, bet: 0, win: 0, stakeSquares: 0 };
    known.bet += one.bet;
    known.win += one.win;
    known.stakeSquares += one.stakeSquares;
    byDay.set(one.day, known);
  }
  return [...byDay.values()].toSorted((a, b) => a.day - b.day);
}

/** The sums from the first day up to each day that was played, with the band that narrows with the plays. */
export function daysOf(sums: readonly DaySums[], expected: Expected): RtpDay[] {
  const expectation = expectationOf(expected);
  const total = { bet: 0, win: 0, stakeSquares: 0 };
  return sumByDay(sums).map(({ day, ...own }) => {
    total.bet += own.bet;
    total.win += own.win;
    total.stakeSquares += own.stakeSquares;
    const { plays, observed, band, alertBand } = measure(total, expectation);
    return { day: dayText(day), plays, observed, band, alertBand };
  });
}
