import { sql } from 'kysely';
import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';

/** How the dictionary of players fits its index and the sessions; all 0 when nothing is wrong. */
export interface PlayersComparison {
  players: number;
  /** Players of the dictionary that the index lacks or has with another number. */
  notInIndex: number;
  /** Players of the index that the dictionary lacks. */
  onlyInIndex: number;
  /** Numbers that two players share: their sessions cannot be told apart. */
  shared: number;
  /** Numbers that sessions carry and no player has. */
  unknown: number;
}

interface Player {
  number: number;
  integration_id: number;
  user_id: string;
}

const numbersPerRead = 50_000;

/** Compares every player of the dictionary with the index in PostgreSQL, and the numbers of all sessions with both. */
export async function comparePlayers({
  postgres,
  clickhouse,
}: {
  postgres: Postgres;
  clickhouse: ClickHouse;
}): Promise<PlayersComparison> {
  const result: PlayersComparison = { players: 0, notInIndex: 0, onlyInIndex: 0, shared: 0, unknown: 0 };
  for (let from = 0; from <= (await greatestNumber(postgres, clickhouse)); from += numbersPerRead) {
    const [stored, indexed] = await Promise.all([
      readDictionary(clickhouse, from),
      readIndex(postgres, from),
    ]);
    const names = new Map<number, string>();
    for (const player of stored) {
      if (names.has(player.number)) result.shared += 1;
      names.set(player.number, nameOf(player));
    }
    const indexedNames = new Map(indexed.map((player) => [player.number, nameOf(player)]));
    result.players += stored.length;
    result.notInIndex += stored.filter((player) => indexedNames.get(player.number) !== nameOf(player)).length;
    result.onlyInIndex += indexed.filter((player) => names.get(player.number) !== nameOf(player)).length;
  }
  result.unknown = await countUnknown(clickhouse);
  return result;
}

/** Makes the index in PostgreSQL anew from the dictionary. Only while no one fetches. */
export async function rebuildPlayersIndex({
  postgres,
  clickhouse,
}: {
  postgres: Postgres;
  clickhouse: ClickHouse;
}): Promise<void> {
  const greatest = await greatestNumber(postgres, clickhouse);
  await postgres.transaction(async (tx) => {
    await tx.deleteFrom('players').execute();
    for (let from = 0; from <= greatest; from += numbersPerRead) {
      const players = await readDictionary(clickhouse, from);
      await sql`
        INSERT INTO players (id, integration_id, user_id)
        SELECT * FROM unnest(
          ${players.map(({ number }) => number)}::int[], ${players.map(({ integration_id }) => integration_id)}::int[],
          ${players.map(({ user_id }) => user_id)}::text[]
        )`.execute(tx);
    }
    // A number that was ever given is never given again, also where its player is gone.
    await sql`SELECT setval('player_numbers', greatest(last_value, ${Math.max(1, greatest)})) FROM player_numbers`.execute(
      tx,
    );
  });
}

const nameOf = ({ integration_id, user_id }: Player) => `${integration_id}:${user_id}`;

async function greatestNumber(postgres: Postgres, clickhouse: ClickHouse): Promise<number> {
  const [[stored], indexed] = await Promise.all([
    clickhouse.rows<{ number: number }>('SELECT max(number) AS number FROM players_v1', {
      label: 'session-store.verify.players',
    }),
    postgres.db
      .selectFrom('players')
      .select(({ fn }) => fn.max('id').as('number'))
      .executeTakeFirst(),
  ]);
  return Math.max(stored?.number ?? 0, indexed?.number ?? 0);
}

function readDictionary(clickhouse: ClickHouse, from: number): Promise<Player[]> {
  return clickhouse.rows<Player>(
    `SELECT integration_id, user_id, number FROM players_v1 FINAL
     WHERE number >= {from:UInt32} AND number < {to:UInt32} ORDER BY number`,
    {
      label: 'session-store.verify.players',
      params: { from, to: from + numbersPerRead },
      timeoutMs: 120_000,
    },
  );
}

async function readIndex(postgres: Postgres, from: number): Promise<Player[]> {
  return postgres.db
    .selectFrom('players')
    .select(['id as number', 'integration_id', 'user_id'])
    .where('id', '>=', from)
    .where('id', '<', from + numbersPerRead)
    .execute();
}

async function countUnknown(clickhouse: ClickHouse): Promise<number> {
  const [row] = await clickhouse.rows<{ count: string }>(
    `SELECT count() AS count FROM (SELECT DISTINCT integration_id, user_id FROM sessions_v1)
     WHERE (integration_id, user_id) NOT IN (SELECT integration_id, number FROM players_v1 FINAL)`,
    { label: 'session-store.verify.players', timeoutMs: 300_000 },
  );
  return Number(row?.count ?? 0);
}
