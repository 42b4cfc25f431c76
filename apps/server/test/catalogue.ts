import type { Role } from '@ludus/contract';
import { type Actor, type ActorIntegration, actorFromIdentity } from '../src/infra/access/index.ts';
import type { Db } from '../src/infra/postgres/index.ts';
import type { GamesTable, IntegrationGamesTable, MediumRole } from '../src/modules/games/index.ts';
import type { IntegrationsTable } from '../src/modules/integrations/index.ts';
import '../src/modules/media/index.ts';

/** Someone of a role, at an integration where the role needs one. */
export function actorOf(role: Role, integration: ActorIntegration | null = null): Actor {
  const username = `${integration?.name.toLowerCase() ?? 'ludus'}.${role}`;
  return actorFromIdentity(
    { userId: `id of ${username}`, username, email: `${username}@example.com`, roles: [role] },
    integration,
  );
}

/** An integration whose services are nowhere. */
export async function addIntegration(
  db: Db,
  name: string,
  values: Partial<Pick<IntegrationsTable, 'version'>> & { is_active?: boolean; serviceUrl?: string } = {},
): Promise<ActorIntegration> {
  const { serviceUrl = `http://${name.toLowerCase()}.invalid`, ...columns } = values;
  const { id } = await db
    .insertInto('integrations')
    .values({
      version: 'GAI2',
      ...columns,
      name,
      external_identifier: `platform-${name.toLowerCase()}`,
      provider_id: null,
      gaming_service_url: `${serviceUrl}/gaming`,
      data_service_url: `${serviceUrl}/data`,
      play_service_url: `${serviceUrl}/play`,
      launch_service_url: `${serviceUrl}/launch`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name };
}

/** An operator; with a brand's name, of that brand. */
export async function addOperator(
  db: Db,
  integrationId: number,
  code: string,
  brand: string | null = null,
): Promise<{ id: number; code: string; platformId: number | null }> {
  const platform =
    brand === null
      ? null
      : await db
          .insertInto('platforms')
          .values({ integration_id: integrationId, name: brand })
          .onConflict((conflict) => conflict.columns(['integration_id', 'name']).doUpdateSet({ name: brand }))
          .returning('id')
          .executeTakeFirstOrThrow();
  const platformId = platform?.id ?? null;
  const { id } = await db
    .insertInto('operators')
    .values({ integration_id: integrationId, code, name: `Operator ${code}`, platform_id: platformId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code, platformId };
}

/** A finished catalogue game by default. */
export async function addGame(
  db: Db,
  slug: string,
  values: Partial<Pick<GamesTable, 'sub_name' | 'max_bet_cents'>> & {
    max_exposure_cents?: string;
    is_dev?: boolean;
    is_catalog?: boolean;
  } = {},
): Promise<number> {
  const row = {
    name: slug.replaceAll('_', ' '),
    sub_name: null,
    slug,
    external_identifier: null,
    provider_id: null,
    rtp: '95.12',
    hit_frequency: null,
    max_multiplier_win: null,
    max_bet_cents: 10_000,
    min_bet_cents: 10,
    max_exposure_cents: null,
    release_date: '2026-03-29',
    ...values,
  };
  const { id } = await db
    .insertInto('games')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Links a game to an integration: played there (`active`), only to be seen, or asked for. */
export async function linkGame(
  db: Db,
  integrationId: number,
  gameId: number,
  state: 'active' | 'visible' | 'requested' = 'active',
): Promise<void> {
  const since = new Date('2026-05-01T10:00:00Z');
  const link: Omit<IntegrationGamesTable, 'created_at'> = {
    integration_id: integrationId,
    game_id: gameId,
    is_active: state === 'active' ? since : null,
    is_requested: state === 'requested' ? since : null,
  };
  await db.insertInto('integration_games').values(link).execute();
}

/** A medium of a game: an address for docs and assets, else a stored picture with its renderings. */
export async function addMedium(
  db: Db,
  gameId: number,
  role: MediumRole,
  { position = 0, variants = [] as readonly number[] } = {},
): Promise<number> {
  const isAddress = role === 'docs' || role === 'assets';
  const hash = [gameId, role, position].join(' ');
  const file_hash = isAddress ? null : Buffer.from(hash).toString('hex').padEnd(64, '0').slice(0, 64);
  if (file_hash !== null) {
    await db
      .insertInto('media_files')
      .values({
        hash: file_hash,
        name: `${role}.webp`,
        content_type: 'image/webp',
        bytes: 1,
        width: 1242,
        height: 1464,
      })
      .execute();
    for (const width of variants) {
      await db
        .insertInto('media_variants')
        .values({ hash: file_hash, width, name: `${width}w.webp`, bytes: 1 })
        .execute();
    }
  }
  const { id } = await db
    .insertInto('game_media')
    .values({
      game_id: gameId,
      role,
      media_type: isAddress ? role : 'gallery',
      position,
      file_hash,
      url: isAddress ? `https://files.example.com/${gameId}/${role}` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
