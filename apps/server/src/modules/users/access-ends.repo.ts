import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/index.ts';
import type { AccessEndsTable } from './users.tables.ts';

export function findAccessEnds(db: Db): Promise<AccessEndsTable[]> {
  return db.selectFrom('access_ends').selectAll().execute();
}

export interface GonePerson {
  subject: string;
  email: string | null;
}

export async function saveGone(tx: Db, people: readonly GonePerson[], at: Date): Promise<void> {
  await sql`INSERT INTO access_ends (subject, email, ended_at)
    SELECT subject, email, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS gone (subject text, email text)
    ON CONFLICT (subject) DO UPDATE SET valid_from = NULL, roles = NULL, integration_name = NULL,
      email = excluded.email, ended_at = excluded.ended_at`.execute(tx);
}

export async function saveLimit(
  tx: Db,
  subject: string,
  validFrom: Date,
  rights: { roles: readonly string[]; integrationName: string | null } | null,
): Promise<void> {
  const values = {
    valid_from: validFrom,
    roles: rights === null ? null : [...rights.roles],
    integration_name: rights?.integrationName ?? null,
  };
  await tx
    .insertInto('access_ends')
    .values({ subject, ...values })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
    .execute();
}

/** Forgets that these people were gone; what limits their older tokens stays. */
export async function deleteGone(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('access_ends')
    .where('valid_from', 'is', null)
    .where(sql<boolean>`subject = ANY(${[...subjects]}::text[])`)
    .execute();
}
