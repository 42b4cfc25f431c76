import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { DocumentView } from './certificates.policy.ts';
import type { CertificatesTable } from './certificates.tables.ts';
import '../games/index.ts';
import '../integrations/index.ts';

export interface CertificateRow extends Selectable<CertificatesTable> {
  integration_name: string | null;
  /** Of the document that takes its place. */
  successor_name: string | null;
  successor_from: string | null;
  games: { id: number; name: string }[];
}

/**
 * Documents of a view, newest first. With a game that game's, with both also that integration's; with an integration
 * only its general ones. Games that the view does not show are left out of the rows.
 */
export async function findCertificates(
  db: Db,
  view: DocumentView,
  requested: { gameId?: number | undefined; integrationId?: number | undefined; ids?: readonly number[] },
): Promise<CertificateRow[]> {
  const { gameId = null, integrationId = null, ids = null } = requested;
  const own = view.kind === 'one' ? view.id : null;
  const { rows } = await sql<CertificateRow>`
    SELECT c.*, i.name AS integration_name, s.name AS successor_name, s.valid_from AS successor_from,
      coalesce(shown.games, '[]') AS games
    FROM certificates c
    LEFT JOIN integrations i ON i.id = c.integration_id
    LEFT JOIN certificates s ON s.id = c.replaced_by
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY lower(g.name), g.id) AS games,
        bool_or(g.id = ${gameId}) AS requested
      FROM certificate_games cg JOIN games g ON g.id = cg.game_id
      WHERE cg.certificate_id = c.id AND (${view.kind === 'all'} OR (g.is_catalog AND EXISTS (
        SELECT FROM integration_games l WHERE l.game_id = g.id AND l.integration_id = ${own})))
    ) AS shown ON true
    WHERE (${view.kind === 'all'} OR c.integration_id = ${own}
        OR (c.integration_id IS NULL AND shown.games IS NOT NULL))
      AND (${gameId}::integer IS NULL OR shown.requested)
      AND (${integrationId}::integer IS NULL OR c.integration_id = ${integrationId}
        OR (${gameId}::integer IS NOT NULL AND c.integration_id IS NULL))
      AND (${integrationId}::integer IS NULL OR ${gameId}::integer IS NOT NULL OR c.is_general)
      AND (${ids}::integer[] IS NULL OR c.id = ANY(${ids}::integer[]))
    ORDER BY c.updated_at DESC, c.id DESC`.execute(db);
  return rows;
}

/** Documents of each game that the view shows; games without any are left out. */
export async function countOfGames(
  db: Db,
  view: DocumentView,
  integrationId: number | null,
): Promise<{ gameId: number; count: number }[]> {
  const own = view.kind === 'one' ? view.id : null;
  const { rows } = await sql<{ gameId: number; count: number }>`
    SELECT cg.game_id AS "gameId", count(*)::integer AS count
    FROM certificate_games cg JOIN certificates c ON c.id = cg.certificate_id JOIN games g ON g.id = cg.game_id
    WHERE g.is_catalog
      AND (${view.kind === 'all'} OR ((c.integration_id IS NULL OR c.integration_id = ${own}) AND EXISTS (
        SELECT FROM integration_games l WHERE l.game_id = g.id AND l.integration_id = ${own})))
      AND (${integrationId}::integer IS NULL OR c.integration_id IS NULL OR c.integration_id = ${integrationId})
    GROUP BY cg.game_id ORDER BY cg.game_id`.execute(db);
  return rows;
}

/** Catalogue games of those ids that the view shows. */
export async function findGames(
  db: Db,
  view: DocumentView,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const own = view.kind === 'one' ? view.id : null;
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM games
    WHERE id = ANY(${ids}::integer[]) AND is_catalog AND (${view.kind === 'all'} OR EXISTS (
      SELECT FROM integration_games l WHERE l.game_id = games.id AND l.integration_id = ${own}))
    ORDER BY lower(name)`.execute(db);
  return rows;
}

export async function findIntegrationName(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('integrations')
    .select('name')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name;
}

export async function insertCertificate(
  tx: Db,
  row: Insertable<CertificatesTable>,
  gameIds: readonly number[],
): Promise<number> {
  const { id } = await tx.insertInto('certificates').values(row).returning('id').executeTakeFirstOrThrow();
  if (gameIds.length > 0) {
    await tx
      .insertInto('certificate_games')
      .values(gameIds.map((game_id) => ({ certificate_id: id, game_id })))
      .execute();
  }
  return id;
}

/** Returns whether the document was there. */
export async function updateCertificate(
  tx: Db,
  id: number,
  change: Updateable<CertificatesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts a document in another's place. Returns false when that has a successor already, or is gone. */
export async function setSuccessor(tx: Db, id: number, successorId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set({ replaced_by: successorId })
    .where('id', '=', id)
    .where('replaced_by', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findReplaced(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db
    .selectFrom('certificates')
    .select(['id', 'name'])
    .where('replaced_by', '=', id)
    .executeTakeFirst();
}

/** What makes two documents of a game the same one, as stored. */
export type DocumentKey = Pick<
  Insertable<CertificatesTable>,
  'name' | 'version' | 'document_type' | 'jurisdiction' | 'integration_id'
>;

/** Until the transaction ends no other process stores a document: two would both find that theirs is the only one. */
export async function lockDocuments(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('documents of games', 0))`.execute(tx);
}

/** A document without a successor that is the same for one of these games, with that game; `exceptId` is none. */
export async function findSame(
  tx: Db,
  { name, version = null, document_type, jurisdiction = null, integration_id }: DocumentKey,
  gameIds: readonly number[],
  exceptId: number | null,
): Promise<{ game: string } | undefined> {
  const { rows } = await sql<{ game: string }>`
    SELECT g.name AS game
    FROM certificates c
    JOIN certificate_games cg ON cg.certificate_id = c.id
    JOIN games g ON g.id = cg.game_id
    WHERE cg.game_id = ANY(${gameIds}::integer[]) AND c.replaced_by IS NULL
      AND c.id IS DISTINCT FROM ${exceptId}::integer
      AND lower(c.name) = lower(${name}::text) AND c.document_type = ${document_type}::text
      AND c.version IS NOT DISTINCT FROM ${version}::text
      AND c.jurisdiction IS NOT DISTINCT FROM ${jurisdiction}::text
      AND c.integration_id IS NOT DISTINCT FROM ${integration_id}::integer
    ORDER BY lower(g.name), g.id LIMIT 1`.execute(tx);
  return rows[0];
}

/** All games of a document, also those that are not in the catalogue. */
export async function findGameIds(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('certificate_games')
    .select('game_id')
    .where('certificate_id', '=', id)
    .execute();
  return rows.map(({ game_id }) => game_id);
}

/** Returns the keys of the files that nothing refers to any more. */
export async function deleteCertificates(tx: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.deleteFrom('certificates').where('id', 'in', ids).returning('file_key').execute();
  return rows.map(({ file_key }) => file_key);
}

/** Documents that are there for one game only. */
export async function findOnlyFor(tx: Db, gameId: number): Promise<number[]> {
  const { rows } = await sql<{ certificate_id: number }>`
    SELECT certificate_id FROM certificate_games
    GROUP BY certificate_id HAVING bool_and(game_id = ${gameId})`.execute(tx);
  return rows.map(({ certificate_id }) => certificate_id);
}

/** Documents of an integration, general ones and those of games. */
export async function findOfIntegration(tx: Db, integrationId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('certificates')
    .select('id')
    .where('integration_id', '=', integrationId)
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these keys a document has. */
export async function findKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('certificates')
    .select('file_key')
    .where('file_key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute();
  return new Set(rows.map(({ file_key }) => file_key));
}
