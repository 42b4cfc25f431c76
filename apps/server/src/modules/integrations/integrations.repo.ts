import { messageOf } from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import { NotFoundError } from '../../infra/errors/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import type {
  IntegrationsTable,
  IntegrationTokensTable,
  OperatorsTable,
  PlatformsTable,
  TokenKind,
} from './integrations.tables.ts';

export type IntegrationRow = Selectable<IntegrationsTable>;
export type OperatorRow = Selectable<OperatorsTable>;
export type PlatformRow = Selectable<PlatformsTable>;

/** Integrations by name. `ids` null is every one, `active` null is either state; deleted ones only when asked for. */
export function findIntegrations(
  db: Db,
  {
    ids,
    active,
    withDeleted = false,
  }: { ids: readonly number[] | null; active: boolean | null; withDeleted?: boolean },
): Promise<IntegrationRow[]> {
  return db
    .selectFrom('integrations')
    .selectAll()
    .$if(!withDeleted, (query) => query.where('deleted_at', 'is', null))
    .$if(ids !== null, (query) => query.where('id', '=', sql<number>`ANY(${ids}::integer[])`))
    .$if(active !== null, (query) => query.where('is_active', '=', active === true))
    .orderBy(sql`lower(name)`)
    .execute();
}

export function findOperators(db: Db, integrationIds: readonly number[] | null): Promise<OperatorRow[]> {
  return db
    .selectFrom('operators')
    .selectAll()
    .$if(integrationIds !== null, (query) =>
      query.where('integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export function findPlatforms(db: Db, integrationIds: readonly number[] | null): Promise<PlatformRow[]> {
  return db
    .selectFrom('platforms')
    .selectAll()
    .$if(integrationIds !== null, (query) =>
      query.where('integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export interface LinkedGameRow {
  integration_id: number;
  id: number;
  name: string;
  sub_name: string | null;
  slug: string;
  is_dev: boolean;
  is_catalog: boolean;
  is_active: Date | null;
  is_requested: Date | null;
}

/** Games linked to integrations; `finished` leaves out games in development and those outside the catalogue. */
export function findLinkedGames(
  db: Db,
  integrationIds: readonly number[] | null,
  { finished }: { finished: boolean },
): Promise<LinkedGameRow[]> {
  return db
    .selectFrom('integration_games as link')
    .innerJoin('games', 'games.id', 'link.game_id')
    .select([
      'link.integration_id',
      'link.is_active',
      'link.is_requested',
      'games.id',
      'games.name',
      'games.sub_name',
      'games.slug',
      'games.is_dev',
      'games.is_catalog',
    ])
    .$if(integrationIds !== null, (query) =>
      query.where('link.integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .$if(finished, (query) => query.where('games.is_dev', '=', false).where('games.is_catalog', '=', true))
    .orderBy(sql`lower(games.name)`)
    .orderBy('games.id')
    .execute();
}

export type TokenRow = Pick<Selectable<IntegrationTokensTable>, 'integration_id' | 'kind' | 'ciphertext'>;

export function findTokens(db: Db, integrationIds: readonly number[]): Promise<TokenRow[]> {
  return db
    .selectFrom('integration_tokens')
    .select(['integration_id', 'kind', 'ciphertext'])
    .where('integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`)
    .execute();
}

/** The tokens of all integrations. */
export function findAllTokens(db: Db): Promise<TokenRow[]> {
  return db.selectFrom('integration_tokens').select(['integration_id', 'kind', 'ciphertext']).execute();
}

/** Stores the same token, encrypted anew. */
export async function renewToken(
  db: Db,
  { integration_id, kind, ciphertext }: TokenRow,
  fresh: string,
): Promise<void> {
  await db
    .updateTable('integration_tokens')
    .set({ ciphertext: fresh })
    .where('integration_id', '=', integration_id)
    .where('kind', '=', kind)
    .where('ciphertext', '=', ciphertext)
    .execute();
}

/** Which tokens an integration has. */
export async function findTokenKinds(db: Db, integrationId: number): Promise<Set<TokenKind>> {
  const rows = await db
    .selectFrom('integration_tokens')
    .select('kind')
    .where('integration_id', '=', integrationId)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

/** Current and former names, in lower case as the database has it, with the integration each leads to. */
export function findNames(
  db: Db,
): Promise<{ name_key: string; id: number; name: string; is_active: boolean }[]> {
  return db
    .selectFrom('integration_names')
    .innerJoin('integrations', 'integrations.id', 'integration_names.integration_id')
    .select(['integration_names.name_key', 'integrations.id', 'integrations.name', 'integrations.is_active'])
    .execute();
}

/** When sessions were last fetched completely, over the given integrations (null is all). */
export async function findLastFetch(db: Db, integrationIds: readonly number[] | null): Promise<Date | null> {
  const row = await db
    .selectFrom('integration_fetches')
    .select((eb) => eb.fn.max('completed_at').as('at'))
    .$if(integrationIds !== null, (query) =>
      query.where('integration_id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Active integrations, or the active ones among the given, that were not fetched at this time or later, by name. */
export function findBehind(
  db: Db,
  integrationIds: readonly number[] | null,
  since: Date,
): Promise<{ id: number; name: string; completed_at: Date | null }[]> {
  return db
    .selectFrom('integrations')
    .leftJoin('integration_fetches', 'integration_fetches.integration_id', 'integrations.id')
    .select(['integrations.id', 'integrations.name', 'integration_fetches.completed_at'])
    .where('integrations.is_active', '=', true)
    .where(({ eb, or }) =>
      or([
        eb('integration_fetches.completed_at', 'is', null),
        eb('integration_fetches.completed_at', '<', since),
      ]),
    )
    .$if(integrationIds !== null, (query) =>
      query.where('integrations.id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .orderBy('integrations.name')
    .execute();
}

/** When the least fresh of the active integrations, or of the given ones, was fetched, and how many never were. */
export function findFreshness(
  db: Db,
  integrationIds: readonly number[] | null,
): Promise<{ as_of: Date | null; not_fetched: string | number | bigint }> {
  return db
    .selectFrom('integrations')
    .leftJoin('integration_fetches', 'integration_fetches.integration_id', 'integrations.id')
    .select((eb) => [
      eb.fn.min('integration_fetches.completed_at').as('as_of'),
      eb.fn.countAll().filterWhere('integration_fetches.completed_at', 'is', null).as('not_fetched'),
    ])
    .where((eb) =>
      integrationIds === null
        ? eb('integrations.is_active', '=', true)
        : eb('integrations.id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .executeTakeFirstOrThrow();
}

/** When each of the active integrations, or of the given ones, was last fetched, by name. */
export function findFetches(
  db: Db,
  integrationIds: readonly number[] | null,
): Promise<{ id: number; name: string; is_active: boolean; completed_at: Date | null }[]> {
  return db
    .selectFrom('integrations')
    .leftJoin('integration_fetches', 'integration_fetches.integration_id', 'integrations.id')
    .select([
      'integrations.id',
      'integrations.name',
      'integrations.is_active',
      'integration_fetches.completed_at',
    ])
    .where((eb) =>
      integrationIds === null
        ? eb('integrations.is_active', '=', true)
        : eb('integrations.id', '=', sql<number>`ANY(${integrationIds}::integer[])`),
    )
    .orderBy(sql`lower(integrations.name)`)
    .execute();
}

/** Notes a completed fetch; an earlier one never replaces a later one. */
export async function upsertFetchCompleted(db: Db, integrationId: number, at: Date): Promise<void> {
  await db
    .insertInto('integration_fetches')
    .values({ integration_id: integrationId, completed_at: at })
    .onConflict((conflict) =>
      conflict.column('integration_id').doUpdateSet({
        completed_at: sql<Date>`greatest(integration_fetches.completed_at, excluded.completed_at)`,
      }),
    )
    .execute();
}

export async function findIdByExternalIdentifier(db: Db, externalIdentifier: string): Promise<number | null> {
  const row = await db
    .selectFrom('integrations')
    .select('id')
    .where(sql<boolean>`lower(external_identifier) = lower(${externalIdentifier})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Serialises changes to one integration, its operators and its games until the transaction ends. Others may still refer
 * to it meanwhile (a saved game links itself): those who delete it take the stronger lock.
 * @throws NotFoundError when it is gone
 */
export async function lockIntegration(db: Db, integrationId: number): Promise<IntegrationRow> {
  return found(await integrationOf(db, integrationId).forNoKeyUpdate().executeTakeFirst());
}

/** Keeps everyone from referring to an integration until the transaction ends. @throws NotFoundError when it is gone */
export async function lockIntegrationForDeletion(db: Db, integrationId: number): Promise<IntegrationRow> {
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
  if (row === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  return row;
}
