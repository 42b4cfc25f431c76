/**
 * The rows of PostgreSQL as of one moment, table by table in the format of COPY. They are read in one transaction that sees
 * one snapshot, and written in one transaction into tables that have been migrated as far as those they come from.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { holdRemovals } from '../../infra/files/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';

export const recordsDump = z.strictObject({
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});
export type RecordsDump = z.infer<typeof recordsDump>;

// Any numbers that no other lock of the hub uses.
const backupLock = [7_305_006, 1] as const;
const batchMs = '60s';

/** Written by the migrations themselves, or of no use once the processes have ended. */
const leftOut = ['migrations', 'migrations_lock', 'schema_release', 'socket_io_attachments'];

/** A connection that holds the lock of backups, and the snapshot once it has begun. */
export interface RecordsReader {
  /** Takes the snapshot: later changes are not seen. */
  begin(): Promise<void>;
  /** Reads every table of the snapshot and the sequences, which are not older; `store` takes the content of a table. */
  dump(store: (table: string, content: Readable) => Promise<void>): Promise<RecordsDump>;
  /** Keeps the files of rows that are deleted from now on. */
  holdFiles(): Promise<void>;
  /** Migrations that the snapshot has. */
  listMigrations(): Promise<string[]>;
  close(): void;
}

/** Null while another backup of this hub runs, in any process. */
export async function openRecordsReader({ pool }: Pick<Postgres, 'pool'>): Promise<RecordsReader | null> {
  const client = await pool.connect();
  // Its locks and its transaction end with the connection.
  const close = () => client.release(true);
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS locked',
      [...backupLock],
    );
    if (rows[0]?.locked !== true) {
      close();
      return null;
    }
  } catch (error) {
    close();
    throw error;
  }
  return {
    close,
    holdFiles: async () => {
      await client.query(`SET lock_timeout = '${batchMs}'`);
      await holdRemovals(client);
    },

    async begin() {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // The first query takes the snapshot.
      await client.query('SELECT count(*) FROM migrations');
    },

    async listMigrations() {
      const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
      return rows.map(({ name }) => name);
    },

    async dump(store) {
      const dump: RecordsDump = { tables: [], sequences: await readSequences(client) };
      for (const { name, columns } of await readTables(client)) {
        const copy = client.query(
          copyTo(`COPY ${nameOf(name)} (${columns.map(nameOf).join(', ')}) TO STDOUT`),
        );
        await store(name, copy);
        dump.tables.push({ name, columns, rows: copy.rowCount });
      }
      return dump;
    },
  };
}

/**
 * Fills the migrated tables of a database with the rows of a dump, as the owner of the tables; all of it or nothing. The jobs
 * that made backups are over.
 */
export async function loadRecords(
  { ownerConnectionString }: Pick<Postgres, 'ownerConnectionString'>,
  dump: RecordsDump,
  read: (table: string) => Promise<Readable>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerConnectionString,
    application_name: 'ludus-hub restore',
  });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = await orderByReferences(client, dump.tables);
    const all = tables.map(({ name }) => nameOf(name));
    // What protects the log, and what counts or notifies, has done its work when the rows were made.
    for (const name of all) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    if (all.length > 0) await client.query(`TRUNCATE ${all.join(', ')}`);
    for (const { name, columns } of tables) {
      const copy = copyFrom(`COPY ${nameOf(name)} (${columns.map(nameOf).join(', ')}) FROM STDIN`);
      await pipeline(await read(name), client.query(copy));
    }
    for (const name of all) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name, value, isCalled } of dump.sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [nameOf(name), value, isCalled]);
    }
    await client.query(
      `UPDATE jobs SET state = 'cancelled', finished_at = now(), worker = NULL
       WHERE name = 'backup' AND state IN ('waiting', 'delayed', 'active')`,
    );
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** The id of the session store that this database belongs to. */
export async function readStoreId(db: Db): Promise<string> {
  const { rows } = await sql<{ store_id: string }>`SELECT store_id FROM store_identity`.execute(db);
  return rows[0]?.store_id ?? '';
}

/** Whether a hub has ever stored anything in this database. */
export async function hasRecords({ pool }: Pick<Postgres, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS exists",
  );
  return rows[0]?.exists === true;
}

async function readTables(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relname = ANY ($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [leftOut],
  );
  return rows;
}

async function readSequences(client: pg.ClientBase): Promise<RecordsDump['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY 1",
  );
  const sequences: RecordsDump['sequences'] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${nameOf(name)}`,
    );
    const [state] = states;
    if (state !== undefined) sequences.push({ name, value: state.value, isCalled: state.called });
  }
  return sequences;
}

/** Tables that others refer to come first. */
async function orderByReferences<T extends { name: string }>(
  client: pg.ClientBase,
  tables: readonly T[],
): Promise<T[]> {
  const { rows } = await client.query<{ name: string; needs: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name, confrelid::regclass::text AS needs
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`,
  );
  const ordered: T[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const open = new Set(rest.map(({ name }) => name));
    const isBlocked = (name: string) => rows.some((row) => row.name === name && open.has(row.needs));
    const free = rest.filter(({ name }) => !isBlocked(name));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...open].join(', ')}`);
    ordered.push(...free);
    rest = rest.filter(({ name }) => isBlocked(name));
  }
  return ordered;
}

const nameOf = (name: string) => pg.escapeIdentifier(name);
