import type { ChartSeries } from '../../components/chart/chart.tsx';

/** What lies between two amounts and is no figure of its own. */
export type Difference = 'taxAndFees' | 'netWinLessDue';

export interface BridgeStep {
  /** The amount that this step is; null for a difference. */
  series: ChartSeries | null;
  difference: Difference | null;
  operator: '' | '−' | '=';
  /** In whole cents, so that every step adds up to the next one. */
  cents: number;
  /** Where its bar begins and ends, in cents. */
  from: number;
  to: number;
}

const centsOf = (series: ChartSeries | undefined): number | null =>
  series?.total === null || series?.total === undefined ? null : Math.round(series.total * 100);

const differences = [
  { id: 'netwin', before: 'grosswin', difference: 'taxAndFees' },
  { id: 'due', before: 'netwin', difference: 'netWinLessDue' },
] as const;

/** The way from what was bet to what is due: bet − win = gross win, then net win, then due, as far as they are given. */
export function bridgeOf(series: readonly ChartSeries[]): BridgeStep[] {
  const one = (id: string) => series.find((candidate) => candidate.id === id);
  const steps: BridgeStep[] = [];
  const sum = (id: string, operator: '' | '=') => {
    const found = one(id);
    const cents = centsOf(found);
    if (found && cents !== null)
      steps.push({ series: found, difference: null, operator, cents, from: 0, to: cents });
  };
  sum('bet', '');
  const [bet, win] = [centsOf(one('bet')), one('win')];
  const won = centsOf(win);
  if (win && bet !== null && won !== null)
    steps.push({ series: win, difference: null, operator: '−', cents: won, from: bet, to: bet - won });
  sum('grosswin', '=');
  for (const { id, before, difference } of differences) {
    const [from, to] = [centsOf(one(before)), centsOf(one(id))];
    if (from === null || to === null) continue;
    steps.push({ series: null, difference, operator: '−', cents: from - to, from, to });
    sum(id, '=');
  }
  return steps;
}

/** Where a bar stands between the lowest and the highest amount, in percent of the width. */
export function barOf(step: Pick<BridgeStep, 'from' | 'to'>, steps: readonly BridgeStep[]) {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const whole = high - low || 1;
  const start = Math.min(step.from, step.to);
  return {
    start: ((start - low) / whole) * 100,
    width: (Math.abs(step.to - step.from) / whole) * 100,
  };
}
