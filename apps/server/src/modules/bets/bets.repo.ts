import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { BetsPlace } from './bets.gaming-service.ts';
import type { BetChangesTable } from './bets.tables.ts';

export type BetChange = Selectable<BetChangesTable>;

const columnsOf = (place: BetsPlace) => ({
  integration_id: place.integrationId,
  operator_code: place.operatorCode,
  game_slug: place.gameSlug,
});

/** The new row's id; undefined while another change of the same list is under way. */
export async function insertChange(
  db: Db,
  place: BetsPlace,
  values: Omit<
    Insertable<BetChangesTable>,
    'id' | 'state' | 'old_bets' | 'integration_id' | 'operator_code' | 'game_slug'
  >,
): Promise<string | undefined> {
  const row = await db
    .insertInto('bet_changes')
    .values({ ...columnsOf(place), ...values, state: 'checking' })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'operator_code', 'game_slug'])
        .where('state', '<>', 'lost')
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateRequested(db: Db, id: string, oldBets: readonly number[]): Promise<void> {
  await db
    .updateTable('bet_changes')
    .set({ state: 'requested', old_bets: JSON.stringify(oldBets) })
    .where('id', '=', id)
    .execute();
}

export async function updateLost(db: Db, id: string): Promise<void> {
  await db.updateTable('bet_changes').set({ state: 'lost' }).where('id', '=', id).execute();
}

/** Takes a change out; undefined when someone else has done so already. */
export function deleteChange(db: Db, id: string): Promise<BetChange | undefined> {
  return db.deleteFrom('bet_changes').where('id', '=', id).returningAll().executeTakeFirst();
}

/** Takes out lost changes of a list that came before a change which is known to be done. */
export async function deleteOlderLost(db: Db, change: BetChange): Promise<void> {
  await db
    .deleteFrom('bet_changes')
    .where('state', '=', 'lost')
    .where('integration_id', '=', change.integration_id)
    .where('operator_code', '=', change.operator_code)
    .where('game_slug', '=', change.game_slug)
    .where('id', '<', change.id)
    .execute();
}

/** Changes whose process went away under them: what was asked for is lost from now on, what was not is taken out. */
export async function releaseAbandoned(db: Db, startedBefore: Date): Promise<void> {
  await db
    .deleteFrom('bet_changes')
    .where('state', '=', 'checking')
    .where('started_at', '<', startedBefore)
    .execute();
  await db
    .updateTable('bet_changes')
    .set({ state: 'lost' })
    .where('state', '=', 'requested')
    .where('started_at', '<', startedBefore)
    .execute();
}

/** The largest bet of a game in cents; null where it names none. */
export async function findMaxBet(db: Db, gameId: number): Promise<number | null> {
  const row = await db
    .selectFrom('games')
    .select('max_bet_cents')
    .where('id', '=', gameId)
    .executeTakeFirst();
  return row?.max_bet_cents ?? null;
}

/** Lost changes, the latest first; of one list when a place is given. */
export function findLost(db: Db, place?: BetsPlace): Promise<BetChange[]> {
  let query = db.selectFrom('bet_changes').selectAll().where('state', '=', 'lost');
  if (place !== undefined) {
    query = query
      .where('integration_id', '=', place.integrationId)
      .where('operator_code', '=', place.operatorCode)
      .where('game_slug', '=', place.gameSlug);
  }
  return query.orderBy('id', 'desc').execute();
}
