import {
  eurosFromCents,
  type PeriodAmounts,
  type PeriodFigures,
  type PeriodGrouping,
  type PeriodRow,
  type Restatement,
} from '@ludus/contract';
import { integrationName, type References } from '../integrations/index.ts';
import {
  type Aggregates,
  type AggregatesRow,
  type ClosedFigures,
  noAggregates,
  type SessionSums,
} from '../session-store/index.ts';
import { type RestatementRow, sumsOfRow } from './period-close.repo.ts';

export const noSums: SessionSums = {
  sessions: 0n,
  open: 0n,
  bet: 0n,
  win: 0n,
  netWin: 0n,
  due: 0n,
  rounds: 0n,
};
const sumNames = Object.keys(noSums) as (keyof SessionSums)[];

export function subtract(one: SessionSums, other: SessionSums): SessionSums {
  return Object.fromEntries(
    sumNames.map((name) => [name, one[name] - other[name]]),
  ) as unknown as SessionSums;
}

export function addSums(one: SessionSums, other: SessionSums): SessionSums {
  return Object.fromEntries(
    sumNames.map((name) => [name, one[name] + other[name]]),
  ) as unknown as SessionSums;
}

export const isEqual = (one: SessionSums, other: SessionSums): boolean =>
  sumNames.every((name) => one[name] === other[name]);

export const sumsOfAggregates = ({
  sessions,
  open,
  bet,
  win,
  netWin,
  due,
  rounds,
}: Aggregates): SessionSums => ({ sessions, open, bet, win, netWin, due, rounds });

/** `2026-10-01` as `10/2026`, in the log. */
export const monthText = (month: string) => `${month.slice(5, 7)}/${month.slice(0, 4)}`;

export function toAmounts(sums: SessionSums, showsDue: boolean): PeriodAmounts {
  return {
    bet: eurosFromCents(sums.bet),
    win: eurosFromCents(sums.win),
    grosswin: eurosFromCents(sums.bet - sums.win),
    ...(showsDue ? { netwin: eurosFromCents(sums.netWin), due: eurosFromCents(sums.due) } : {}),
    sessionsTotal: Number(sums.sessions),
    sessionsOpen: Number(sums.open),
    rounds: Number(sums.rounds),
  };
}

const toFigures = (sums: SessionSums, players: number, showsDue: boolean): PeriodFigures => ({
  ...toAmounts(sums, showsDue),
  usersCount: players,
});

const keyOf = ({ operatorId, gameId }: { operatorId: number; gameId: number }) => `${operatorId}/${gameId}`;

/** Which rows of the closed figures a grouping shows. */
const isShown: Record<PeriodGrouping, (row: ClosedFigures) => boolean> = {
  operator: ({ operatorId, gameId }) => operatorId > 0 && gameId === 0,
  game: ({ operatorId, gameId }) => operatorId === 0 && gameId > 0,
  both: ({ operatorId, gameId }) => operatorId > 0 && gameId > 0,
};

export interface RowOptions {
  names: References;
  showsDue: boolean;
}

/** Joins closed and present figures; a row that one side lacks has zeros there. `closed` is null while the month is not closed. */
export function toRows(
  by: PeriodGrouping,
  closed: readonly ClosedFigures[] | null,
  today: readonly AggregatesRow[],
  options: RowOptions,
): PeriodRow[] {
  const before = new Map((closed ?? []).filter(isShown[by]).map((row) => [keyOf(row), row]));
  const now = new Map(today.map((row) => [keyOf(row), row]));
  const rows = [...new Set([...before.keys(), ...now.keys()])].map((key) => {
    const ids = (before.get(key) ?? now.get(key)) as { operatorId: number; gameId: number };
    return toRow(ids, closed && (before.get(key) ?? null), now.get(key), closed !== null, options);
  });
  const bet = ({ closed: row, today: known }: PeriodRow) => Math.max(row?.bet ?? 0, known.bet);
  return rows.toSorted((a, b) => bet(b) - bet(a));
}

/** The figures of the whole month. */
export function toTotal(
  closed: readonly ClosedFigures[] | null,
  today: AggregatesRow | undefined,
  options: RowOptions,
): PeriodRow {
  const all = closed?.find(({ operatorId, gameId }) => operatorId === 0 && gameId === 0);
  return toRow({ operatorId: 0, gameId: 0 }, all ?? null, today, closed !== null, options);
}

function toRow(
  { operatorId, gameId }: { operatorId: number; gameId: number },
  closed: ClosedFigures | null,
  today: AggregatesRow | undefined,
  isClosed: boolean,
  { names, showsDue }: RowOptions,
): PeriodRow {
  const before = closed ?? { ...noSums, players: 0 };
  const sums = sumsOfAggregates(today ?? noAggregates);
  return {
    operator: operatorId === 0 ? null : operatorOf(operatorId, names),
    game:
      gameId === 0 ? null : { ...gameOf(gameId, names), slug: names.games.get(gameId)?.summary.slug ?? '' },
    closed: isClosed ? toFigures(before, before.players, showsDue) : null,
    today: toFigures(sums, today?.players ?? 0, showsDue),
    difference: isClosed ? toAmounts(subtract(sums, before), showsDue) : null,
  };
}

const operatorOf = (id: number, names: References) => ({
  id,
  name: names.operators.get(id)?.name ?? `Operator ${id}`,
});

function gameOf(id: number, names: References) {
  const summary = names.games.get(id)?.summary;
  return { id, name: summary?.name ?? `Game ${id}`, sub_name: summary?.sub_name ?? null };
}

export function toRestatement(row: RestatementRow, { names, showsDue }: RowOptions): Restatement {
  return {
    id: row.id,
    sessionId: row.session_id,
    platformSessionId: row.platform_session_id,
    operator: operatorOf(row.operator_id, names),
    game: gameOf(row.game_id, names),
    reason: row.reason,
    amounts: toAmounts(sumsOfRow(row), showsDue),
    changedAt: row.changed_at.toISOString(),
    fetchedAt: row.fetched_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    recordedMonth: row.recorded_month.slice(0, 7),
  };
}

export const integrationOf = (id: number, names: References) => ({ id, name: integrationName(names, id) });
