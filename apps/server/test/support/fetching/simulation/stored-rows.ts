import type { ClickHouse } from '../../../../src/infra/clickhouse/index.ts';

/** A session as it is stored, read past the queries of the product. */
export interface StoredRow {
  id: string;
  session_id: string;
  integration_id: number;
  /** Empty where the dictionary does not know the number. */
  user: string;
  game_id: number;
  operator_id: number;
  session_type: 1 | 4;
  is_open: number;
  rounds: number;
  bet: string;
  win: string;
  net_win: string;
  amount_due: string;
  created_ms: string;
  updated_ms: string;
}

/** Reads the latest state of every session. */
export async function readStoredRows(clickhouse: ClickHouse): Promise<StoredRow[]> {
  const label = 'simulation.sessions';
  const [rows, players] = await Promise.all([
    clickhouse.rows<Omit<StoredRow, 'user'> & { user_id: number }>(
      `SELECT id, session_id, integration_id, user_id, game_id, operator_id, session_type, is_open, rounds, bet, win, net_win,
         amount_due, toUnixTimestamp64Milli(created_at) AS created_ms, toUnixTimestamp64Milli(updated_at) AS updated_ms
       FROM sessions_v1 FINAL`,
      { label },
    ),
    clickhouse.rows<{ integration_id: number; number: number; user_id: string }>(
      'SELECT integration_id, number, user_id FROM players_v1 FINAL',
      { label },
    ),
  ]);
  const key = (integrationId: number, number: number) => `${integrationId} ${number}`;
  const users = new Map(
    players.map(({ integration_id, number, user_id }) => [key(integration_id, number), user_id]),
  );
  return rows.map(({ user_id, ...row }) => ({
    ...row,
    user: users.get(key(row.integration_id, user_id)) ?? '',
  }));
}
