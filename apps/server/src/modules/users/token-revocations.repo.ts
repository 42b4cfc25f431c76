import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import type { TokenRevocationsTable } from './users.tables.ts';

export function findTokenRevocations(db: Db): Promise<TokenRevocationsTable[]> {
  return db.selectFrom('token_revocations').selectAll().execute();
}

export interface GonePerson {
  subject: string;
  email: string | null;
}

export async function saveGone(tx: Db, people: readonly GonePerson[], at: Date): Promise<void> {
  await sql`INSERT INTO token_revocations (subject, email, ended_at)
    SELECT subject, email, ${at}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS gone (subject text, email text)
    ON CONFLICT (subject) DO UPDATE SET valid_from = NULL, roles = NULL, integration_name = NULL,
      not_before = greatest(token_revocations.not_before, token_revocations.valid_from), email = excluded.email, ended_at = excluded.ended_at`.execute(
    tx,
  );
}

/** Revoked tokens stay revoked, also when the user gets their former rights again. */
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
    .insertInto('token_revocations')
    .values({ subject, ...values, not_before: rights === null ? validFrom : null })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        ...values,
        not_before: sql<Date>`greatest(token_revocations.not_before, token_revocations.valid_from,
          ${rights === null ? validFrom : null}::timestamptz)`,
      }),
    )
    .execute();
}

/** Marks these people as present again; tokens from before their removal, or from before an earlier revocation, stay revoked. */
export async function restoreGone(tx: Db, subjects: readonly string[]): Promise<void> {
  await tx
    .updateTable('token_revocations')
    .set({
      valid_from: sql<Date>`coalesce(greatest(not_before, ended_at), to_timestamp(0))`,
      not_before: sql<Date>`greatest(not_before, ended_at)`,
      email: null,
      ended_at: null,
    })
    .where('valid_from', 'is', null)
    .where(sql<boolean>`subject = ANY(${[...subjects]}::text[])`)
    .execute();
}
