import { sql } from 'kysely';
import type { ClickHouse } from '../../../infra/clickhouse/index.ts';
import type { Postgres } from '../../../infra/postgres/index.ts';
import { findDaysWithSessions } from '../rollup.clickhouse.ts';
import { currentSessions } from '../sessions.clickhouse.ts';

/** Whether the table of the sessions of each player has exactly the keys of the sessions. */
export async function hasSameSessionUsers(clickhouse: ClickHouse): Promise<boolean> {
  // Sums of hashes do not depend on the order, and need no memory for a hundred million keys.
  const hash = (id: string) =>
    `count() AS keys, sum(cityHash64(user_id, created_at, integration_id, ${id})) AS hash`;
  const options = { label: 'session-store.verify.users', timeoutMs: 600_000 };
  const [[base], [users]] = await Promise.all([
    clickhouse.rows<{ keys: string; hash: string }>(currentSessions(hash('cityHash64(id)'), ''), options),
    clickhouse.rows<{ keys: string; hash: string }>(
      `SELECT ${hash('id_hash')} FROM session_users_v1 FINAL`,
      options,
    ),
  ]);
  return base?.keys === users?.keys && base?.hash === users?.hash;
}

/** Makes the table of the sessions of each player anew. Only while no one fetches. */
export async function rebuildSessionUsers(clickhouse: ClickHouse): Promise<void> {
  const label = 'session-store.repair.users';
  await clickhouse.command('TRUNCATE TABLE session_users_v1', { label });
  await clickhouse.command(
    `INSERT INTO session_users_v1
     SELECT user_id, created_at, integration_id, cityHash64(id) FROM sessions_v1`,
    { label, timeoutMs: 3_600_000, settings: { async_insert: 0 } },
  );
}

/** The Rome days whose latest change is later than PostgreSQL knows: a list by last change would skip their sessions. */
export async function findDaysBehind({
  postgres,
  clickhouse,
}: {
  postgres: Postgres;
  clickhouse: ClickHouse;
}): Promise<Map<string, number>> {
  const days = await findDaysWithSessions(clickhouse);
  const rows = await postgres.db.selectFrom('session_days').selectAll().execute();
  const known = new Map(rows.map(({ day, latest_change_ms }) => [day, Number(latest_change_ms)]));
  return new Map([...days].filter(([day, latest]) => (known.get(day) ?? 0) < latest));
}

/** Ids that sessions have and PostgreSQL does not know: of what was made after the time it was restored to. */
export interface UnknownIds {
  integrations: number[];
  operators: number[];
  games: number[];
}

export async function findUnknownIds({
  postgres,
  clickhouse,
}: {
  postgres: Postgres;
  clickhouse: ClickHouse;
}): Promise<UnknownIds> {
  const unknown = async (column: string, table: string) => {
    const rows = await clickhouse.rows<{ id: number }>(`SELECT DISTINCT ${column} AS id FROM sessions_v1`, {
      label: 'session-store.verify.ids',
      timeoutMs: 300_000,
    });
    const { rows: missing } = await sql<{ id: number }>`
      SELECT id FROM unnest(${rows.map(({ id }) => id)}::int[]) AS found (id)
      EXCEPT SELECT id FROM ${sql.table(table)} ORDER BY id`.execute(postgres.db);
    return missing.map(({ id }) => id);
  };
  const [integrations, operators, games] = await Promise.all([
    unknown('integration_id', 'integrations'),
    unknown('operator_id', 'operators'),
    unknown('game_id', 'games'),
  ]);
  return { integrations, operators, games };
}
