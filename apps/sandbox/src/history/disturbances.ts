import { z } from 'zod';
import type { Paytable } from './paytable.ts';

/** What goes wrong at a platform for a time, where its sessions themselves are touched and not only the calls that read them. */
export const disturbanceKinds = ['quiet', 'generous', 'leftOpen'] as const;

export const disturbanceSchema = z.strictObject({
  kind: z.enum(disturbanceKinds).describe('no sessions begin, games pay too much, or sessions never end'),
  /** Half-open, in milliseconds since 1970. */
  from: z.number(),
  to: z.number(),
  /** Of `quiet`: the operator that it is about, all without one. */
  operator: z.string().nullable().default(null),
  /** Of `generous`: what wins are multiplied by. */
  factor: z.number().min(0).max(100).default(2),
});
export type Disturbance = z.infer<typeof disturbanceSchema>;

/** Finds what disturbs sessions by the moment they begin. */
export class Disturbances {
  #all: readonly Disturbance[];
  readonly #tables = new Map<string, Paytable>();
  readonly #numbers = new Map<Paytable, number>();

  constructor(all: readonly Disturbance[] = []) {
    this.#all = all;
  }

  get all(): readonly Disturbance[] {
    return this.#all;
  }

  replace(all: readonly Disturbance[]): void {
    this.#all = all;
  }

  #at(kind: Disturbance['kind'], moment: number): Disturbance | undefined {
    if (this.#all.length === 0) return undefined;
    return this.#all.find((one) => one.kind === kind && moment >= one.from && moment < one.to);
  }

  isQuiet(moment: number, operator: string): boolean {
    return this.#all.some(
      (one) =>
        one.kind === 'quiet' &&
        moment >= one.from &&
        moment < one.to &&
        (one.operator === null || one.operator === operator),
    );
  }

  isLeftOpen(moment: number): boolean {
    return this.#at('leftOpen', moment) !== undefined;
  }

  /** The wins of a session that begins at a moment: of its feed as well as of its sums. */
  paytable(table: Paytable, moment: number): Paytable {
    const found = this.#at('generous', moment);
    if (found === undefined) return table;
    const number = this.#numbers.get(table) ?? this.#numbers.size;
    this.#numbers.set(table, number);
    const key = `${number}/${found.factor}`;
    const known = this.#tables.get(key) ?? {
      ...table,
      multipliers: table.multipliers.map((multiplier) => Math.round(multiplier * found.factor)),
      rtp: table.rtp * found.factor,
    };
    this.#tables.set(key, known);
    return known;
  }
}
