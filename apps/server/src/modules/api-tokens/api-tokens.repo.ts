import type { TokenScope } from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { StoredApiToken } from '../../infra/auth/index.ts';
import type { Db, Tx } from '../../infra/postgres/index.ts';
import type { ApiTokensTable } from './api-tokens.tables.ts';

/** A token with the names of what it refers to. */
export interface ApiTokenRow extends Selectable<ApiTokensTable> {
  /** Null once the owner is gone. */
  username: string | null;
  integration: string | null;
}

/** Whose tokens are read: those of one person, and those that they administer. */
export interface TokenReader {
  userId: string;
  /** `all`: of everyone; an id: of the people of that integration. */
  administers: 'all' | number | null;
}

function readableBy({ userId, administers }: TokenReader) {
  if (administers === 'all') return sql<boolean>`true`;
  return sql<boolean>`(t.owner_id = ${userId} OR (NOT t.of_provider AND t.integration_id = ${administers}::integer))`;
}

/** The reader's own first, then the newest. */
export async function findTokens(db: Db, reader: TokenReader, id?: string): Promise<ApiTokenRow[]> {
  const { rows } = await sql<ApiTokenRow>`
    SELECT t.*, u.username, i.name AS integration
    FROM api_tokens t
    LEFT JOIN users u ON u.subject = t.owner_id
    LEFT JOIN integrations i ON i.id = t.integration_id
    WHERE ${readableBy(reader)} AND (${id ?? null}::text IS NULL OR t.id = ${id ?? null})
    ORDER BY t.owner_id <> ${reader.userId}, t.created_at DESC, t.id`.execute(db);
  return rows;
}

/** A token as calls are checked by it, with its integration while that is active. */
export async function findStoredToken(db: Db, id: string): Promise<StoredApiToken | undefined> {
  const row = await db
    .selectFrom('api_tokens as t')
    .leftJoin('integrations as i', (join) =>
      join.onRef('i.id', '=', 't.integration_id').on('i.is_active', '=', true),
    )
    .selectAll('t')
    .select('i.name as integration')
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { old_secret_hash: hash, old_issued_at: issuedAt, old_secret_until: validUntil } = row;
  const old = hash && issuedAt && validUntil ? [{ hash, issuedAt, validUntil }] : [];
  return {
    id: row.id,
    ownerId: row.owner_id,
    isOfProvider: row.of_provider,
    integrationId: row.integration_id,
    integration:
      row.integration_id === null || row.integration === null
        ? null
        : { id: row.integration_id, name: row.integration },
    scopes: row.scopes,
    secrets: [{ hash: row.secret_hash, issuedAt: row.issued_at, validUntil: row.expires_at }, ...old],
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
  };
}

/** Returns how many tokens someone has; until the transaction ends no other one adds any. */
export async function countTokensForUpdate(tx: Tx, ownerId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api tokens of ${ownerId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('api_tokens')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface NewSecret {
  hash: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

export interface NewToken extends NewSecret {
  id: string;
  name: string;
  ownerId: string;
  isOfProvider: boolean;
  integrationId: number | null;
  scopes: readonly TokenScope[];
  days: number;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx
    .insertInto('api_tokens')
    .values({
      id: token.id,
      name: token.name,
      owner_id: token.ownerId,
      of_provider: token.isOfProvider,
      integration_id: token.integrationId,
      scopes: [...token.scopes],
      days: token.days,
      created_at: token.issuedAt,
      secret_hash: token.hash,
      issued_at: token.issuedAt,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Gives a token of someone a new secret. The one until now is valid until `oldUntil`, or not at all once it has expired. */
export async function renewToken(
  tx: Tx,
  { id, ownerId }: { id: string; ownerId: string },
  { hash, issuedAt, expiresAt, oldUntil }: NewSecret & { oldUntil: Date },
): Promise<boolean> {
  const isValid = sql<boolean>`expires_at > ${issuedAt}`;
  const result = await tx
    .updateTable('api_tokens')
    .set({
      old_secret_hash: sql`CASE WHEN ${isValid} THEN secret_hash END`,
      old_issued_at: sql`CASE WHEN ${isValid} THEN issued_at END`,
      old_secret_until: sql`CASE WHEN ${isValid} THEN least(expires_at, ${oldUntil}::timestamptz) END`,
      secret_hash: hash,
      issued_at: issuedAt,
      expires_at: expiresAt,
    })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteToken(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('api_tokens').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function saveUse(db: Db, id: string, at: Date, address: string): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: at, last_used_from: address })
    .where('id', '=', id)
    .execute();
}
