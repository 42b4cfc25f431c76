import { type Message, messageOf } from '@ludus/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import pg from 'pg';
import { ConflictError } from '../../../infra/errors/index.ts';
import type { Db } from '../../../infra/postgres/index.ts';
import type { IntegrationsTable, TokenKind } from '../integrations.tables.ts';

const duplicateTexts: Record<string, { field: string; message: Message }> = {
  integrations_name: { field: 'name', message: messageOf('fields.integrationNameTaken') },
  integrations_external_identifier: {
    field: 'externalIdentifier',
    message: messageOf('fields.identifierTaken'),
  },
};

/** The transaction is lost when it throws. @throws ConflictError when a name or an identifier is another's */
async function refuseDuplicates<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const known = error instanceof pg.DatabaseError ? duplicateTexts[error.constraint ?? ''] : undefined;
    if (known === undefined) throw error;
    throw new ConflictError(known.message, { fields: { [known.field]: known.message }, cause: error });
  }
}

/** @throws ConflictError when the name or the identifier is another's, whatever the case */
export function insertNew(tx: Db, row: Insertable<IntegrationsTable>): Promise<number> {
  return refuseDuplicates(insertIntegration(tx, row));
}

/** @throws ConflictError when the name is another's, or was */
export async function updateIntegration(
  tx: Db,
  id: number,
  values: Updateable<IntegrationsTable>,
): Promise<void> {
  await refuseDuplicates(tx.updateTable('integrations').set(values).where('id', '=', id).execute());
}

/** Identifiers in use that begin like this one, in lower case. */
export async function findIdentifiersLike(tx: Db, start: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('integrations')
    .select(sql<string>`lower(external_identifier)`.as('identifier'))
    .where(sql<boolean>`starts_with(lower(external_identifier), ${start})`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Its names in lower case, the former ones too. */
export async function findNameKeys(tx: Db, id: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('integration_names')
    .select('name_key')
    .where('integration_id', '=', id)
    .execute();
  return rows.map(({ name_key }) => name_key);
}

export async function countLinks(tx: Db, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('integration_games')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('integration_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Takes away everything by which it was reached and watched; its row stays, for the names of the session store. */
export async function emptyIntegration(tx: Db, id: number, at: Date): Promise<void> {
  for (const table of ['integration_tokens', 'service_checks', 'integration_fetches'] as const) {
    await tx.deleteFrom(table).where('integration_id', '=', id).execute();
  }
  await updateIntegration(tx, id, {
    is_active: false,
    deleted_at: at,
    updated_at: at,
    gaming_service_url: '',
    data_service_url: '',
    play_service_url: '',
    launch_service_url: '',
  });
}

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
  ciphertext: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('integration_tokens')
    .values({ integration_id: integrationId, kind, ciphertext, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'kind']).doUpdateSet({ ciphertext, updated_at: now }),
    )
    .execute();
}

/** Returns whether there was one. */
export async function deleteToken(db: Db, integrationId: number, kind: TokenKind): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('integration_tokens')
    .where('integration_id', '=', integrationId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
