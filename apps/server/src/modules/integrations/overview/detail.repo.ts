import { sql } from 'kysely';
import type { Db } from '../../../infra/postgres/index.ts';
import type { IntegrationRow } from '../integrations.repo.ts';

export type CountedRow = Pick<
  IntegrationRow,
  'id' | 'name' | 'version' | 'play_service_url' | 'external_identifier' | 'created_at' | 'updated_at'
> & {
  operators: number;
  games: number;
};

/** Every integration with the numbers of its operators and linked games, the most games first. */
export async function countParts(db: Db): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    SELECT i.id, i.name, i.version, i.play_service_url, i.external_identifier, i.created_at, i.updated_at,
      coalesce(o.count, 0) AS operators, coalesce(g.count, 0) AS games
    FROM integrations i
    LEFT JOIN (SELECT integration_id, count(*)::integer AS count FROM operators GROUP BY 1) o
      ON o.integration_id = i.id
    LEFT JOIN (SELECT integration_id, count(*)::integer AS count FROM integration_games GROUP BY 1) g
      ON g.integration_id = i.id
    WHERE i.deleted_at IS NULL
    ORDER BY games DESC, lower(i.name)`.execute(db);
  return rows;
}
