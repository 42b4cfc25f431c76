import type { ClickHouse } from '../../infra/clickhouse/index.ts';

/** Most user ids in one look-up; the statement contains them all. */
const lookupSize = 20_000;

/** Returns the numbers that the dictionary has for user ids of one integration. */
export async function findStoredNumbers(
  clickhouse: ClickHouse,
  integrationId: number,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  for (let start = 0; start < userIds.length; start += lookupSize) {
    const part = userIds.slice(start, start + lookupSize);
    const rows = await clickhouse.rows<{ user_id: string; number: number }>(
      `SELECT user_id, max(number) AS number FROM players_v1
       WHERE integration_id = {integration:UInt16} AND user_id IN {users:Array(String)}
       GROUP BY user_id`,
      {
        label: 'session-store.players.find',
        params: { integration: integrationId, users: part },
        timeoutMs: 120_000,
      },
    );
    for (const { user_id, number } of rows) numbers.set(user_id, number);
  }
  return numbers;
}

/** Returns the greatest number of all players; 0 without one. */
export async function findGreatestNumber(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.rows<{ greatest: number }>(
    'SELECT max(number) AS greatest FROM players_v1',
    { label: 'session-store.players.greatest' },
  );
  return row?.greatest ?? 0;
}

/** Adds players of one integration to the dictionary; they are stored when this returns. */
export async function insertPlayers(
  clickhouse: ClickHouse,
  integrationId: number,
  numbers: ReadonlyMap<string, number>,
): Promise<void> {
  const lines = [...numbers].map(
    ([user_id, number]) => `${JSON.stringify({ integration_id: integrationId, user_id, number })}\n`,
  );
  await clickhouse.insertLines('players_v1', Buffer.from(lines.join('')), {
    label: 'session-store.players.insert',
  });
}
