import { sql } from 'kysely';
import type { Db } from '../../infra/postgres/index.ts';

export interface PickedRow {
  id: number;
  subject: string | null;
  username: string;
  email: string | null;
  roles: string[];
  integration_id: number | null;
  integration: string | null;
}

/** Everyone, or the people of one integration with all who hold one of these roles; by username. */
export async function findPicked(
  db: Db,
  { integrationId, roles }: { integrationId: number | null; roles: readonly string[] },
): Promise<PickedRow[]> {
  const { rows } = await sql<PickedRow>`
    SELECT u.id, u.subject, u.username, u.email, u.roles, i.id AS integration_id, i.name AS integration
    FROM users u
    LEFT JOIN integration_names n ON u.subject IS NOT NULL AND n.name_key = lower(btrim(u.integration_name))
    LEFT JOIN integrations i ON i.deleted_at IS NULL
      AND i.id = CASE WHEN u.subject IS NULL THEN u.integration_id ELSE n.integration_id END
    WHERE u.enabled AND (${integrationId}::integer IS NULL OR i.id = ${integrationId}
      OR (u.subject IS NOT NULL AND u.roles && ${[...roles]}::text[]))
    ORDER BY lower(u.username), u.id`.execute(db);
  return rows;
}
