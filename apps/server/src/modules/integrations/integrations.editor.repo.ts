import { type Insertable, sql, type Updateable } from 'kysely';
import pg from 'pg';
import { ConflictError } from '../../platform/errors/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { insertIntegration } from './integrations.registry.repo.ts';
import type { IntegrationsTable } from './integrations.tables.ts';

const taken: Record<string, { field: string; text: string }> = {
  integrations_name: { field: 'name', text: 'Another integration has this name, or had it before.' },
  integrations_external_identifier: {
    field: 'externalIdentifier',
    text: 'Another integration has this identifier.',
  },
};

/** The transaction is lost when it throws. @throws ConflictError when a name or an identifier is another's */
async function refusingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const known = error instanceof pg.DatabaseError ? taken[error.constraint ?? ''] : undefined;
    if (known === undefined) throw error;
    throw new ConflictError(known.text, { fields: { [known.field]: known.text }, cause: error });
  }
}

/** @throws ConflictError when the name or the identifier is another's, whatever the case */
export function insertNew(tx: Db, row: Insertable<IntegrationsTable>): Promise<number> {
  return refusingTaken(insertIntegration(tx, row));
}

/** @throws ConflictError when the name is another's, or was */
export async function updateIntegration(
  tx: Db,
  id: number,
  values: Updateable<IntegrationsTable>,
): Promise<void> {
  await refusingTaken(tx.updateTable('integrations').set(values).where('id', '=', id).execute());
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

/** Takes away everything by which it was reached and watched; its row stays, for the names of the books. */
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
