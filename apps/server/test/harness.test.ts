import { getPreferences } from '@ludus/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bind } from '../src/infra/http/index.ts';
import { createArrivals } from './arrivals.ts';
import { asOwner, closeTestStores, openTestPostgres, openTestStores, type TestStores } from './harness.ts';
import { startTestHub } from './hub.ts';
import { tokenFor } from './tokens.ts';

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
    await asOwner(stores.postgres, 'CREATE TABLE mine (n int)');
    const other = await openTestPostgres();
    await expect(sql`SELECT * FROM mine`.execute(other.db)).rejects.toThrow('does not exist');
    await other.close();
  });

  it('have told the hub of every earlier commit when a call is made', async () => {
    const { db, session } = stores.postgres;
    let heard = 0;
    const listening = await session.listen('test_news', () => heard++);
    const changesArrived = await createArrivals(stores.postgres);
    for (let written = 1; written <= 50; written++) {
      await sql`SELECT pg_notify('test_news', ${String(written)})`.execute(db);
      await changesArrived();
      expect(heard).toBe(written);
    }
    await listening.close();
  });

  it('print the stack of the error behind a 500, which the response does not show', async () => {
    const failing = bind(getPreferences, async () => {
      throw new Error('no such column');
    });
    const hub = await startTestHub({ stores, modules: () => [{ name: 'failing', endpoints: [failing] }] });
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const { status, body } = await hub.get(getPreferences.path, await tokenFor('ludus_admin'));
    const [text] = printed.mock.calls.flat();
    printed.mockRestore();
    await hub.close();
    expect([status, body.message]).toEqual([500, 'Something went wrong on the server.']);
    expect(text).toContain(`Failed: /api${getPreferences.path}`);
    expect(text).toContain('Error: no such column');
    expect(text).toContain('harness.test.ts');
  });
});
