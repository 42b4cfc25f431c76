/** Copies of the sessions of closed months, and what the sessions are by now. */
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { zone } from '../../infra/clock/index.ts';
import type { Period } from './aggregates.types.ts';
import { currentSessions, idList, instantSql } from './sessions.clickhouse.ts';

/** Sums over sessions, or by how much they differ. Integer cents and counts. */
export interface SessionSums {
  sessions: bigint;
  open: bigint;
  bet: bigint;
  win: bigint;
  netWin: bigint;
  due: bigint;
  rounds: bigint;
}

/** Figures of a copy by operator and game; 0 is all of them. Players are distinct in each row. */
export interface ClosedFigures extends SessionSums {
  operatorId: number;
  gameId: number;
  players: number;
}

/** By how much a session differs from its copy. One that has no copy differs by all that it is. */
export interface ClosedDifference extends SessionSums {
  /** The hub's id. */
  id: string;
  operatorId: number;
  gameId: number;
}

/** Real sessions of one integration, created in a month. */
export interface ClosedMonth {
  integrationId: number;
  period: Period;
}

export interface ClosedSessions {
  /** Copies the sessions as they are, under a number that no copy has. One statement: it sees one state of them. */
  copy(closing: number, month: ClosedMonth): Promise<void>;
  /** Sums a copy up: by operator and game, by each of the two, and all. */
  sum(closing: number): Promise<ClosedFigures[]>;
  /** Returns every session that differs from its copy, in the order of ids. */
  compare(closing: number, month: ClosedMonth): Promise<ClosedDifference[]>;
  /** Removes a copy. */
  drop(closing: number): Promise<void>;
  /** The number of the latest write of sessions of each integration and month (`2026-10`), where it is later than `after`. */
  findLatestWrites(
    integrations: readonly number[],
    period: Period,
    after: bigint,
  ): Promise<{ integrationId: number; month: string; write: bigint }[]>;
}

const longMs = 600_000;
/** More than a month of the largest integration can have corrected: beyond it something else is wrong. */
const maxDifferences = 1_000_000;

const amounts = ['bet', 'win', 'net_win', 'amount_due', 'rounds'] as const;
const copied = `id, operator_id, game_id, user_id, is_open, ${amounts.join(', ')}`;

const number = (closing: number) => idList([closing]).slice(1, -1);

function monthSql({ integrationId, period }: ClosedMonth): string {
  return `integration_id IN ${idList([integrationId])} AND session_type = 1
    AND created_at >= ${instantSql(period.from.getTime())} AND created_at < ${instantSql(period.to.getTime())}`;
}

type SumsRecord = Record<'sessions' | 'open_sessions' | (typeof amounts)[number], string>;
const sumsOf = (record: SumsRecord): SessionSums => ({
  sessions: BigInt(record.sessions),
  open: BigInt(record.open_sessions),
  bet: BigInt(record.bet),
  win: BigInt(record.win),
  netWin: BigInt(record.net_win),
  due: BigInt(record.amount_due),
  rounds: BigInt(record.rounds),
});

/** The parts are named otherwise than the sums, so that no sum is taken of a sum. */
const signedColumns = (sign: 1 | -1) =>
  `id, operator_id, game_id, toInt64(${sign}) AS s_sessions, toInt64(${sign} * is_open) AS s_open,
   ${amounts.map((column) => `toInt64(${sign} * ${column}) AS s_${column}`).join(', ')}`;
const signedSums = `toInt64(sum(s_sessions)) AS sessions, toInt64(sum(s_open)) AS open_sessions,
  ${amounts.map((column) => `toInt64(sum(s_${column})) AS ${column}`).join(', ')}`;

export function createClosedSessions(clickhouse: ClickHouse): ClosedSessions {
  return {
    async copy(closing, month) {
      await clickhouse.command(
        `INSERT INTO closed_sessions_v1 (closing, ${copied})
         SELECT toUInt32(${number(closing)}), ${copied} FROM (${currentSessions(copied, monthSql(month))})`,
        {
          label: 'session-store.closed.copy',
          timeoutMs: longMs,
        },
      );
    },

    async sum(closing) {
      const records = await clickhouse.rows<
        SumsRecord & { operator_id: number; game_id: number; players: string }
      >(
        `SELECT operator_id, game_id, toInt64(count()) AS sessions, toInt64(sum(is_open)) AS open_sessions,
           ${amounts.map((column) => `toInt64(sum(closed.${column})) AS ${column}`).join(', ')},
           toInt64(uniqExact(user_id)) AS players
         FROM closed_sessions_v1 AS closed WHERE closing = ${number(closing)}
         GROUP BY GROUPING SETS ((operator_id, game_id), (operator_id), (game_id), ())
         ORDER BY operator_id, game_id`,
        { label: 'session-store.closed.sum', timeoutMs: longMs, maxRows: maxDifferences },
      );
      return records.map((record) => ({
        operatorId: record.operator_id,
        gameId: record.game_id,
        ...sumsOf(record),
        players: Number(record.players),
      }));
    },

    async compare(closing, month) {
      const records = await clickhouse.rows<
        SumsRecord & { id: string; operator_id: number; game_id: number }
      >(
        `SELECT id, any(operator_id) AS operator_id, any(game_id) AS game_id, ${signedSums}
         FROM (
           SELECT ${signedColumns(-1)} FROM closed_sessions_v1 WHERE closing = ${number(closing)}
           UNION ALL ${currentSessions(signedColumns(1), monthSql(month))}
         )
         GROUP BY id
         HAVING ${['sessions', 'open_sessions', ...amounts].map((column) => `${column} != 0`).join(' OR ')}
         ORDER BY id`,
        {
          label: 'session-store.closed.compare',
          timeoutMs: longMs,
          maxRows: maxDifferences,
          settings: { max_bytes_before_external_group_by: 500_000_000 },
        },
      );
      return records.map((record) => ({
        id: record.id,
        operatorId: record.operator_id,
        gameId: record.game_id,
        ...sumsOf(record),
      }));
    },

    drop: (closing) =>
      clickhouse.changeRows('closed_sessions_v1', `DROP PARTITION ${number(closing)}`, {
        label: 'session-store.closed.drop',
        timeoutMs: longMs,
      }),

    async findLatestWrites(integrations, period, after) {
      if (integrations.length === 0) return [];
      const records = await clickhouse.rows<{ integration_id: number; month: string; latest: string }>(
        // Without FINAL: a state that another one has replaced was a write as well.
        `SELECT integration_id, formatDateTime(toStartOfMonth(created_at, '${zone}'), '%Y-%m') AS month,
           toInt64(max(write_number)) AS latest
         FROM sessions_v1
         WHERE integration_id IN ${idList(integrations)} AND write_number > ${BigInt(after)} AND session_type = 1
           AND created_at >= ${instantSql(period.from.getTime())} AND created_at < ${instantSql(period.to.getTime())}
         GROUP BY integration_id, month`,
        { label: 'session-store.closed.writes', timeoutMs: 120_000 },
      );
      return records.map(({ integration_id, month, latest }) => ({
        integrationId: integration_id,
        month,
        write: BigInt(latest),
      }));
    },
  };
}
