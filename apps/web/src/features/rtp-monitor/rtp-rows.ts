import {
  type RtpBand,
  type RtpCheck,
  type RtpDay,
  type RtpGame,
  type RtpVerdict,
  rtpVerdicts,
} from '@ludus/contract';
import type { ChartPoint, ChartSeries } from '../../components/chart/chart-model.ts';
import { formatCompact, formatCount, formatDay } from '../../lib/format.ts';
import type { RtpSearch, RtpWindow } from './search.ts';

const deviating: readonly (RtpVerdict | null)[] = ['pinned', 'alert', 'watch'];

/** Names of the integrations that a game has its verdict from; none where it is fine, or deviates as a whole only. */
export function deviatingAt(game: Pick<RtpGame, 'integrations' | 'verdict'>): string[] {
  if (!deviating.includes(game.verdict)) return [];
  return game.integrations
    .filter(({ verdict }) => verdict === game.verdict)
    .map(({ integrationName }) => integrationName);
}

export interface GameRow {
  game: RtpGame;
  verdict: RtpVerdict | null;
  /** Of the integration that the verdict comes from, else of the game as a whole. */
  check: RtpCheck;
  /** The window that the verdict comes from, wherever none is chosen or the chosen one is another. */
  decidedIn: DecidingWindow | null;
  expected: number | null;
}

export type DecidingWindow = 'month' | 'variant';

type Judged = Pick<RtpGame, 'month' | 'variant' | 'lifetime'>;

/**
 * The figures behind a verdict: those of the window that it comes from, or of the window that is asked for. While plays are gathered
 * in that one, they are those that the verdict comes from all the same; `decidedIn` says so.
 */
export function figuresBehind(
  judged: Judged,
  verdict: RtpVerdict | null,
  window?: RtpWindow,
): Pick<GameRow, 'check' | 'decidedIn'> {
  const deciding = decidingWindow(judged, verdict);
  if (window === undefined) return { check: judged[deciding ?? 'month'], decidedIn: deciding };
  const own = judged[window];
  const isEmpty = errorsOf(own) === null && deciding !== null;
  const isPinned = verdict === 'pinned' && !isEmpty;
  const decidedIn = own.verdict === verdict || isPinned ? null : deciding;
  return { check: isEmpty ? judged[deciding] : own, decidedIn };
}

/** Standard errors between observed and expected RTP; null while plays are gathered, when they would mean nothing. */
export function errorsOf({ verdict, z }: Pick<RtpCheck, 'verdict' | 'z'>): number | null {
  return verdict === 'gathering' ? null : z;
}

/** The verdicts that the address names; none is no filter. */
export function verdictsIn({ verdicts = '' }: Pick<RtpSearch, 'verdicts'>): RtpVerdict[] {
  const named = verdicts.split(',');
  return rtpVerdicts.filter((verdict) => named.includes(verdict));
}

/** In the order of the server by verdict; of one verdict, what deviates most first. */
function byDeviation(rows: readonly GameRow[]): GameRow[] {
  const order = [...new Set(rows.map(({ verdict }) => verdict))];
  const far = ({ check }: GameRow) => Math.abs(errorsOf(check) ?? -1);
  return rows.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || far(b) - far(a));
}

/** The games that pass the filters, with the figures of the chosen window, else of the deciding one: the most urgent verdict first. */
export function gameRowsOf(
  games: readonly RtpGame[],
  { window, q, ...search }: Pick<RtpSearch, 'window' | 'verdicts' | 'q'>,
): GameRow[] {
  const verdicts = verdictsIn(search);
  const wanted = q?.trim().toLowerCase() ?? '';
  const rows = games
    .filter(({ verdict }) => verdicts.length === 0 || (verdict !== null && verdicts.includes(verdict)))
    .filter(({ name, sub_name, slug }) => `${name} ${sub_name ?? ''} ${slug}`.toLowerCase().includes(wanted))
    .map((game) => {
      const { verdict, rtp: expected } = game;
      const judged = game.judgedBy ?? game;
      return { game, verdict, expected, ...figuresBehind(judged, verdict, window) };
    });
  return byDeviation(rows);
}

/**
 * The more deviating one of the windows with the verdict, as in the finding of a case. An open case keeps a pinned verdict, whatever the
 * windows say now: the more deviating one of both stands for it.
 */
function decidingWindow(judged: Judged, verdict: RtpVerdict | null): DecidingWindow | null {
  if (verdict === null) return null;
  const windows = ['month', 'variant'] as const;
  const far = (name: DecidingWindow) => Math.abs(errorsOf(judged[name]) ?? -1);
  const deciding = windows.filter((name) =>
    verdict === 'pinned' ? errorsOf(judged[name]) !== null : judged[name].verdict === verdict,
  );
  return deciding.toSorted((a, b) => far(b) - far(a))[0] ?? null;
}

/** Before this the limits are wider than the chart is of use, and one win moves the line across it. */
const widestCharted = 0.2;

const lineNames = ['observed', 'expected', 'watchLow', 'watchHigh', 'alertLow', 'alertHigh'] as const;
export type FunnelLine = (typeof lineNames)[number];

const lineColors: Record<FunnelLine, number> = {
  observed: 1,
  expected: 12,
  watchLow: 4,
  watchHigh: 4,
  alertLow: 3,
  alertHigh: 3,
};

interface FunnelWords {
  line: (name: FunnelLine) => string;
  day: (day: string, plays: string) => string;
}

/** The funnel of the limits with the observed RTP in it: a step a day, named by the plays up to it. */
export function funnelOf(
  days: readonly RtpDay[],
  expected: number | null,
  words: FunnelWords,
): { points: ChartPoint[]; series: ChartSeries[] } {
  const shown = days.filter(
    ({ alertBand, observed }) =>
      observed !== null && (alertBand === null || halfOf(alertBand) <= widestCharted),
  );
  const figureOf: Record<FunnelLine, (day: RtpDay) => number | null> = {
    observed: ({ observed }) => observed,
    expected: () => expected,
    watchLow: ({ band }) => band?.low ?? null,
    watchHigh: ({ band }) => band?.high ?? null,
    alertLow: ({ alertBand }) => alertBand?.low ?? null,
    alertHigh: ({ alertBand }) => alertBand?.high ?? null,
  };
  return {
    points: shown.map(({ day, plays }) => ({
      key: day,
      axis: formatCompact(Math.round(plays)),
      title: words.day(formatDay(day), formatCount(Math.round(plays))),
    })),
    series: lineNames
      .map((name) => ({
        id: name,
        name: words.line(name),
        color: lineColors[name],
        values: shown.map(figureOf[name]),
      }))
      .filter(({ values }) => values.some((value) => value !== null)),
  };
}

const halfOf = ({ low, high }: RtpBand) => (high - low) / 2;
