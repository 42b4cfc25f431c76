import { type Kysely, sql } from 'kysely';
import { type Database, type Postgres, roleOf, withOwner } from '../../infra/postgres/index.ts';

export interface ServerFacts {
  version: string;
  role: string;
  maxConnections: number;
  usedConnections: number;
  /** Whether the role could change the tables. */
  ownsTables: boolean;
}

/** What the server of a connection is, and how much room it has. */
export async function readServer(db: Kysely<Database>): Promise<ServerFacts> {
  const { rows } = await sql<{ version: string; max: number; used: number }>`
    SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS max,
           (SELECT coalesce(sum(numbackends), 0)::int FROM pg_stat_database) AS used`.execute(db);
  const { name: role, ownsTables } = await roleOf(db);
  const { version = '', max = 0, used = 0 } = rows[0] ?? {};
  return { version, role, maxConnections: max, usedConnections: used, ownsTables };
}

/** Whether the role that migrates may create tables and extensions. */
export function readSchemaRights(postgres: Postgres): Promise<{ role: string; mayCreate: boolean }> {
  return withOwner(postgres, async (db) => {
    const { rows } = await sql<{ role: string; may: boolean }>`
      SELECT current_user AS role, has_database_privilege(current_database(), 'CREATE')
        AND has_schema_privilege('public', 'CREATE') AS may`.execute(db);
    return { role: rows[0]?.role ?? '', mayCreate: rows[0]?.may ?? false };
  });
}
