import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addIntegration } from '../../test/catalogue.ts';
import { openTestPostgres, silentLog, testSettings } from '../../test/harness.ts';
import { fixedClock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Postgres } from '../infra/postgres/index.ts';
import { createIdentityModule } from '../modules/identity/index.ts';
import { erasedName, places } from '../modules/personal-data/index.ts';
import { erasePerson, exportPerson } from './personal-data.ts';

const clock = fixedClock('2026-11-20T10:00:00Z');
const anna = { username: 'anna', email: 'anna@ludus.test', password: 'a long enough password' };
const bob = { username: 'bob', email: 'bob@ludus.test', password: 'another long password' };

let postgres: Postgres;
let settings: Settings;
let annaId: string;
let bobId: string;
let said: string[];

beforeAll(async () => {
  postgres = await openTestPostgres();
  settings = testSettings({
    databaseUrl: postgres.connectionString,
    databaseOwnerUrl: postgres.ownerConnectionString,
    encryptionKey: 'ab'.repeat(32),
  });
  const identity = createIdentityModule({ settings, log: silentLog, clock, postgres });
  annaId = (await identity.createAdmin(anna)).account.id;
  bobId = (await identity.createAdmin(bob)).account.id;
  for (const [id, { username, email }] of [
    [annaId, anna],
    [bobId, bob],
  ] as const)
    await addTraces(id, username, email);
  const alpina = await addIntegration(postgres.db, 'Alpina', {});
  const baltica = await addIntegration(postgres.db, 'Baltica', {});
  for (const { id } of [alpina, baltica])
    await insert('users', { username: 'marco', email: null, integration_id: id, created_at: clock.now() });
  await insert('maintenances', {
    id: 1,
    starts_at: clock.now(),
    description: 'x',
    severity: 1,
    created_at: clock.now(),
  });
  await insert('certificates', {
    ...{ name: 'RNG', file_name: 'rng.pdf', file_key: 'certificates/1', content_type: 'application/pdf' },
    ...{ bytes: 4, is_general: false, updated_at: clock.now(), added_by: 'anna' },
  });
  await insert('maintenance_integrations', {
    ...{ maintenance_id: 1, integration_id: alpina.id, confirmed: true },
    ...{ answered_at: clock.now(), answered_by: 'anna' },
  });
});
afterAll(() => postgres?.close());
beforeEach(() => {
  said = [];
});

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row).map((value) => sql`${value}`));
  await sql`INSERT INTO ${sql.table(table)} (${columns}) VALUES (${values})`.execute(postgres.db);
}

/** What using the hub leaves of a person, in each table that names them. */
async function addTraces(id: string, username: string, email: string): Promise<void> {
  const at = clock.now();
  const run = randomUUID();
  await insert('users', { subject: id, username, email, roles: ['ludus_admin'], created_at: at });
  await insert('account_sessions', {
    ...{ session_uid: `session of ${id}`, account_id: id, ip_address: '192.0.2.7' },
    ...{ started_at: at, last_access_at: at },
  });
  await insert('notifications', { user_id: id, title: 'New ticket', description: 'Of Alpina', severity: 1 });
  await insert('tickets', {
    title: 'No sound',
    description: 'x',
    reporter_id: id,
    created_at: at,
    updated_at: at,
  });
  await insert('exports', {
    ...{ id: randomUUID(), user_id: id, request: '{}', format: 'csv', file_name: 'sessions.csv' },
    ...{ file_key: `exports/${id}`, created_at: at, expires_at: new Date('2026-11-27T10:00:00Z') },
  });
  const job = {
    queue: 'system',
    username,
    data: JSON.stringify({ to: [email], subject: 'Hello', text: 'You.' }),
  };
  await insert('jobs', {
    ...job,
    id: randomUUID(),
    name: 'send-mail',
    state: 'completed',
    user_id: 'system',
    finished_at: at,
  });
  await insert('jobs', {
    ...job,
    id: randomUUID(),
    name: 'export',
    state: 'completed',
    user_id: id,
    finished_at: at,
  });
  await insert('mail_deliveries', { job_id: run, recipient: email, tried_at: at });
  await insert('mail_quota_uses', { user_id: id, recipients: 1, used_at: at });
  await insert('mailing_list_entries', { email: email.toUpperCase(), report_type_id: 1, created_at: at });
  await insert('former_staff_addresses', { address: email, left_at: at });
  const view = { screen: 'charts', name: 'Mine', params: '{}', created_at: at, updated_at: at };
  await insert('saved_views', { ...view, owner_id: id });
  await insert('api_tokens', {
    ...{ id: id.replaceAll('-', '').slice(0, 12), name: 'Warehouse', owner_id: id, of_provider: true },
    ...{ scopes: ['logs:read'], days: 30, created_at: at, issued_at: at, expires_at: at },
    ...{ secret_hash: Buffer.from('session of'), last_used_from: '192.0.2.9' },
  });
}

const deps = () => ({ settings, log: silentLog, clock, say: (line: string) => void said.push(line) });

async function countOf(table: string, column: string, value: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE lower(${sql.ref(column)}::text) = ${value}`.execute(
    postgres.db,
  );
  return rows[0]?.n ?? 0;
}

describe('the list of personal data', () => {
  it('has every column of the database that names a person', async () => {
    const names = [
      'subject',
      'username',
      'email',
      'address',
      'recipient',
      'answered_by',
      'added_by',
      'closed_by',
      'acknowledged_by',
      'updated_by',
      'deleted_by',
      'asked_by',
      'rated_by',
      'requested_by',
      'reviewed_by',
      'decided_by',
    ];
    const endings = ['user_id', 'account_id', 'owner_id', 'reporter_id', 'responder_id', 'assignee_id'];
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name = ANY(${names}::text[]) OR column_name = ANY(${endings}::text[]))
      ORDER BY 1`.execute(postgres.db);
    // Names beside an id of the same row, and rows of players.
    const others = [
      ...['accounts.email', 'accounts.username', 'bet_changes.username', 'jobs.username', 'logs.username'],
      ...['period_closings.username', 'period_events.username', 'period_reviews.username'],
      ...[
        'players.user_id',
        'statement_events.username',
        'token_revocations.email',
        'users.email',
        'users.username',
      ],
    ];
    const listed = places
      .map(({ table, column }) => `${table}.${column}`)
      .filter((name) => name !== 'accounts.id');
    expect(rows.map(({ name }) => name)).toEqual([...listed, ...others].sort());
  });

  it('hides columns that exist', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns`.execute(postgres.db);
    const known = rows.map(({ name }) => name);
    const hidden = places.flatMap(({ table, hidden = [] }) => hidden.map((column) => `${table}.${column}`));
    expect(hidden.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('export-person', () => {
  it('prints what the hub has of a person, without secrets and without others', async () => {
    await exportPerson('ANNA', deps());
    const text = said.join('\n');
    const { person, data } = JSON.parse(text);
    expect(person).toMatchObject({ subject: annaId, username: 'anna', address: 'anna@ludus.test' });
    expect(Object.entries(data).flatMap(([place, rows]) => ((rows as []).length > 0 ? [place] : []))).toEqual(
      [
        ...['users.subject', 'accounts.id', 'account_sessions.account_id', 'former_staff_addresses.address'],
        ...[
          'notifications.user_id',
          'maintenance_integrations.answered_by',
          'certificates.added_by',
          'tickets.reporter_id',
          'exports.user_id',
        ],
        ...[
          'jobs.user_id',
          'mail_deliveries.recipient',
          'mail_quota_uses.user_id',
          'mailing_list_entries.email',
          'saved_views.owner_id',
          'api_tokens.owner_id',
          'mails',
        ],
      ],
    );
    expect(data['account_sessions.account_id'][0]).toMatchObject({ ip_address: '192.0.2.7' });
    expect(data.mails).toMatchObject([{ subject: 'Hello', text: 'You.' }]);
    for (const secret of ['argon2', 'session of', bobId, 'bob@']) expect(text).not.toContain(secret);
  });

  it('asks for an id where several people fit, and names no one where none does', async () => {
    await expect(exportPerson('marco', deps())).rejects.toThrow(
      /^Several people fit marco: name one by id, \d+ \(marco, Alpina\), \d+ \(marco, Baltica\)\.$/,
    );
    await expect(exportPerson('zoe', deps())).rejects.toThrow(
      'No one has the username, the address or the id zoe.',
    );
    expect(said).toEqual([]);
  });
});

describe('erase-person', () => {
  it('only counts without --yes', async () => {
    await erasePerson('anna', { isConfirmed: false }, deps());
    expect(said[0]).toBe('The hub has of anna:');
    expect(said).toContain('  notifications.user_id  1');
    expect(await countOf('accounts', 'username', 'anna')).toBe(1);
  });

  it('removes account, address and what is theirs alone, and leaves others as they are', async () => {
    await erasePerson('anna', { isConfirmed: true }, deps());
    expect(said[0]).toBe('Erased of anna:');
    await exportPerson(annaId, deps());
    const { data } = JSON.parse(
      said.slice(said.indexOf(said.find((line) => line.startsWith('{')) ?? '')).join('\n'),
    );
    expect(Object.entries(data).flatMap(([place, rows]) => ((rows as []).length > 0 ? [place] : []))).toEqual(
      [...['token_revocations.subject', 'tickets.reporter_id', 'exports.user_id', 'logs.related_id']],
    );
    expect(JSON.stringify(data)).not.toContain('anna');
    expect(data['exports.user_id'][0].expires_at).toBe('2026-11-20T10:00:00+00:00');
    expect(await countOf('maintenance_integrations', 'answered_by', erasedName)).toBe(1);
    expect(await countOf('certificates', 'added_by', erasedName)).toBe(1);
    for (const [table, column] of [
      ['mailing_list_entries', 'email'],
      ['mail_deliveries', 'recipient'],
    ] as const) {
      expect(await countOf(table, column, 'anna@ludus.test')).toBe(0);
      expect(await countOf(table, column, 'bob@ludus.test')).toBe(1);
    }
    expect(await countOf('notifications', 'user_id', bobId)).toBe(1);
    expect(await countOf('jobs', 'user_id', bobId)).toBe(1);
    expect(await countOf('api_tokens', 'owner_id', annaId)).toBe(0);
    expect(await countOf('api_tokens', 'owner_id', bobId)).toBe(1);
    expect(await countOf('saved_views', 'owner_id', annaId)).toBe(0);
    expect(await countOf('saved_views', 'owner_id', bobId)).toBe(1);
  });

  it('is in the log, by id alone', async () => {
    const { rows } = await sql<{ row: object }>`
      SELECT to_jsonb(l) AS row FROM logs l WHERE action = 'erase'`.execute(postgres.db);
    expect(rows).toMatchObject([
      {
        row: {
          ...{ username: 'command line', related_id: annaId, related_object: null, updates: {} },
          description: `Erased the personal data of user ${annaId}`,
        },
      },
    ]);
  });

  it('refuses the last administrator, and erases nothing then', async () => {
    await expect(erasePerson('bob', { isConfirmed: true }, deps())).rejects.toThrow(
      'This is the last administrator of the provider.',
    );
    expect(await countOf('accounts', 'username', 'bob')).toBe(1);
    expect(await countOf('mailing_list_entries', 'email', 'bob@ludus.test')).toBe(1);
  });

  it('says that staff of a platform come back unless the platform removes them', async () => {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM users WHERE username = 'marco' ORDER BY id`.execute(postgres.db);
    await erasePerson(String(rows[0]?.id), { isConfirmed: true }, deps());
    expect(said.at(-1)).toMatch(/^Their platform lists them/);
    expect(await countOf('users', 'username', 'marco')).toBe(1);
  });
});
