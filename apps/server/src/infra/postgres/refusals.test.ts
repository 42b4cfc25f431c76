import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import { freePort } from './cluster.ts';
import { openPostgres, type Postgres } from './postgres.ts';

let postgres: Postgres;

beforeAll(async () => {
  postgres = await openTestPostgres({ isEmpty: true });
});
afterAll(() => postgres?.close());

/** The sentence that a start ends with. */
async function refusal(databaseUrl: string, databaseOwnerUrl?: string): Promise<string> {
  const settings = { dataDir: '/nonexistent', databaseUrl, databaseOwnerUrl };
  const error = await openPostgres(settings, silentLog).then(
    (opened) => opened.close().then(() => new Error('accepted')),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StartupError' });
  return (error as Error).message;
}

function changed(parts: Partial<URL>): string {
  return Object.assign(new URL(postgres.connectionString), parts).href;
}

const host = () => new URL(inject('postgres').address).host;

describe('a start refuses a PostgreSQL', () => {
  it('that cannot be reached, whose password is wrong, and that has no such database, and names the cure', async () => {
    const port = await freePort();
    expect(await refusal(changed({ port: String(port) }))).toBe(
      `PostgreSQL at 127.0.0.1:${port} cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL.`,
    );
    const wrong = changed({ password: 'hunter2' });
    const role = new URL(wrong).username;
    expect(await refusal(wrong)).toBe(
      `PostgreSQL at ${host()} refuses the password of the role "${role}": correct it in DATABASE_URL.`,
    );
    expect(await refusal(changed({ password: '' }))).toBe(
      `PostgreSQL at ${host()} wants a password of the role "${role}": add it to DATABASE_URL.`,
    );
    expect(await refusal(changed({ pathname: '/nothing' }))).toBe(
      `PostgreSQL at ${host()} has no database "nothing": create it, or correct DATABASE_URL.`,
    );
  });

  it('whose owner may not sign in, and names the other setting', async () => {
    const owner = changed({ username: 'hub_owner', password: 'hunter2' });
    expect(await refusal(postgres.connectionString, owner)).toBe(
      `PostgreSQL at ${host()} refuses the password of the role "hub_owner": correct it in DATABASE_OWNER_URL.`,
    );
  });

  // Names of a schema before pg_catalog stand in for those of another server.
  it.each([
    [
      'is too old',
      "CREATE FUNCTION other.current_setting(text) RETURNS text LANGUAGE sql AS $$ SELECT '140012' $$",
      'DATABASE_URL is a PostgreSQL 14: the hub needs 15 or newer, so upgrade the server.',
    ],
    [
      'lacks pg_trgm',
      'CREATE VIEW other.pg_available_extensions AS SELECT name FROM pg_catalog.pg_available_extensions WHERE false',
      'The PostgreSQL of DATABASE_URL lacks the extension pg_trgm: install the contrib package of the server.',
    ],
  ])('that %s', async (_, difference, sentence) => {
    const own = await openTestPostgres({ isEmpty: true });
    try {
      const admin = new URL(own.ownerConnectionString);
      const { Client } = (await import('pg')).default;
      const client = new Client({ connectionString: admin.href });
      await client.connect();
      await client.query(`CREATE SCHEMA other; ${difference}; GRANT USAGE ON SCHEMA other TO PUBLIC;`);
      await client.query('GRANT SELECT ON ALL TABLES IN SCHEMA other TO PUBLIC');
      await client.end();
      const url = new URL(own.connectionString);
      url.searchParams.set('options', '-c search_path=other,pg_catalog');
      expect(await refusal(url.href)).toBe(sentence);
    } finally {
      await own.close();
    }
  });
});
