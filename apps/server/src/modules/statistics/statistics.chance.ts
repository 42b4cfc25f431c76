/** Whether the part of a change that comes from another RTP is more than chance makes, of the total and of each row. */
import {
  estimateDeviation,
  maxChanceDays,
  type RankedRow,
  type RankingChance,
  type RankingDimension,
  type RowChance,
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
  /** What the rows are, which are measured too. */
  by: RankingDimension;
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

/** The chance of the total, and of each row on its own. */
export interface MeasuredChance {
  total: RankingChance;
  ofRow(row: RankedRow, sums: Compared): RowChance | null;
}

const unknown = (unknownFor: RankingChance['unknownFor']): RankingChance => ({
  limit: null,
  isWithin: null,
  isEstimated: false,
  unknownFor,
});

const allUnknown = (unknownFor: RankingChance['unknownFor']): MeasuredChance => ({
  total: unknown(unknownFor),
  ofRow: () => null,
});

/**
 * Measures how far chance moves the RTP part of a change: the win of each game scatters by its standard deviation times the root of its
 * squared stakes, in both periods, where the earlier one is scaled to the bet of the later one.
 */
export async function findChance(
  { by, period, before, ...asked }: ChanceRequest,
  { total, part }: { total: Compared; part: number },
  { sessionStore, gameMaths }: ChanceDeps,
  { scope, state }: { scope: IntegrationScope; state: State },
): Promise<MeasuredChance> {
  if (asked.sessionTypeId !== sessionTypes.real || asked.isOpen !== undefined) return allUnknown('filter');
  if ([period, before].some(({ from, to }) => to.getTime() - from.getTime() > longestMs))
    return allUnknown('period');
  const chosen = asked.games && asked.games.length > 0 ? new Set(asked.games) : null;
  const maths = (await gameMaths()).filter(({ id }) => chosen === null || chosen.has(id));
  const stakes = await sessionStore.stakes.sum(
    {
      windows: [period, before],
      estimatedFrom: 0,
      games: maths.map(({ id }) => id),
      integrations: asked.integrations,
      operators: asked.operators,
      byOperator: by === 'operator',
    },
    scope,
    state,
  );
  // Estimated from all sessions that the filter lets through, so that a row and the total have the same deviation of a game.
  const deviations = new Map(
    [...Map.groupBy(stakes, (row) => row.gameId)].map(([gameId, rows]) => [
      gameId,
      deviationOf(
        maths.find(({ id }) => id === gameId),
        rows,
      ),
    ]),
  );
  const measure = (rows: readonly StakeSums[], sums: Compared, moved: number) =>
    measureRows(rows, deviations, { ratio: Number(sums.now.bet) / Number(sums.before.bet), moved });
  const whole = measure(stakes, total, part);
  const keyOf = by === 'player' ? null : rowKeys[by];
  const byRow = keyOf && Map.groupBy(stakes, keyOf);
  return {
    total: whole === null ? unknown('maths') : { ...whole, unknownFor: null },
    ofRow: (row, sums) => {
      const own = byRow && keyOf ? byRow.get(keyOf(row)) : undefined;
      return own === undefined || row.parts === null ? null : measure(own, sums, row.parts.rtp);
    },
  };
}

type RowIds = { [Id in 'integrationId' | 'operatorId' | 'gameId']: number | null };

const rowKeys: Record<Exclude<RankingDimension, 'player'>, (row: RowIds) => number | null> = {
  integration: ({ integrationId }) => integrationId,
  operator: ({ operatorId }) => operatorId,
  game: ({ gameId }) => gameId,
};

type Deviation = { deviation: number; isEstimated: boolean };

/** Null where no one knows how the bets scatter: a game without deviation, bets without rounds, or games in development only. */
function measureRows(
  rows: readonly StakeSums[],
  deviations: ReadonlyMap<number, Deviation | null>,
  { ratio, moved }: { ratio: number; moved: number },
): RowChance | null {
  let variance = 0;
  let isEstimated = false;
  for (const { gameId, stakeSquares } of rows) {
    const found = deviations.get(gameId) ?? null;
    if (found === null) return null;
    isEstimated ||= found.isEstimated;
    variance += found.deviation ** 2 * ((stakeSquares[0] ?? 0) + ratio ** 2 * (stakeSquares[1] ?? 0));
  }
  if (variance === 0) return null;
  const limit = Math.round(rtpRules.watchAt * Math.sqrt(variance)) / 100;
  return { limit, isWithin: Math.abs(moved) <= limit, isEstimated };
}

/** The standard deviation of a game's win per unit staked: of its maths sheet, else estimated; null where neither is known. */
function deviationOf(maths: ChanceMaths | undefined, rows: readonly StakeSums[]): Deviation | null {
  if (maths === undefined) return null;
  if (maths.rtp_std_dev !== null) return { deviation: Number(maths.rtp_std_dev), isEstimated: false };
  if (maths.rtp === null) return null;
  const sums = { sessions: 0, rounds: 0, weightedReturns: 0, weightedSquares: 0 };
  for (const { deviation } of rows)
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += deviation[key];
  const deviation = estimateDeviation(sums, Number(maths.rtp) / 100);
  return deviation === null ? null : { deviation, isEstimated: true };
}
