import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openToAll, temporaryFolder } from '../../../test/folders.ts';
import { asOwner, openTestPostgres, silentLog } from '../../../test/harness.ts';
import { migrateRecords } from '../../app.migrations.ts';
import { createLog } from '../log/index.ts';
import {
  addressFor,
  checkRuntimeRole,
  connectPostgres,
  createDatabase,
  migratePostgres,
  openPostgres,
  type Postgres,
} from './index.ts';

const entry = `INSERT INTO logs (log_type_id, action, description, user_id, username)
  VALUES (2, 'update', 'Silver Fox', 'u1', 'anna') RETURNING username`;

describe('the role that the hub runs as', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await openTestPostgres();
  });

  afterAll(() => postgres?.close());

  it('adds entries to the log and reads them', async () => {
    expect((await postgres.pool.query(entry)).rows).toEqual([{ username: 'anna' }]);
    expect((await postgres.pool.query('SELECT username FROM logs')).rows).toEqual([{ username: 'anna' }]);
  });

  it.each([
    ['changes an entry', "UPDATE logs SET username = 'x'", 'permission denied for table logs'],
    ['deletes entries', 'DELETE FROM logs', 'permission denied for table logs'],
    ['empties the log', 'TRUNCATE logs', 'permission denied for table logs'],
    ['empties a table', 'TRUNCATE games CASCADE', 'permission denied for table games'],
    ['switches the triggers off', 'ALTER TABLE logs DISABLE TRIGGER ALL', 'must be owner of table logs'],
    ['drops a trigger', 'DROP TRIGGER logs_reject_changes ON logs', 'must be owner of relation logs'],
    [
      'replaces what the triggers run',
      `CREATE OR REPLACE FUNCTION reject_log_changes() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN RETURN OLD; END'`,
      'permission denied for schema public',
    ],
    ['runs as a replica', "SET session_replication_role = 'replica'", 'permission denied to set parameter'],
    ['drops a table', 'DROP TABLE games', 'must be owner of table games'],
    ['creates a table', 'CREATE TABLE mine (n int)', 'permission denied for schema public'],
    ['creates a schema', 'CREATE SCHEMA mine', 'permission denied for database'],
    ['changes the queue', 'ALTER TABLE queue.job ADD COLUMN mine int', 'must be owner of table job'],
    ['becomes the owner', 'SET ROLE hub_owner', 'permission denied to set role'],
    ['takes a role', 'GRANT hub_owner TO hub_runtime', 'permission denied to grant role'],
    ['creates a role', 'CREATE ROLE mine SUPERUSER', 'permission denied to create role'],
    ['reads files', "SELECT pg_read_file('/etc/hostname')", 'permission denied for function pg_read_file'],
    [
      'runs programs',
      "COPY games TO PROGRAM 'true'",
      'permission denied to COPY to or from an external program',
    ],
    ['forgets a migration', 'DELETE FROM migrations', 'permission denied for table migrations'],
  ])('never %s', async (_what, statement, refusal) => {
    await expect(postgres.pool.query(statement)).rejects.toThrow(refusal);
  });
});

/** A database on the test server whose objects a role of our choice creates. */
async function emptyDatabase(name: string) {
  const { address, roles } = inject('postgres');
  await createDatabase(address, name, { owner: roles.owner.name });
  const url = new URL(address);
  url.pathname = `/${name}`;
  return { runtime: addressFor(url.href, roles.runtime), owner: addressFor(url.href, roles.owner) };
}

describe('an external server', () => {
  it('is migrated by the owner and then runs without its address', async () => {
    const { runtime, owner } = await emptyDatabase('roles_external');
    const alone = connectPostgres({ runtime }, silentLog);
    await expect(migratePostgres(alone)).rejects.toThrow('set DATABASE_OWNER_URL');
    const both = connectPostgres({ runtime, owner }, silentLog);
    await migrateRecords(both, silentLog);
    await both.close();
    await migrateRecords(alone, silentLog);
    expect((await alone.pool.query(entry)).rowCount).toBe(1);
    await alone.close();
  });

  it('with one role for everything works, with a warning', async () => {
    const { owner } = await emptyDatabase('roles_single');
    const postgres = connectPostgres({ runtime: owner }, silentLog);
    await migrateRecords(postgres, silentLog);
    const lines: string[] = [];
    const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void lines.push(line) });
    await checkRuntimeRole(postgres, log);
    expect(lines.join()).toContain('DATABASE_OWNER_URL');
    await postgres.close();
    const restricted = await openTestPostgres();
    await checkRuntimeRole(restricted, log);
    expect(lines).toHaveLength(1);
    await restricted.close();
  });
});

describe('an embedded server', () => {
  it('gives every table to the owner, and keeps the roles and their passwords', async () => {
    const dataDir = await temporaryFolder('roles');
    await openToAll(dataDir);
    const postgres = await openPostgres({ dataDir }, silentLog);
    await migrateRecords(postgres, silentLog);
    expect((await postgres.pool.query(entry)).rows).toEqual([{ username: 'anna' }]);
    await expect(postgres.pool.query('ALTER TABLE logs DISABLE TRIGGER ALL')).rejects.toThrow(
      'must be owner',
    );
    const { rows } = await postgres.pool.query(
      `SELECT DISTINCT rolname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
       JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('public', 'queue')`,
    );
    expect(rows).toEqual([{ rolname: 'hub_owner' }]);
    await asOwner(postgres, 'ALTER TABLE games ADD COLUMN later int');
    await postgres.close();

    const password = await readFile(join(dataDir, 'postgres', 'hub_runtime.password'), 'utf8');
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    const again = await openPostgres({ dataDir }, silentLog);
    expect(new URL(again.connectionString).password).toBe(password);
    expect((await again.pool.query('SELECT current_user AS role')).rows).toEqual([{ role: 'hub_runtime' }]);
    await again.close();
    await expect(new pg.Client({ connectionString: again.connectionString }).connect()).rejects.toThrow();
    await rm(dataDir, { recursive: true, force: true });
  });
});
