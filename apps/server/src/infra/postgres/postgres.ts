import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely';
import pLimit from 'p-limit';
import pg from 'pg';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../errors/startup-errors.ts';
import type { Log } from '../log/index.ts';
import { runTransaction } from './after-commit.ts';
import { openCluster } from './cluster.ts';
import type { Database } from './database.ts';
import { roleOf } from './grants.ts';
import { explainPostgres } from './refusals.ts';
import { addressFor, prepareRoles } from './roles.ts';
import { createPostgresSession, type PostgresSession } from './session.ts';
import { type Supervisor, superviseCluster } from './supervisor.ts';

const oldestServer = 15;

/** Called for each query of the query builder when it has ended, in the context of its caller. */
export type QueryListener = (event: LogEvent) => void;

/** The PostgreSQL database of the hub. */
export interface Postgres {
  db: Kysely<Database>;
  /** For libraries that bring their own SQL, such as the job queue. */
  pool: pg.Pool;
  /** For notifications, and for locks that last. */
  session: PostgresSession;
  connectionString: string;
  /** The role that owns the tables, for migrations; the same address where there is one role only. */
  ownerConnectionString: string;
  /** True when the server is the hub's own in the data folder. */
  embedded: boolean;
  /** Runs work in one transaction: it commits when the work returns and rolls back when it throws. */
  transaction<T>(work: (tx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Waits for running queries, then disconnects; an embedded server stops when its last user leaves. */
  close(): Promise<void>;
}

/**
 * Opens the server of `DATABASE_URL`, or the embedded one in `<dataDir>/postgres`, which is prepared at first use,
 * adopted when it still runs, and started again when it dies while the hub runs. Queries retry nothing by themselves.
 * @throws StartupError that names the setting and the cure when the server cannot be used, or the embedded one cannot start
 */
export async function openPostgres(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'> &
    Partial<Pick<Settings, 'databaseMaxConnections' | 'clickhouseUrl'>>,
  log: Log,
  onQuery?: QueryListener,
): Promise<Postgres> {
  const { databaseMaxConnections: budget = defaultBudget, clickhouseUrl } = settings;
  // Beside the pool, a process with the embedded session store holds a lock on a connection of its own.
  const maxConnections = clickhouseUrl === undefined ? budget - 1 : budget;
  if (settings.databaseUrl !== undefined) {
    const { databaseUrl: runtime, databaseOwnerUrl: owner } = settings;
    const postgres = connectPostgres({ runtime, ...(owner === undefined ? {} : { owner }) }, log, {
      maxConnections,
      onQuery,
    });
    try {
      await assertServer(postgres.pool).catch((error: unknown) => {
        throw explainPostgres(error, 'DATABASE_URL', runtime);
      });
      if (owner !== undefined) await assertReachable(owner);
    } catch (error) {
      await postgres.close();
      throw error;
    }
    return postgres;
  }
  const folder = join(settings.dataDir, 'postgres');
  const cluster = await openCluster(folder, log, { durable: true });
  await cluster.start();
  return prepareRoles(cluster.address('postgres'), folder, async (roles) => {
    const supervisor = await superviseCluster(
      cluster,
      () => addressFor(cluster.address('postgres'), roles.owner),
      log,
    );
    await createDatabase(cluster.address('postgres'), 'hub', { owner: roles.owner.name });
    const addresses = {
      runtime: addressFor(cluster.address('hub'), roles.runtime),
      owner: addressFor(cluster.address('hub'), roles.owner),
    };
    // One of them watches the server.
    return connectPostgres(addresses, log, {
      maxConnections: maxConnections - 1,
      supervisor,
      onQuery,
    });
  });
}

/** Addresses of one database, by the role that connects. */
export interface DatabaseAddresses {
  /** Reads and writes rows. */
  runtime: string;
  /** Changes the schema; left out, the other role does. */
  owner?: string;
}

/** What a process may open in all; the smallest leaves room for two transactions side by side. */
const defaultBudget = 15;
/** For statements outside transactions, and for those that the work of a transaction runs beside it. */
const reservedConnections = 2;

/**
 * A session, a pool and a query builder on a database; together they open `maxConnections` at most. `supervisor` is left after
 * the pool has ended.
 */
export function connectPostgres(
  { runtime: connectionString, owner = connectionString }: DatabaseAddresses,
  log: Log,
  {
    maxConnections = defaultBudget,
    supervisor,
    onQuery,
  }: { maxConnections?: number; supervisor?: Supervisor; onQuery?: QueryListener | undefined } = {},
): Postgres {
  // The session has a connection of its own.
  const max = maxConnections - 1;
  const pool = new pg.Pool({
    connectionString,
    application_name: 'ludus-hub',
    max,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  // Without listeners the loss of a connection, idle or lent out, would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'));
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery === undefined ? {} : { log: onQuery }),
  });
  const session = createPostgresSession(connectionString, log);
  return {
    db,
    pool,
    session,
    connectionString,
    ownerConnectionString: owner,
    embedded: supervisor !== undefined,
    transaction: limitTransactions(max - reservedConnections, (work) => runTransaction(db, log, work)),
    async close() {
      await session.close();
      // Kysely ends only a pool that it has used itself.
      await db.destroy();
      if (!pool.ending) await pool.end();
      await supervisor?.leave();
    },
  };
}

/**
 * Runs at most `limit` transactions side by side, so that a connection is left for what the work of a transaction runs beside
 * it: without one, as many of them as there are connections would wait for each other. A transaction within another one is
 * such work itself.
 */
function limitTransactions(limit: number, run: Postgres['transaction']): Postgres['transaction'] {
  const inTurn = pLimit(limit);
  const outer = new AsyncLocalStorage<true>();
  return (work) =>
    outer.getStore() === true ? run(work) : inTurn(() => run((tx) => outer.run(true, () => work(tx))));
}

/** Runs work as the role that owns the tables, on connections of its own. */
export async function withOwner<T>(
  { ownerConnectionString }: Pick<Postgres, 'ownerConnectionString'>,
  work: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({
    connectionString: ownerConnectionString,
    application_name: 'ludus-hub schema',
    max: 2,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: typeParser },
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
    if (!pool.ending) await pool.end();
  }
}

/** Logs a warning when the role that the hub runs as could change its own tables. */
export async function checkRuntimeRole(postgres: Postgres, log: Log): Promise<void> {
  const { name, ownsTables } = await roleOf(postgres.db);
  if (!ownsTables) return;
  log.warn(
    { role: name },
    'DATABASE_URL connects as the owner of the tables, who could switch off what protects the audit log; ' +
      'use a role of its own there and set DATABASE_OWNER_URL for migrations',
  );
}

/** Creates a database unless it is there; `template` is copied when given. Safe when several do it at once. */
export async function createDatabase(
  adminAddress: string,
  name: string,
  { template, owner }: { template?: string; owner?: string } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: adminAddress });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const copied = template === undefined ? '' : ` TEMPLATE ${pg.escapeIdentifier(template)}`;
    const owned = owner === undefined ? '' : ` OWNER ${pg.escapeIdentifier(owner)}`;
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}${owned}${copied}`);
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

async function assertServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string; has_trigrams: boolean }>(
    `SELECT current_setting('server_version_num') AS version,
            EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS has_trigrams`,
  );
  const version = Math.floor(Number(rows[0]?.version) / 10_000);
  if (version < oldestServer) {
    throw new StartupError(
      `DATABASE_URL is a PostgreSQL ${version}: the hub needs ${oldestServer} or newer, so upgrade the server.`,
    );
  }
  if (rows[0]?.has_trigrams !== true) {
    throw new StartupError(
      'The PostgreSQL of DATABASE_URL lacks the extension pg_trgm: install the contrib package of the server.',
    );
  }
}

async function assertReachable(owner: string): Promise<void> {
  await withOwner({ ownerConnectionString: owner }, (db) => sql`SELECT 1`.execute(db)).catch(
    (error: unknown) => {
      throw explainPostgres(error, 'DATABASE_OWNER_URL', owner);
    },
  );
}

// A calendar day is text everywhere in the hub; as a Date it would move with the zone of the process.
const dateOid = 1082;
const asText = (value: string) => value;
const typeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === dateOid ? asText : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
