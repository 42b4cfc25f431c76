import { exportedFile } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { closeTestStores, openTestStores, type TestStores } from '../../../test/harness.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { composeHub } from '../../app.modules.ts';
import { type FixedClock, fixedClock } from '../../infra/clock/index.ts';
import type { CertificateJob, CertificateTasks } from './index.ts';

const dayMs = 86_400_000;
let stores: TestStores;
let clock: FixedClock;
let hub: TestHub;
let tasks: CertificateTasks;
let tokens: { admin: string; alpina: string; baltica: string; guest: string };
let alpina: number;
let game: number;
const db = () => stores.postgres.db;

/** A hub on the stores that there are, as after a restart. */
async function start() {
  hub = await startTestHub({
    clock,
    stores,
    compose(infra, parts) {
      const composition = composeHub(infra, parts);
      tasks = composition.modules.find(({ name }) => name === 'certificate tasks') as CertificateTasks;
      return { ...composition, identity: testIdentity };
    },
  });
}

async function signIn() {
  const of = (
    role: 'ludus_admin' | 'integration_admin' | 'integration_guest',
    name: string,
    integration?: string,
  ) =>
    tokenFor(role, {
      now: clock.now(),
      userId: name,
      username: name,
      email: `${name}@hub.test`,
      ...(integration !== undefined && { integration }),
    });
  tokens = {
    admin: await of('ludus_admin', 'ada'),
    alpina: await of('integration_admin', 'bea', 'Alpina'),
    baltica: await of('integration_admin', 'cem', 'Baltica'),
    guest: await of('integration_guest', 'dia', 'Alpina'),
  };
  // Whoever has signed in is known.
  for (const token of Object.values(tokens)) await hub.get('/me', token);
}

async function run(job: CertificateJob) {
  const { state, error } = await hub.infra.jobs.waitForCompletion(await hub.infra.jobs.enqueue(job, {}));
  expect([state, error]).toEqual(['completed', null]);
}

async function pass(days: number) {
  clock.advance(days * dayMs);
  await signIn();
  await run(tasks.remindJob);
}

interface Notice {
  title: string;
  description: string;
  path: string | null;
}
const allNoticesOf = async (who: keyof typeof tokens): Promise<Notice[]> =>
  (await hub.get('/notifications', tokens[who])).body;
/** Reminders only: that a certificate was added is a notice of its own. */
const noticesOf = async (who: keyof typeof tokens) =>
  (await allNoticesOf(who)).filter(({ description }) => !description.startsWith('Games: '));
const titlesOf = async (who: keyof typeof tokens) => (await noticesOf(who)).map(({ title }) => title);

async function add(fields: Record<string, string>): Promise<{ id: number }> {
  const body = new FormData();
  const all = {
    isGeneral: 'false',
    gameId: String(game),
    type: 'certificate',
    jurisdiction: 'IT',
    ...fields,
  };
  for (const [field, value] of Object.entries(all)) body.set(field, value);
  body.set('file', new Blob(['%PDF-1.7 certificate']), 'certificate.pdf');
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const answer = await hub.fetch('/api/certificates/create', { method: 'POST', headers, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

beforeAll(async () => {
  stores = await openTestStores();
  clock = fixedClock('2026-11-26T08:00:00Z');
  alpina = (await addIntegration(db(), 'Alpina')).id;
  await addIntegration(db(), 'Baltica');
  game = await addGame(db(), 'book_of_tests', { sub_name: '=Deluxe' });
  await linkGame(db(), alpina, game, 'active');
  await start();
  await signIn();
});
afterAll(async () => {
  await hub?.close();
  await closeTestStores(stores);
});

// One story: each part goes on where the one before it ended.
describe('reminders of the end of a document', () => {
  let own: number;

  it('go to the provider and to the integration whose own it is, 60 days before', async () => {
    own = (await add({ name: 'RNG', integrationId: String(alpina), validUntil: '2027-01-26' })).id;
    await run(tasks.remindJob);
    expect(await titlesOf('admin')).toEqual([]);
    await db().deleteFrom('jobs').where('name', '=', 'send-mail').execute();
    await pass(1);
    for (const who of ['admin', 'alpina'] as const) {
      expect(await noticesOf(who)).toMatchObject([
        {
          title: 'RNG expires on 26/01/2027',
          description: 'It is valid until 26/01/2027, and nothing replaces it yet.',
          path: `/certificates?id=${own}`,
          severity: 1,
        },
      ]);
    }
    for (const who of ['baltica', 'guest'] as const) expect(await titlesOf(who)).toEqual([]);
    const mails = await db().selectFrom('jobs').select('data').where('name', '=', 'send-mail').execute();
    expect(mails.map(({ data }) => (data as { to: string[] }).to).sort()).toEqual([
      ['ada@hub.test'],
      ['bea@hub.test'],
    ]);
  });

  it('come once, also after a restart, and once more 30 and 7 days before and after the end', async () => {
    await run(tasks.remindJob);
    await hub.close();
    await start();
    await pass(1);
    expect(await titlesOf('admin')).toHaveLength(1);
    for (const [days, count] of [
      [28, 1],
      [1, 2],
      [22, 2],
      [1, 3],
      [7, 3],
      [1, 4],
      [1, 4],
    ] as const) {
      await pass(days);
      expect(await titlesOf('alpina'), `${clock.now().toISOString()}`).toHaveLength(count);
    }
    expect((await titlesOf('alpina')).at(-1)).toBe('RNG has expired');
  });

  it('are one message of documents at the same distance, and none of what was replaced or is long over', async () => {
    const before = (await titlesOf('admin')).length;
    const end = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await add({ name, validUntil: end(20) });
    await add({ name: 'long over', validUntil: end(-31) });
    const former = await add({ name: 'former', validUntil: end(20) });
    const body = new FormData();
    body.set('hasNoEnd', 'true');
    body.set('file', new Blob(['%PDF-1.7 certificate']), 'certificate.pdf');
    const headers = { authorization: `Bearer ${tokens.admin}` };
    await hub.fetch(`/api/certificates/replace/${former.id}`, { method: 'POST', headers, body });
    await run(tasks.remindJob);
    const notices = await noticesOf('admin');
    const day = end(20).split('-').reverse().join('/');
    expect(notices.slice(before)).toMatchObject([
      {
        title: '6 documents expire within 30 days',
        description: `Nothing replaces them yet: ${['A', 'B', 'C', 'D', 'E'].map((name) => `${name} (${day})`).join(', ')} and others: 1.`,
        path: '/certificates?within=30',
      },
    ]);
  });

  it('stand beside a notice of each certificate that is added, at the integration that needs it', async () => {
    expect((await allNoticesOf('alpina'))[0]).toMatchObject({
      title: 'New certificate: RNG',
      description: 'Games: book of tests. Jurisdiction: Italy (ADM). Valid until 26/01/2027.',
      path: `/certificates?id=${own}`,
    });
    expect(await allNoticesOf('guest')).toEqual([]);
    expect(await allNoticesOf('baltica')).toEqual([]);
  });

  it('begin again when the end is moved', async () => {
    const before = (await titlesOf('admin')).length;
    const body = { name: 'RNG', type: 'certificate', validUntil: '2027-02-01' };
    await hub.call('PUT', `/certificates/edit/${own}`, { body, token: tokens.admin });
    await run(tasks.remindJob);
    expect((await titlesOf('admin')).slice(before)).toEqual(['RNG expires on 01/02/2027']);
  });
});

describe('checksums of documents of former releases', () => {
  it('are computed once, and a file that is gone leaves its own unknown', async () => {
    await db().updateTable('certificates').set({ checksum: null }).execute();
    const { file_key } = await db()
      .selectFrom('certificates')
      .select('file_key')
      .where('name', '=', 'A')
      .executeTakeFirstOrThrow();
    await hub.infra.files.delete(file_key);
    await run(tasks.checksumJob);
    const rows = await db().selectFrom('certificates').select(['name', 'checksum']).execute();
    expect(rows.filter(({ checksum }) => checksum === null).map(({ name }) => name)).toEqual(['A']);
    expect(rows.find(({ name }) => name === 'B')?.checksum).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('POST /certificates/coverage/export', () => {
  const ask = (body: object, token?: string) =>
    hub.call('POST', '/certificates/coverage/export', { body, ...(token !== undefined && { token }) });

  it('is the whole matrix of the filter, with names that are no formulas', async () => {
    const { status, body } = await ask({ filter: {}, format: 'csv' }, tokens.admin);
    expect([status, body.state, body.fileName]).toEqual([
      200,
      'done',
      `certificates-${clock.now().toISOString().slice(0, 10)}.csv`,
    ]);
    const { file_key } = await db()
      .selectFrom('exports')
      .select('file_key')
      .where('id', '=', exportedFile.parse(body).id)
      .executeTakeFirstOrThrow();
    const file = (await hub.infra.files.read(file_key)).toString('utf8');
    const [head, row] = file.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('Game ID,Game,Sub name,Italy (ADM)');
    expect(row).toBe(`${game},book of tests,'=Deluxe,Valid`);
    const workbook = await ask(
      { filter: { gaps: true, integrationId: alpina }, format: 'xlsx' },
      tokens.alpina,
    );
    expect(workbook.body).toMatchObject({ state: 'done', rows: 0, format: 'xlsx' });
  });

  it('is what needs action where that is asked for, a row for each game and jurisdiction', async () => {
    const missing = await addGame(db(), 'comet');
    await linkGame(db(), alpina, missing, 'active');
    const { status, body } = await ask({ filter: { action: true }, format: 'csv' }, tokens.alpina);
    expect([status, body.fileName]).toEqual([
      200,
      `certificates-needs-action-${clock.now().toISOString().slice(0, 10)}.csv`,
    ]);
    const { file_key } = await db()
      .selectFrom('exports')
      .select('file_key')
      .where('id', '=', exportedFile.parse(body).id)
      .executeTakeFirstOrThrow();
    const file = (await hub.infra.files.read(file_key)).toString('utf8');
    expect(file.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
      'State,Game ID,Game,Sub name,Jurisdiction,Last day,Valid again from,Integrations,Certificate ID',
      `Missing,${missing},comet,,Italy (ADM),,,Alpina,`,
    ]);
    expect(
      (await ask({ filter: { action: true, state: 'expired' }, format: 'xlsx' }, tokens.baltica)).body,
    ).toMatchObject({ state: 'done', rows: 0 });
  });

  it('is closed to guests, to no one, and to another integration', async () => {
    expect((await ask({ filter: {}, format: 'csv' }, tokens.guest)).status).toBe(403);
    expect((await ask({ filter: {}, format: 'csv' })).status).toBe(401);
    expect((await ask({ filter: { integrationId: alpina }, format: 'csv' }, tokens.baltica)).status).toBe(
      404,
    );
    expect((await ask({ filter: { integrationId: 60_000 }, format: 'csv' }, tokens.admin)).status).toBe(404);
    const bad = await ask(
      { filter: { jurisdiction: ['any'], action: true, state: 'valid' }, format: 'pdf' },
      tokens.admin,
    );
    expect([bad.status, Object.keys(bad.body.fields).sort()]).toEqual([
      422,
      ['filter.jurisdiction.0', 'filter.state', 'format'],
    ]);
  });
});
