/** Mixes 32-bit integers into one well spread 32-bit integer; the same input gives the same output on every machine. */
export function mix(...parts: number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}

/** A 32-bit number for a text, for seeds made of names (FNV-1a). */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}

/** A small seeded generator (mulberry32): enough for believable data, and fast enough to draw millions. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Uniform in 0 .. 2^32 - 1. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.uint32() / 4_294_967_296;
  }

  /** Uniform integer in [from, to]. */
  int(from: number, to: number): number {
    return from + Math.floor(this.unit() * (to - from + 1));
  }

  /** Standard normal (Box-Muller, one value per two draws). */
  normal(): number {
    const u = (this.uint32() + 1) / 4_294_967_297;
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.unit());
  }

  /** Log-normal with the given median and sigma. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }

  /** Poisson count with the given mean. */
  poisson(mean: number): number {
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let product = this.unit();
    let count = 0;
    while (product > limit) {
      product *= this.unit();
      count++;
    }
    return count;
  }
}

/** Draws an index in proportion to its weight. */
export class Weighted {
  readonly #cumulative: Float64Array;

  constructor(weights: readonly number[]) {
    let sum = 0;
    this.#cumulative = Float64Array.from(weights, (weight) => {
      sum += weight;
      return sum;
    });
  }

  draw(random: Random): number {
    const cumulative = this.#cumulative;
    const target = random.unit() * (cumulative[cumulative.length - 1] ?? 0);
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? 0) <= target) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
