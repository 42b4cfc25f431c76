import { join } from 'node:path';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/index.ts';
import { runTransaction } from './after-commit.ts';
import { openCluster } from './cluster.ts';
import type { Database } from './database.ts';
import { type Guard, guardCluster } from './guard.ts';

const oldestServer = 15;

/** The records of the hub. */
export interface Postgres {
  db: Kysely<Database>;
  /** For libraries that bring their own SQL, such as the job queue. */
  pool: pg.Pool;
  connectionString: string;
  /** True when the server is the hub's own in the data folder. */
  embedded: boolean;
  /** Runs work in one transaction: it commits when the work returns and rolls back when it throws. */
  transaction<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Waits for running queries, then leaves; an embedded server stops when its last user leaves. */
  close(): Promise<void>;
}

/**
 * Opens the server of `DATABASE_URL`, or the embedded one in `<dataDir>/postgres`, which is prepared at first use,
 * adopted when it still runs, and started again when it dies while the hub runs. Queries retry nothing by themselves.
 * @throws Error in words when the server cannot be reached, cannot start, or is older than PostgreSQL 15.
 */
export async function openPostgres(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  log: Log,
): Promise<Postgres> {
  if (settings.databaseUrl !== undefined) {
    const postgres = connectPostgres(settings.databaseUrl, log);
    try {
      await assertVersion(postgres.pool);
    } catch (error) {
      await postgres.close();
      throw error;
    }
    return postgres;
  }
  const cluster = await openCluster(join(settings.dataDir, 'postgres'), log, { durable: true });
  await cluster.start();
  const guard = await guardCluster(cluster, log);
  await createDatabase(cluster.address('postgres'), 'hub');
  return connectPostgres(cluster.address('hub'), log, guard);
}

/** A pool and a query builder on an address; `guard` is left after the pool has ended. */
export function connectPostgres(connectionString: string, log: Log, guard?: Guard): Postgres {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'ludus-hub',
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  // Without listeners the loss of a connection, idle or lent out, would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    connectionString,
    embedded: guard !== undefined,
    transaction: (work) => runTransaction(db, work),
    async close() {
      // Kysely ends only a pool that it has used itself.
      await db.destroy();
      if (!pool.ending) await pool.end();
      await guard?.leave();
    },
  };
}

/** Creates a database unless it is there; `template` is copied when given. Safe when several do it at once. */
export async function createDatabase(adminAddress: string, name: string, template?: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminAddress });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const copied = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${copied}`);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  } finally {
    await client.end();
  }
}

// duplicate_database, or unique_violation when two creations meet.
function isDuplicate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505');
}

async function assertVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version < oldestServer) {
    throw new Error(`DATABASE_URL is a PostgreSQL ${version}; the hub needs ${oldestServer} or newer.`);
  }
}

// A calendar day is text everywhere in the hub; as a Date it would move with the zone of the process.
const dateOid = 1082;
const asText = (value: string) => value;
const typeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === dateOid ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
