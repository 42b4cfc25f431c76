import type { PlatformGame, PlatformOperator } from '@ludus/contract/operator-api';
import type { Db } from '../../../infra/postgres/index.ts';

// Ids come from sequences with 65,535 numbers at most, and a refused insert uses one up too: what is there already is
// therefore looked up first and never inserted "on conflict".

export interface ListChanges {
  created: number;
  updated: number;
}

/** Makes the operators (and the brands they name) that are new, and brings names up to date; none is ever removed. */
export async function saveOperators(
  db: Db,
  integrationId: number,
  operators: readonly PlatformOperator[],
): Promise<ListChanges> {
  const platformIds = await savePlatforms(db, integrationId, operators);
  const known = new Map(
    (
      await db
        .selectFrom('operators')
        .select(['id', 'code', 'name', 'platform_id'])
        .where('integration_id', '=', integrationId)
        .execute()
    ).map((row) => [row.code, row]),
  );
  const wanted = [...new Map(operators.map((operator) => [operator.code, operator])).values()].map(
    ({ code, name, platform }) => ({
      code,
      name,
      platform_id: platform === null ? null : (platformIds.get(platform) ?? null),
    }),
  );
  const fresh = wanted.filter(({ code }) => !known.has(code));
  if (fresh.length > 0) {
    const rows = fresh.map((operator) => ({ ...operator, integration_id: integrationId }));
    await db.insertInto('operators').values(rows).execute();
  }
  let updated = 0;
  for (const { code, name, platform_id } of wanted) {
    const row = known.get(code);
    if (row === undefined || (row.name === name && row.platform_id === platform_id)) continue;
    await db.updateTable('operators').set({ name, platform_id }).where('id', '=', row.id).execute();
    updated += 1;
  }
  return { created: fresh.length, updated };
}

async function savePlatforms(
  db: Db,
  integrationId: number,
  operators: readonly PlatformOperator[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('platforms')
    .select(['id', 'name'])
    .where('integration_id', '=', integrationId)
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  const names = [...new Set(operators.map(({ platform }) => platform))];
  const fresh = names.filter((name): name is string => name !== null && !ids.has(name));
  if (fresh.length === 0) return ids;
  const inserted = await db
    .insertInto('platforms')
    .values(fresh.map((name) => ({ integration_id: integrationId, name })))
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of inserted) ids.set(name, id);
  return ids;
}

/**
 * Brings the active links up to what the platform offers: a game it plays is active, one it plays no more is visible
 * again. Links that are only visible stay, and games the hub does not know are returned as unknown.
 */
export async function saveActiveGames(
  db: Db,
  integrationId: number,
  offered: readonly PlatformGame[],
): Promise<ListChanges & { unknown: string[] }> {
  const games = await db
    .selectFrom('games')
    .leftJoin('integration_games as link', (join) =>
      join.onRef('link.game_id', '=', 'games.id').on('link.integration_id', '=', integrationId),
    )
    .select(['games.id', 'games.slug', 'link.game_id', 'link.is_active'])
    .execute();
  const since = new Map(offered.map((game) => [game.slug, new Date(game.activeSince)]));
  const changes = { created: 0, updated: 0, unknown: [] as string[] };
  for (const game of games) {
    const active = since.get(game.slug) ?? null;
    since.delete(game.slug);
    if (game.game_id === null) {
      if (active === null) continue;
      await db
        .insertInto('integration_games')
        .values({ integration_id: integrationId, game_id: game.id, is_active: active, is_requested: null })
        .execute();
      changes.created += 1;
    } else if (game.is_active?.getTime() !== active?.getTime()) {
      await db
        .updateTable('integration_games')
        .set({ is_active: active })
        .where('integration_id', '=', integrationId)
        .where('game_id', '=', game.id)
        .execute();
      changes.updated += 1;
    }
  }
  changes.unknown = [...since.keys()];
  return changes;
}
