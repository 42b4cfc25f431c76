import { providerRoles } from '@ludus/contract';
import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';
import '../integrations/index.ts';
import '../users/index.ts';
import './mailing-list.tables.ts';

export interface ClaimRow {
  address: string;
  /** Whether an enabled person of an integration has the address. */
  is_held: boolean;
  /** Whether an entry of the address covers more than the integrations of the people who have it. */
  exceeds: boolean;
  /** Those integrations, by name. */
  integrations: string[];
  /** Null for an address of which nothing has been stored yet. */
  was_held: boolean | null;
  needs_report: boolean;
  claim_reported_at: Date | null;
  drop_reported_at: Date | null;
}

/** Until the transaction ends, no other transaction compares the mailing list with the users. */
export async function lockClaims(tx: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('mailing list claims', 0))`.execute(tx);
}

/** Each address of the mailing list that people of integrations have, or had when it was last looked at. */
export async function findClaims(tx: Db): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    WITH held AS (
      SELECT lower(btrim(u.email)) AS address,
        CASE WHEN u.subject IS NULL THEN u.integration_id ELSE n.integration_id END AS integration_id
      FROM users u
      LEFT JOIN integration_names n
        ON n.name_key = lower(btrim(u.integration_name)) AND u.subject IS NOT NULL
      WHERE u.enabled AND u.email IS NOT NULL AND NOT u.roles && ${[...providerRoles]}::text[]
    )
    SELECT e.address, h.address IS NOT NULL AS is_held, c.is_held AS was_held,
      bool_or(h.address IS NOT NULL AND e.integration_id IS DISTINCT FROM h.integration_id) AS exceeds,
      coalesce(array_agg(DISTINCT i.name) FILTER (WHERE i.name IS NOT NULL), '{}') AS integrations,
      coalesce(c.needs_report, false) AS needs_report, c.claim_reported_at, c.drop_reported_at
    FROM (SELECT DISTINCT lower(btrim(email)) AS address, integration_id FROM mailing_list_entries) AS e
    LEFT JOIN held h USING (address)
    LEFT JOIN integrations i ON i.id = h.integration_id
    LEFT JOIN mailing_list_claims c USING (address)
    WHERE h.address IS NOT NULL OR c.address IS NOT NULL
    GROUP BY e.address, h.address, c.address
    ORDER BY e.address`.execute(tx);
  return rows;
}

export async function saveClaim(
  tx: Db,
  claim: Pick<ClaimRow, 'address' | 'is_held' | 'claim_reported_at' | 'drop_reported_at'>,
): Promise<void> {
  const { address, ...values } = claim;
  const state = { ...values, needs_report: false };
  await tx
    .insertInto('mailing_list_claims')
    .values({ address, ...state })
    .onConflict((conflict) => conflict.column('address').doUpdateSet(state))
    .execute();
}

/** Deletes what is stored of addresses that have left the mailing list. */
export async function deleteOldClaims(tx: Db): Promise<void> {
  await sql`
    DELETE FROM mailing_list_claims c WHERE NOT EXISTS (
      SELECT FROM mailing_list_entries e WHERE lower(btrim(e.email)) = c.address)`.execute(tx);
}
