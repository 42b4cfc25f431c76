import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeTestStores, openTestPostgres, openTestStores, type TestStores } from './harness.ts';

describe('the stores of a test file', () => {
  let stores: TestStores;

  beforeAll(async () => {
    stores = await openTestStores();
  });

  afterAll(() => closeTestStores(stores));

  it('are migrated', async () => {
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(stores.postgres.db);
    expect(rows.length).toBeGreaterThan(0);
    const label = 'test';
    const [count] = await stores.clickhouse.rows<{ n: string }>('SELECT count() AS n FROM migrations', {
      label,
    });
    expect(Number(count?.n)).toBeGreaterThanOrEqual(0);
  });

  it('are its own: another database does not see their records', async () => {
    await sql`CREATE TABLE mine (n int)`.execute(stores.postgres.db);
    const other = await openTestPostgres();
    await expect(sql`SELECT * FROM mine`.execute(other.db)).rejects.toThrow('does not exist');
    await other.close();
  });
});
