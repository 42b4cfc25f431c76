import type { PlatformGame, PlatformOperator } from '@ludus/contract/operator-api';
import { type Insertable, sql } from 'kysely';
import { NotFoundError } from '../../platform/errors/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { IntegrationRow } from './integrations.repo.ts';
import type { IntegrationsTable, TokenKind } from './integrations.tables.ts';

// Ids come from sequences with 65,535 numbers at most, and a refused insert uses one up too: what is there already is
// therefore looked up first and never inserted "on conflict".

export async function insertIntegration(db: Db, row: Insertable<IntegrationsTable>): Promise<number> {
  const { id } = await db.insertInto('integrations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

type ServiceUrls = Pick<
  IntegrationsTable,
  'gaming_service_url' | 'data_service_url' | 'play_service_url' | 'launch_service_url'
>;

/** Writes the addresses where one of them differs. */
export async function updateUrls(db: Db, id: number, urls: ServiceUrls, now: Date): Promise<void> {
  const differs = Object.entries(urls).map(([column, url]) => sql<boolean>`${sql.ref(column)} <> ${url}`);
  await db
    .updateTable('integrations')
    .set({ ...urls, updated_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(${sql.join(differs, sql` OR `)})`)
    .execute();
}

export async function upsertToken(
  db: Db,
  integrationId: number,
  kind: TokenKind,
  sealed: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('integration_tokens')
    .values({ integration_id: integrationId, kind, sealed, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'kind']).doUpdateSet({ sealed, updated_at: now }),
    )
    .execute();
}

/** Answers whether there was one. */
export async function deleteToken(db: Db, integrationId: number, kind: TokenKind): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('integration_tokens')
    .where('integration_id', '=', integrationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Serialises changes to one integration, its operators and its games until the transaction ends. Others may still refer
 * to it meanwhile (a saved game links itself): those who delete it take the stronger lock.
 * @throws NotFoundError when it is gone
 */
export async function lockIntegration(db: Db, integrationId: number): Promise<IntegrationRow> {
  return found(await integrationOf(db, integrationId).forNoKeyUpdate().executeTakeFirst());
}

/** Keeps everybody from referring to an integration until the transaction ends. @throws NotFoundError when it is gone */
export async function lockIntegrationAlone(db: Db, integrationId: number): Promise<IntegrationRow> {
  return found(await integrationOf(db, integrationId).forUpdate().executeTakeFirst());
}

function integrationOf(db: Db, integrationId: number) {
  return db
    .selectFrom('integrations')
    .selectAll()
    .where('id', '=', integrationId)
    .where('deleted_at', 'is', null);
}

function found(row: IntegrationRow | undefined): IntegrationRow {
  if (row === undefined) throw new NotFoundError('Integration not found');
  return row;
}

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
  const made = await db
    .insertInto('platforms')
    .values(fresh.map((name) => ({ integration_id: integrationId, name })))
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of made) ids.set(name, id);
  return ids;
}

/**
 * Brings the active links up to what the platform offers: a game it plays is active, one it plays no more is visible
 * again. Links that are only visible stay, and games the hub does not know are answered as unknown.
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
