import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Opens the embedded PostgreSQL of the tests' hub as the owner of its tables: for what no call does, and to clean up. */
export async function openDatabase(): Promise<pg.Client> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'postgres');
  const [password, port] = await Promise.all(
    ['hub_owner.password', 'port'].map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()),
  );
  const database = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'hub_owner',
    password,
    database: 'hub',
  });
  await database.connect();
  return database;
}

/** Has the queue's clock strike now for a job that is scheduled under this key. */
export async function strike(database: pg.Client, name: string, key: string): Promise<void> {
  await database.query("INSERT INTO queue.job (id, name, data) VALUES ($1, 'schedules', $2)", [
    randomUUID(),
    JSON.stringify({ name, key, payload: {} }),
  ]);
}
