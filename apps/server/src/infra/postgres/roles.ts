/** The roles of the embedded PostgreSQL: one that owns the tables, and one that the hub runs as. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createDurably, renameDurably } from '../durable/index.ts';

/** A role that can sign in. */
export interface Role {
  name: string;
  password: string;
}

/** The owner changes the schema; the runtime role reads and writes rows and can do nothing else. */
export interface Roles {
  owner: Role;
  runtime: Role;
}

// Any number that no other lock of the hub uses.
const rolesLock = 7_305_003;

/**
 * Creates both roles with generated passwords, which are kept in the folder, unless they are there. `use` runs before the
 * administrator's connection ends, so that a process that leaves the server meanwhile sees it in use.
 */
export async function prepareRoles<T>(
  administrator: string,
  folder: string,
  use: (roles: Roles) => Promise<T>,
): Promise<T> {
  return connected(administrator, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [rolesLock]);
    const owner = await prepareRole(client, folder, 'hub_owner');
    const runtime = await prepareRole(client, folder, 'hub_runtime');
    // The owner's connection counts who else uses the server.
    await client.query('GRANT pg_read_all_stats TO hub_owner');
    await client.query('SELECT pg_advisory_unlock($1)', [rolesLock]);
    return use({ owner, runtime });
  });
}

/** The address of a database for another role. */
export function addressFor(address: string, { name, password }: Role): string {
  const url = new URL(address);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
}

async function prepareRole(client: pg.Client, folder: string, name: string): Promise<Role> {
  const path = join(folder, `${name}.password`);
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (rowCount === 1 && existsSync(path)) return { name, password: (await readFile(path, 'utf8')).trim() };
  const password = randomBytes(24).toString('hex');
  // The file appears once the server knows the password: a run that is cut short makes another one.
  const fresh = `${path}.new`;
  await Promise.all([path, fresh].map((file) => rm(file, { force: true })));
  await createDurably(fresh, password);
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
  const verb = rowCount === 1 ? 'ALTER' : 'CREATE';
  await client.query(`${verb} ROLE ${name} ${rights} PASSWORD ${pg.escapeLiteral(password)}`);
  await renameDurably(fresh, path);
  return { name, password };
}

async function connected<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
