import { type MetricId, metricIds } from '../metrics.ts';

/** Where a figure comes from: added up by the hub, computed from such sums, counted, or as each platform reports it per session. */
export type FigureSource = 'summed' | 'derived' | 'counted' | 'platform';
/** Euro are whole cents all along; a ratio is never rounded before it is shown; counts are whole. */
export type FigureRounding = 'cents' | 'ratio' | 'whole';
/** What a reader may wonder about whether it is in a figure. The words are in the texts of this folder. */
export type FigurePart =
  | 'open'
  | 'openOnly'
  | 'closedOnly'
  | 'zeroRound'
  | 'midnight'
  | 'corrections'
  | 'perIntegration'
  | 'fun'
  | 'quarantined'
  | 'notFetched'
  | 'otherDays'
  | 'noBet';

/** Two metrics and what is done with them, for the line with the values put in. */
export interface FigureTerms {
  left: MetricId;
  sign: 'minus' | 'dividedBy';
  right: MetricId;
}

export interface DictionaryEntry {
  readonly source: FigureSource;
  readonly rounding: FigureRounding;
  readonly terms: FigureTerms | null;
  readonly includes: readonly FigurePart[];
  readonly leavesOut: readonly FigurePart[];
  /** The version of the hub since which it is computed like this, over all sessions, older ones included. */
  readonly since: string;
}

const first = '0.12.0';
/** Of every figure over all sessions of a period. */
const whole = {
  includes: ['open', 'zeroRound', 'midnight', 'corrections'],
  leavesOut: ['fun', 'otherDays', 'quarantined', 'notFetched'],
  terms: null,
  since: first,
} as const;

const summed = { ...whole, source: 'summed', rounding: 'cents' } as const;
const reported = { ...whole, source: 'platform', rounding: 'cents' } as const;
const counted = { ...whole, source: 'counted', rounding: 'whole' } as const;

/** What the metrics of `contract/metrics` include and leave out. The panel of a figure, its page and docs/figures.md are made of it. */
export const dictionary: Readonly<Record<MetricId, DictionaryEntry>> = {
  bet: summed,
  win: summed,
  grosswin: { ...summed, source: 'derived', terms: { left: 'bet', sign: 'minus', right: 'win' } },
  netwin: reported,
  due: reported,
  rtp: {
    ...whole,
    source: 'derived',
    rounding: 'ratio',
    terms: { left: 'win', sign: 'dividedBy', right: 'bet' },
    leavesOut: ['noBet', ...whole.leavesOut],
  },
  sessionsTotal: counted,
  sessionsOpen: { ...counted, includes: ['openOnly', 'zeroRound', 'midnight'] },
  sessionsClosed: {
    ...counted,
    source: 'derived',
    terms: { left: 'sessionsTotal', sign: 'minus', right: 'sessionsOpen' },
    includes: ['closedOnly', 'zeroRound', 'midnight', 'corrections'],
  },
  rounds: { ...summed, rounding: 'whole' },
  usersCount: { ...counted, includes: ['perIntegration', ...whole.includes] },
};

/** Every part that some metric includes or leaves out, in the order of their first mention. */
export const figureParts: readonly FigurePart[] = [
  ...new Set(metricIds.flatMap((id) => [...dictionary[id].includes, ...dictionary[id].leavesOut])),
];
