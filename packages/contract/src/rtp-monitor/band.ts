/**
 * The mathematics of the RTP monitor, without stores and without screens.
 *
 * A game returns `rtp` of what is staked in the mean, and the win of one round scatters around that by `deviation` stakes. Over
 * many rounds the observed RTP is the ratio of sums, and its standard error is `deviation / sqrt(plays)`. The plays that count are
 * effective ones: with stakes b of the rounds, `(sum b)² / sum b²`. It equals the number of rounds for flat stakes only; a few
 * high stakes decide over the sum, and with plain rounds a healthy game with mixed stakes would leave its band a third of the time.
 */

/** What a result is judged by. The version stands beside every result, so that a record says which rules it followed. */
export const rtpRules = {
  version: 1,
  /** Standard errors from the expected RTP at which someone should look, and at which an alert is raised. */
  watchAt: 2,
  alertAt: 3,
  /** No verdict before the alert limits lie within ten points of the expected RTP, nor before so many plays. */
  widestBand: 0.1,
  leastPlays: 10_000,
  /** Whole days in Rome, up to yesterday. */
  windowDays: 30,
} as const;

/** From the most urgent to the least. */
export const rtpVerdicts = ['pinned', 'alert', 'watch', 'normal', 'gathering'] as const;
export type RtpVerdict = (typeof rtpVerdicts)[number];

/** Sums over rounds; amounts in one unit, `stakeSquares` in its square. */
export interface RtpSums {
  bet: number;
  win: number;
  stakeSquares: number;
}

/** What the maths sheet of the variant in force promises: both as ratios, 0.96 and 5.9. */
export interface RtpExpectation {
  rtp: number;
  /** Standard deviation of the win of one round per unit staked. */
  deviation: number;
}

export interface RtpBand {
  low: number;
  high: number;
}

export interface RtpMeasure {
  /** Null when nothing was bet. */
  observed: number | null;
  plays: number;
  /** Standard errors between observed and expected RTP; negative pays too little. */
  z: number | null;
  /** Where a healthy game lies 95 times of 100, and where it lies unless an alert is due. */
  band: RtpBand | null;
  alertBand: RtpBand | null;
  /** Too few plays to judge. */
  isGathering: boolean;
}

/** Returns `(sum b)² / sum b²`, never more than the rounds; 0 without bets. */
export function effectivePlaysOf({ bet, stakeSquares }: Pick<RtpSums, 'bet' | 'stakeSquares'>): number {
  return bet > 0 && stakeSquares > 0 ? bet ** 2 / stakeSquares : 0;
}

/** Returns the range that reaches `errors` standard errors to both sides of the expected RTP. */
export function bandOf({ rtp, deviation }: RtpExpectation, plays: number, errors: number): RtpBand {
  const half = (errors * deviation) / Math.sqrt(plays);
  return { low: rtp - half, high: rtp + half };
}

/** Returns the plays from which on a game of this deviation is judged. */
export function neededPlaysOf(deviation: number): number {
  const { alertAt, widestBand, leastPlays } = rtpRules;
  return Math.max(leastPlays, ((alertAt * deviation) / widestBand) ** 2);
}

export function measureRtp(sums: RtpSums, expectation: RtpExpectation): RtpMeasure {
  const plays = effectivePlaysOf(sums);
  if (plays === 0) return { observed: null, plays, z: null, band: null, alertBand: null, isGathering: true };
  const observed = sums.win / sums.bet;
  return {
    observed,
    plays,
    z: ((observed - expectation.rtp) * Math.sqrt(plays)) / expectation.deviation,
    band: bandOf(expectation, plays, rtpRules.watchAt),
    alertBand: bandOf(expectation, plays, rtpRules.alertAt),
    isGathering: plays < neededPlaysOf(expectation.deviation),
  };
}

type Judged = Pick<RtpMeasure, 'z' | 'isGathering'>;

const deviatesBy = ({ z, isGathering }: Judged, errors: number) =>
  !isGathering && z !== null && Math.abs(z) >= errors;

interface VerdictOptions {
  /** The same window a day before, and the other window of the same rows: either may confirm an alert. */
  others?: readonly Judged[];
  /** An earlier alert that no one has closed yet. */
  isPinned?: boolean;
}

/**
 * Judges a window. Of 100 healthy games one or two leave three standard errors in a year of daily runs by chance, so an alert
 * needs a second run or window that deviates as far to the same side; until then it is watched.
 */
export function verdictOf(
  measure: Judged,
  { others = [], isPinned = false }: VerdictOptions = {},
): RtpVerdict {
  if (isPinned) return 'pinned';
  if (measure.isGathering || measure.z === null) return 'gathering';
  const { watchAt, alertAt } = rtpRules;
  const side = Math.sign(measure.z);
  const isConfirmed = others.some((other) => deviatesBy(other, alertAt) && Math.sign(other.z ?? 0) === side);
  if (deviatesBy(measure, alertAt) && isConfirmed) return 'alert';
  return deviatesBy(measure, watchAt) ? 'watch' : 'normal';
}

/** Returns the most urgent of some verdicts; null of none. */
export function worstVerdictOf(verdicts: Iterable<RtpVerdict | null>): RtpVerdict | null {
  const found = new Set(verdicts);
  return rtpVerdicts.find((verdict) => found.has(verdict)) ?? null;
}

/** Sums over sessions with bets and rounds, where x is win per bet: their number, of rounds, of rounds · x and of rounds · x². */
export interface DeviationSums {
  sessions: number;
  rounds: number;
  weightedReturns: number;
  weightedSquares: number;
}

/**
 * Estimates the deviation per round from sessions: the mean of `rounds · (x − rtp)²`. It is too low until rare prizes have
 * hit, so it only stands in for a maths sheet. Null where nothing scatters.
 */
export function estimateDeviation(sums: DeviationSums, rtp: number): number | null {
  if (sums.sessions === 0) return null;
  const total = sums.weightedSquares - 2 * rtp * sums.weightedReturns + rtp ** 2 * sums.rounds;
  return total > 0 ? Math.sqrt(total / sums.sessions) : null;
}
