import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { findGreatestNumber } from '../players.clickhouse.ts';
import { countUnknownPlayers, readPlayers } from './integrity.clickhouse.ts';
import {
  deleteIndexedPlayers,
  insertIndexedPlayers,
  type NumberedPlayer,
  raisePlayerNumbers,
  selectGreatestIndexed,
  selectIndexedPlayers,
} from './integrity.repo.ts';

interface Stores {
  postgres: Postgres;
  clickhouse: ClickHouse;
}

/** How the dictionary of players fits its index and the sessions. */
export interface PlayersComparison {
  players: number;
  /** Players of the dictionary that the index lacks or has with another number. */
  notInIndex: number;
  /** Players of the index that the dictionary lacks or has with another number. */
  onlyInIndex: number;
  /** Numbers that two players share: their sessions cannot be distinguished. */
  shared: number;
  /** Numbers that sessions carry and no player has. */
  unknown: number;
}

const numbersPerRead = 50_000;

/** Compares every player of the dictionary with the index in PostgreSQL, and the numbers of all sessions with both. */
export async function comparePlayers(stores: Stores): Promise<PlayersComparison> {
  const result: PlayersComparison = { players: 0, notInIndex: 0, onlyInIndex: 0, shared: 0, unknown: 0 };
  const greatest = await findGreatest(stores);
  for (let from = 0; from <= greatest; from += numbersPerRead) {
    const to = from + numbersPerRead;
    const [stored, indexed] = await Promise.all([
      readPlayers(stores.clickhouse, from, to),
      selectIndexedPlayers(stores.postgres.db, from, to),
    ]);
    const [storedNames, indexedNames] = [namesByNumber(stored), namesByNumber(indexed)];
    result.players += stored.length;
    result.shared += stored.length - storedNames.size;
    result.notInIndex += countOthers(stored, indexedNames);
    result.onlyInIndex += countOthers(indexed, storedNames);
  }
  result.unknown = await countUnknownPlayers(stores.clickhouse);
  return result;
}

/** Makes the index in PostgreSQL anew from the dictionary. Only while no one fetches. */
export async function rebuildPlayersIndex(stores: Stores): Promise<void> {
  const greatest = await findGreatest(stores);
  await stores.postgres.transaction(async (tx) => {
    await deleteIndexedPlayers(tx);
    for (let from = 0; from <= greatest; from += numbersPerRead) {
      await insertIndexedPlayers(tx, await readPlayers(stores.clickhouse, from, from + numbersPerRead));
    }
    await raisePlayerNumbers(tx, greatest);
  });
}

async function findGreatest({ postgres, clickhouse }: Stores): Promise<number> {
  return Math.max(await findGreatestNumber(clickhouse), await selectGreatestIndexed(postgres.db));
}

const nameOf = ({ integration_id, user_id }: NumberedPlayer) => `${integration_id}:${user_id}`;

const namesByNumber = (players: readonly NumberedPlayer[]) =>
  new Map(players.map((player) => [player.number, nameOf(player)]));

const countOthers = (players: readonly NumberedPlayer[], names: ReadonlyMap<number, string>) =>
  players.filter((player) => names.get(player.number) !== nameOf(player)).length;
