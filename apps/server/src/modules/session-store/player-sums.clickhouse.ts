import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { zone } from '../../infra/clock/index.ts';
import type { Aggregates } from './aggregates.types.ts';
import { type MeasureName, measures } from './rollup.schema.ts';
import { applyScope } from './row-scope.ts';
import type { IntegrationScope } from './session-store.types.ts';
import { currentSessions, idList } from './sessions.clickhouse.ts';

/** What a player has played of a game in a month. */
export interface PlayerSums extends Aggregates {
  gameId: number;
  /** 202610 */
  month: number;
  sessionType: 1 | 4;
  /** By creation, the smaller id first where two were created together. */
  first: { id: string; createdAt: Date };
  last: { id: string; createdAt: Date };
}

export interface PlayerSumsQueries {
  /** Sums of all sessions of a user id at an integration, by game, month and type; empty for one that is not in the scope. */
  sum(scope: IntegrationScope, integrationId: number, userId: string): Promise<PlayerSums[]>;
}

type SumsRecord = Record<`sum_${MeasureName}` | 'first_ms' | 'last_ms', string> & {
  game_id: number;
  month: number;
  session_type: number;
  first_id: string;
  last_id: string;
};

/** Names of sums begin otherwise than columns: the statement would read a sum where it names the column. */
const sumsColumns = [
  'game_id',
  'session_type',
  `toYYYYMM(created_at, '${zone}') AS month`,
  ...measures.map(({ name, fromSessions }) => `toInt64(${fromSessions}) AS sum_${name}`),
  'argMin(id, (created_at, id)) AS first_id',
  'argMax(id, (created_at, id)) AS last_id',
  'toUnixTimestamp64Milli(min(created_at)) AS first_ms',
  'toUnixTimestamp64Milli(max(created_at)) AS last_ms',
].join(', ');

/**
 * The rollup knows players only by their number in a bitmap: these sums read the player's own sessions, whose keys the narrow table
 * of players has, so that it takes what the player has played and not what the hub holds.
 */
export function createPlayerSums(
  clickhouse: ClickHouse,
  findNumbers: (userId: string) => Promise<readonly number[]>,
): PlayerSumsQueries {
  return {
    async sum(scope, integrationId, userId) {
      if (applyScope({ integrations: [integrationId] }, scope) === null) return [];
      const numbers = await findNumbers(userId);
      if (numbers.length === 0) return [];
      const list = idList(numbers);
      const own = idList([integrationId]);
      const rows = await clickhouse.rows<SumsRecord>(
        currentSessions(
          sumsColumns,
          `(integration_id, created_at) GLOBAL IN
             (SELECT integration_id, created_at FROM session_users_v1 WHERE user_id IN ${list} AND integration_id IN ${own})
           AND user_id IN ${list} AND integration_id IN ${own}`,
          'GROUP BY game_id, session_type, month ORDER BY month, game_id, session_type',
        ),
        { label: 'session-store.player', timeoutMs: 60_000, settings: { use_skip_indexes: 0 } },
      );
      return rows.map(toSums);
    },
  };
}

function toSums(record: SumsRecord): PlayerSums {
  const sums = Object.fromEntries(measures.map(({ name }) => [name, BigInt(record[`sum_${name}`])]));
  return {
    ...(sums as Record<MeasureName, bigint>),
    players: 1,
    gameId: record.game_id,
    month: record.month,
    sessionType: record.session_type === 4 ? 4 : 1,
    first: { id: record.first_id, createdAt: new Date(Number(record.first_ms)) },
    last: { id: record.last_id, createdAt: new Date(Number(record.last_ms)) },
  };
}
