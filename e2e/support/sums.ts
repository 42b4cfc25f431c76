import type { Row, Statistics, Totals } from './api.ts';
import { cents, centsOfText } from './money.ts';
import type { PlatformSession } from './sandbox.ts';

/** Sums over sessions in whole cents, the way a person with a pocket calculator would make them. */
export interface Sums {
  bet: number;
  win: number;
  grossWin: number;
  netWin: number;
  due: number;
  rounds: number;
  sessions: number;
}

const zero = (): Sums => ({ bet: 0, win: 0, grossWin: 0, netWin: 0, due: 0, rounds: 0, sessions: 0 });
const names = Object.keys(zero()) as (keyof Sums)[];

export function add(parts: readonly Sums[]): Sums {
  const sum = zero();
  for (const part of parts) for (const name of names) sum[name] += part[name];
  return sum;
}

export function sumOfPlatform(sessions: readonly PlatformSession[]): Sums {
  return add(
    sessions.map(({ bet, win, netWin, due, rounds }) => ({
      bet,
      win,
      grossWin: bet - win,
      netWin,
      due,
      rounds,
      sessions: 1,
    })),
  );
}

export function sumOfRows(rows: readonly Row[]): Sums {
  return add(
    rows.map((row) => ({
      bet: cents(row.bet),
      win: cents(row.win),
      grossWin: cents(row.grossWin),
      netWin: cents(row.netWin),
      due: cents(row.due ?? Number.NaN),
      rounds: row.currentRound,
      sessions: 1,
    })),
  );
}

export function sumOfCsv(rows: readonly Record<string, string>[]): Sums {
  const amount = (row: Record<string, string>, heading: string) => centsOfText(row[heading] ?? '');
  return add(
    rows.map((row) => ({
      bet: amount(row, 'Bet'),
      win: amount(row, 'Win'),
      grossWin: amount(row, 'Gross win'),
      netWin: amount(row, 'Net win'),
      due: amount(row, 'Due'),
      rounds: Number(row.Rounds),
      sessions: 1,
    })),
  );
}

export function sumOfTotals(totals: Totals): Sums {
  return {
    bet: cents(totals.bet),
    win: cents(totals.win),
    grossWin: cents(totals.grosswin),
    netWin: cents(totals.netwin ?? Number.NaN),
    due: cents(totals.due ?? Number.NaN),
    rounds: totals.rounds,
    sessions: totals.sessionsTotal,
  };
}

interface Series {
  data: (number | null)[];
  total: number | null;
}

const statOf = {
  bet: 'bet',
  win: 'win',
  grossWin: 'grosswin',
  netWin: 'netwin',
  due: 'due',
  rounds: 'rounds',
  sessions: 'sessionsTotal',
} as const;

function whole(name: keyof Sums, value: number | null): number {
  if (value === null) return 0;
  return name === 'rounds' || name === 'sessions' ? value : cents(value);
}

/** What the points of the chart add up to, and what each point holds. */
export function sumsOfBuckets(statistics: Statistics): Sums[] {
  return statistics.labels.map((_, at) => {
    const sum = zero();
    for (const name of names) {
      const series = statistics.datasets.totals?.find(({ stat }) => stat === statOf[name]);
      if (series === undefined) throw new Error(`The chart has no ${statOf[name]}`);
      sum[name] = whole(name, series.data[at] ?? null);
    }
    return sum;
  });
}

/** What the parts of a split (games, integrations, operators) add up to, by their totals and by all their points. */
export function sumsOfSplit(split: Record<string, Series[]> | undefined): { totals: Sums; points: Sums } {
  const totals = zero();
  const points = zero();
  for (const name of names) {
    const key = name === 'sessions' ? 'sessionsTotals' : statOf[name];
    for (const { data, total } of split?.[key] ?? []) {
      totals[name] += whole(name, total);
      for (const value of data) points[name] += whole(name, value);
    }
  }
  return { totals, points };
}

/** Distinct players of these sessions, each once per integration. */
export function playersOf(sessions: readonly { player: string }[]): number {
  return new Set(sessions.map(({ player }) => player)).size;
}
