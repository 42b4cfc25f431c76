/** Whether the part of a change that comes from another RTP is more than chance makes. */
import {
  estimateDeviation,
  maxChanceDays,
  type RankingChance,
  rtpRules,
  sessionTypes,
} from '@ludus/contract';
import type { IntegrationScope } from '../../infra/access/index.ts';
import type { Period, SessionStore, StakeSums } from '../session-store/index.ts';
import type { Compared } from './statistics.ranking-mapper.ts';

/** What the maths sheet of a game says; the RTP in percent. */
export interface ChanceMaths {
  id: number;
  rtp: string | null;
  rtp_std_dev: string | null;
}

export interface ChanceDeps {
  sessionStore: Pick<SessionStore, 'stakes'>;
  /** Games that are not in development. */
  gameMaths(): Promise<readonly ChanceMaths[]>;
}

export interface ChanceRequest {
  period: Period;
  before: Period;
  sessionTypeId: number | null | undefined;
  isOpen: boolean | null | undefined;
  integrations: readonly number[] | null | undefined;
  operators: readonly number[] | null | undefined;
  games: readonly number[] | null | undefined;
}

type State = Awaited<ReturnType<SessionStore['state']>>;

const longestMs = (maxChanceDays + 1) * 86_400_000;

const unknown = (unknownFor: RankingChance['unknownFor']): RankingChance => ({
  limit: null,
  isWithin: null,
  isEstimated: false,
  unknownFor,
});

/**
 * Measures how far chance moves the RTP part of a change: the win of each game scatters by its standard deviation times the root of its
 * squared stakes, in both periods, where the earlier one is scaled to the bet of the later one.
 */
export async function findChance(
  { period, before, ...asked }: ChanceRequest,
  { total, part }: { total: Compared; part: number },
  { sessionStore, gameMaths }: ChanceDeps,
  { scope, state }: { scope: IntegrationScope; state: State },
): Promise<RankingChance> {
  if (asked.sessionTypeId !== sessionTypes.real || asked.isOpen !== undefined) return unknown('filter');
  if ([period, before].some(({ from, to }) => to.getTime() - from.getTime() > longestMs))
    return unknown('period');
  const chosen = asked.games && asked.games.length > 0 ? new Set(asked.games) : null;
  const maths = (await gameMaths()).filter(({ id }) => chosen === null || chosen.has(id));
  const stakes = await sessionStore.stakes.sum(
    {
      windows: [period, before],
      estimatedFrom: 0,
      games: maths.map(({ id }) => id),
      integrations: asked.integrations,
      operators: asked.operators,
    },
    scope,
    state,
  );
  const ratio = Number(total.now.bet) / Number(total.before.bet);
  let variance = 0;
  let isEstimated = false;
  for (const [gameId, rows] of Map.groupBy(stakes, (row) => row.gameId)) {
    const found = deviationOf(
      maths.find(({ id }) => id === gameId),
      rows,
    );
    if (found === null) return unknown('maths');
    isEstimated ||= found.isEstimated;
    const squares = (window: number) => rows.reduce((sum, row) => sum + (row.stakeSquares[window] ?? 0), 0);
    variance += found.deviation ** 2 * (squares(0) + ratio ** 2 * squares(1));
  }
  // Bets without rounds, or only on games in development: no one knows how they scatter.
  if (variance === 0) return unknown('maths');
  const limit = Math.round(rtpRules.watchAt * Math.sqrt(variance)) / 100;
  return { limit, isWithin: Math.abs(part) <= limit, isEstimated, unknownFor: null };
}

/** The standard deviation of a game's win per unit staked: of its maths sheet, else estimated; null where neither is known. */
function deviationOf(
  maths: ChanceMaths | undefined,
  rows: readonly StakeSums[],
): { deviation: number; isEstimated: boolean } | null {
  if (maths === undefined) return null;
  if (maths.rtp_std_dev !== null) return { deviation: Number(maths.rtp_std_dev), isEstimated: false };
  if (maths.rtp === null) return null;
  const sums = { sessions: 0, rounds: 0, weightedReturns: 0, weightedSquares: 0 };
  for (const { deviation } of rows)
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += deviation[key];
  const deviation = estimateDeviation(sums, Number(maths.rtp) / 100);
  return deviation === null ? null : { deviation, isEstimated: true };
}
