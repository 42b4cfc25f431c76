/** What the paytable needs to know of a game: percentages as in the catalogue, deviation in stakes per round. */
export interface GameMath {
  rtp: number;
  rtpStdDev: number;
  hit_frequency: number;
  max_multiplier_win: number;
}

const TWO_32 = 4_294_967_296;
const LEVELS = 33;
const STEPS = 16;

/**
 * The wins of one game. A round draws a 32-bit number r: from `hitLimit` on it loses, below it wins the multiplier of the
 * bin that r falls into. Bins halve in size towards zero, so that rare wins of thousands of stakes have their own bins.
 */
export interface Paytable {
  hitLimit: number;
  /** Win in hundredths of the stake, by leading zeros of r times 16 plus its next four bits. */
  multipliers: Uint32Array;
  /** Exact mean return of this table (1 is 100 %) and exact deviation per round in stakes. */
  rtp: number;
  deviation: number;
}

function binOf(r: number): number {
  const zeros = Math.clz32(r);
  return zeros * STEPS + (zeros >= 31 ? 0 : (r << (zeros + 1)) >>> 28);
}

/** How many values of r below the limit fall into each bin, and where the middle of a bin lies. */
function weigh(hitLimit: number): { weights: Float64Array; middles: Float64Array } {
  const weights = new Float64Array(LEVELS * STEPS);
  const middles = new Float64Array(LEVELS * STEPS);
  for (let r = 0; r < STEPS; r++) {
    weights[binOf(r)] = (weights[binOf(r)] ?? 0) + 1;
    middles[binOf(r)] = r + 0.5;
  }
  for (let zeros = 27; zeros >= 0; zeros--) {
    const base = 2 ** (31 - zeros);
    for (let step = 0; step < STEPS; step++) {
      const from = base + (step * base) / STEPS;
      const to = Math.min(hitLimit, from + base / STEPS);
      if (to <= from) continue;
      weights[zeros * STEPS + step] = to - from;
      middles[zeros * STEPS + step] = (from + to) / 2;
    }
  }
  return { weights, middles };
}

/** Inverse of the normal distribution's upper tail (Acklam's rational approximation, error below 1e-8 of the value). */
function upperTail(q: number): number {
  const a = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716];
  const b = [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572,
  ];
  const c = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  ];
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
  const poly = (terms: number[], x: number, start: number): number =>
    terms.reduce((sum, term) => sum * x + term, start);
  if (q > 0.5) return -upperTail(1 - q);
  if (q < 0.02425) {
    const t = Math.sqrt(-2 * Math.log(q));
    return -(poly([...c, 2.938163982698783], t, 0) / poly([...d, 1], t, 0));
  }
  const t = 0.5 - q;
  return (poly([...a, 2.506628277459239], t * t, 0) * t) / poly([...b, 1], t * t, 0);
}

interface Fit {
  values: Float64Array;
  deviation: number;
}

/** Log-normal wins with spread `sigma`, capped, scaled so that the mean return is exact. */
function fit(game: GameMath, weights: Float64Array, z: Float64Array, sigma: number): Fit {
  const target = game.rtp / 100;
  const cap = game.max_multiplier_win;
  const shape = Float64Array.from(z, (value) => Math.exp(sigma * value));
  const values = new Float64Array(shape.length);
  let scale = 1e-9;
  let step = 2;
  for (let round = 0; round < 90; round++) {
    let mean = 0;
    const next = scale * step;
    for (let i = 0; i < shape.length; i++) {
      mean += ((weights[i] ?? 0) / TWO_32) * Math.min(cap, next * (shape[i] ?? 0));
    }
    if (mean <= target) scale = next;
    else step = Math.sqrt(step);
  }
  let square = 0;
  for (let i = 0; i < shape.length; i++) {
    values[i] = Math.min(cap, scale * (shape[i] ?? 0));
    square += ((weights[i] ?? 0) / TWO_32) * (values[i] ?? 0) ** 2;
  }
  return { values, deviation: Math.sqrt(square - target ** 2) };
}

function spread(game: GameMath, hitLimit: number): { fit: Fit; weights: Float64Array } {
  const { weights, middles } = weigh(hitLimit);
  const z = Float64Array.from(middles, (middle, i) =>
    (weights[i] ?? 0) > 0 ? upperTail(middle / hitLimit) : 0,
  );
  let low = 0.05;
  let high = 6;
  let best = fit(game, weights, z, high);
  for (let round = 0; round < 26; round++) {
    const middle = (low + high) / 2;
    const tried = fit(game, weights, z, middle);
    if (tried.deviation < game.rtpStdDev) low = middle;
    else {
      high = middle;
      best = tried;
    }
  }
  return { fit: best, weights };
}

/**
 * Builds wins whose mean return and deviation per round are those of the game. Where the game's hit frequency cannot give
 * its deviation under its largest win (roulette: a number pays 36 times), wins become rarer until it does.
 */
export function buildPaytable(game: GameMath): Paytable {
  let hit = game.hit_frequency / 100;
  const rarest = game.rtp / 100 / game.max_multiplier_win;
  let found = spread(game, Math.round(hit * TWO_32));
  while (found.fit.deviation < game.rtpStdDev * 0.98 && hit > rarest * 1.02) {
    hit = Math.max(hit * 0.6, rarest * 1.0001);
    found = spread(game, Math.round(hit * TWO_32));
  }
  const { weights } = found;
  const multipliers = Uint32Array.from(found.fit.values, (value) => Math.max(1, Math.round(value * 100)));
  const sum = (power: number): number =>
    multipliers.reduce(
      (total, multiplier, i) => total + ((weights[i] ?? 0) / TWO_32) * (multiplier / 100) ** power,
      0,
    );
  // Rounding moved the mean a little: put it back with the commonest win, which no one sees.
  const commonest = weights.indexOf(Math.max(...weights));
  const missing = (game.rtp / 100 - sum(1)) / ((weights[commonest] ?? 1) / TWO_32);
  multipliers[commonest] = Math.max(1, (multipliers[commonest] ?? 0) + Math.round(missing * 100));
  const rtp = sum(1);
  return { hitLimit: Math.round(hit * TWO_32), multipliers, rtp, deviation: Math.sqrt(sum(2) - rtp ** 2) };
}

/** Win in cents of one round, for a stake in cents and a 32-bit draw. */
export function roundWin(table: Paytable, stake: number, draw: number): number {
  if (draw >= table.hitLimit) return 0;
  return Math.round((stake * (table.multipliers[binOf(draw)] ?? 0)) / 100);
}

/** Sum of the wins of the first `rounds` rounds of a session, in cents. */
export function totalWin(table: Paytable, seed: number, stake: number, rounds: number): number {
  const { hitLimit, multipliers } = table;
  let state = seed | 0;
  let win = 0;
  for (let i = 0; i < rounds; i++) {
    // The same steps as Random.uint32, written out: this loop runs tens of millions of times at start.
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    const r = (t ^ (t >>> 14)) >>> 0;
    if (r < hitLimit) win += Math.round((stake * (multipliers[binOf(r)] ?? 0)) / 100);
  }
  return win;
}
