import {
  type BetImportRow,
  type BetSheetRow,
  betSheetColumns,
  messageOf,
  type Role,
  tokenScopeNames,
} from '@ludus/contract';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApiTokens } from '../../../../test/api-tokens.ts';
import { addGame, addOperator, linkGame } from '../../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../../test/hub.ts';
import { outOfPatienceAtSilence } from '../../../../test/silence.ts';
import { type FakeGaming, startFakeGaming } from '../../../../test/support/bets/fake-gaming.ts';
import { type TokenOptions, tokenFor } from '../../../../test/tokens.ts';
import { type FixedClock, fixedClock } from '../../../infra/clock/index.ts';
import { createOperatorApi } from '../../../infra/operator-api/index.ts';
import { createIntegrationsModule, type IntegrationsModule } from '../../integrations/index.ts';
import { createBetsModule } from '../index.ts';

type Cells = (string | number | null)[];

const now = new Date('2026-11-20T12:00:00Z');
const token = (role: Role, options: TokenOptions = {}) =>
  tokenFor(role, { now, expiresIn: 30 * 86_400, ...options });
const apiTokens = testApiTokens();

let hub: TestHub;
let clock: FixedClock;
let gaming: FakeGaming;
let admin: string;
const ids = { alpina: 0, baltica: 0, cursa: 0 };
const slugs = ['ember_fox', 'golden_reef', 'night_bazaar'];

beforeAll(async () => {
  gaming = await startFakeGaming();
  clock = fixedClock(now.toISOString());
  let integrations: IntegrationsModule | undefined;
  hub = await startTestHub({
    clock,
    role: 'all',
    apiTokens: apiTokens.lookup,
    settings: { allowPrivateHosts: ['127.0.0.1'] },
    modules(infra, parts) {
      integrations = createIntegrationsModule(infra, { ...parts, isFetching: async () => false });
      const { connections, referenceData } = integrations;
      const operatorApi = createOperatorApi(outOfPatienceAtSilence(parts.outgoing));
      return [integrations, createBetsModule(infra, { operatorApi, connections, referenceData })];
    },
  });
  const { db } = hub.stores.postgres;
  const games: number[] = [];
  for (const slug of slugs) games.push(await addGame(db, slug));
  const enter = async (name: string, code: string, url: string) => {
    const urls = { gaming: url, data: url, play: url, launch: url };
    const entry = { externalIdentifier: name, name, version: 'GAI2' as const, urls, tokens: {} };
    const id = (await integrations?.importer.upsert(entry)) ?? 0;
    await addOperator(db, id, code);
    for (const game of games) await linkGame(db, id, game);
    return id;
  };
  ids.alpina = await enter('Alpina', 'RIFUGIO', gaming.url);
  ids.baltica = await enter('Baltica', 'HANSA', gaming.url);
  // Its services refuse every connection.
  ids.cursa = await enter('Cursa', 'CORSO', 'http://127.0.0.1:1');
  await linkGame(db, ids.alpina, await addGame(db, 'only_seen'), 'visible');
  admin = await token('ludus_admin', { username: 'anna' });
});
afterAll(async () => {
  await hub?.close();
  await gaming?.close();
});

let written = 0;

beforeEach(async () => {
  gaming.lists.clear();
  for (const operator of ['RIFUGIO', 'HANSA'])
    for (const slug of slugs) gaming.lists.set(`${operator}/${slug}`, [10, 20, 50]);
  Object.assign(gaming, { canChangeBets: true, isDown: false, onChange: undefined });
  gaming.faults.length = 0;
  gaming.changes.length = 0;
  const { db } = hub.stores.postgres;
  await db.deleteFrom('bet_changes').execute();
  await db.deleteFrom('bet_imports').execute();
  written = (await entries()).length;
});

const entries = () => hub.stores.postgres.db.selectFrom('logs').selectAll().orderBy('id').execute();
const newEntries = async () =>
  (await entries()).slice(written).map(({ action, username, description, updates }) => ({
    action,
    username,
    description,
    updates,
  }));
const post = (path: string, sender: string | null = admin) =>
  hub.call('POST', path, sender === null ? {} : { token: sender });

async function exported(integrationId: number, operatorCode?: string): Promise<Cells[]> {
  const query = `integrationId=${integrationId}${operatorCode === undefined ? '' : `&operatorCode=${operatorCode}`}`;
  const { status, body } = await hub.get(`/bets/export-for-editing?${query}`, admin);
  expect(status, JSON.stringify(body)).toBe(200);
  const rows: Cells[] = [];
  for await (const { values } of streamXlsxRows(Buffer.from(body.content, 'base64'), { sheet: 0 }))
    rows.push([...(values as Cells)]);
  return rows;
}

async function send(rows: Cells[] | string, sender: string | null = admin) {
  const content = Array.isArray(rows) ? await writeXlsx({ sheets: [{ name: 'Bets', rows }] }) : rows;
  const body = new FormData();
  body.append('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), 'bets.xlsx');
  const headers: Record<string, string> = sender === null ? {} : { authorization: `Bearer ${sender}` };
  return hub.fetch('/api/bets/import/check', { method: 'POST', body, headers });
}

async function check(rows: Cells[]) {
  const { status, body } = await send(rows);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { import: { id: string; lists: number }; rows: BetSheetRow[]; unchanged: number };
}

const head = [...betSheetColumns];
const row = (
  integration: number,
  operator: string,
  slug: string,
  bets: string | number,
  before = '0.10 0.20 0.50',
): Cells => [integration, '', operator, '', slug, '', bets, before, 'yes'];

/** A file that gives three lists of Alpina other bets. */
const threeLists = () => [head, ...slugs.map((slug) => row(ids.alpina, 'RIFUGIO', slug, '0.10 0.40'))];

async function run(id: string, action: 'apply' | 'undo') {
  const reply = await post(`/bets/import/${id}/${action}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const column = action === 'apply' ? 'apply_job_id' : 'undo_job_id';
  const { [column]: job } = await hub.stores.postgres.db
    .selectFrom('bet_imports')
    .select(column)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return hub.infra.jobs.waitForCompletion(job ?? '');
}

const details = async (id: string) => {
  const { status, body } = await hub.get(`/bets/import/${id}`, admin);
  expect(status).toBe(200);
  return body as { import: Record<string, unknown>; rows: BetImportRow[] };
};
const listOf = (slug: string, operator = 'RIFUGIO') => gaming.lists.get(`${operator}/${slug}`);

describe('a workbook of bet lists', () => {
  it('has a row for each game at each operator of an integration, and changes nothing as it was exported', async () => {
    gaming.lists.delete('RIFUGIO/night_bazaar');
    const { body } = await hub.get(`/bets/export-for-editing?integrationId=${ids.alpina}`, admin);
    expect(body).toMatchObject({ lists: 2, unread: 1, fileName: 'bets-alpina-2026-11-20.xlsx' });
    const rows = await exported(ids.alpina, 'RIFUGIO');
    expect(rows).toEqual([
      head,
      ...['ember_fox', 'golden_reef'].map((slug) => [
        ids.alpina,
        'Alpina',
        'RIFUGIO',
        'Operator RIFUGIO',
        slug,
        slug.replace('_', ' '),
        '0.10 0.20 0.50',
        '0.10 0.20 0.50',
        'yes',
      ]),
    ]);
    expect(await check(rows)).toMatchObject({
      rows: [],
      unchanged: 2,
      import: { lists: 0, state: 'checked' },
    });
  });

  it('is not made for an integration or operator that is not there, nor while the platform does not respond', async () => {
    const status = async (query: string) =>
      (await hub.get(`/bets/export-for-editing?${query}`, admin)).status;
    expect(await status('integrationId=60000')).toBe(404);
    expect(await status(`integrationId=${ids.alpina}&operatorCode=HANSA`)).toBe(404);
    expect(await status(`integrationId=${ids.cursa}`)).toBe(502);
    expect(await status('integrationId=x')).toBe(422);
  });

  it('shows old beside new, and says of each other row why nothing changes, as a save would', async () => {
    gaming.lists.set('RIFUGIO/night_bazaar', [10, 90]);
    const found = await check([
      head,
      row(ids.alpina, 'RIFUGIO', 'ember_fox', '0,10; 0,40 €1'),
      row(ids.alpina, 'RIFUGIO', 'golden_reef', '0.10 0.25'),
      row(ids.alpina, 'RIFUGIO', 'night_bazaar', '0.10'),
      row(ids.alpina, 'RIFUGIO', 'ember_fox', '0.50'),
      row(ids.baltica, 'HANSA', 'ember_fox', '0.10 0.10'),
      row(ids.baltica, 'HANSA', 'golden_reef', 'ten cents'),
      row(ids.baltica, 'HANSA', 'night_bazaar', ''),
      row(ids.baltica, 'RIFUGIO', 'ember_fox', '0.10'),
      row(ids.alpina, 'RIFUGIO', 'only_seen', '0.10'),
      row(60_000, 'RIFUGIO', 'ember_fox', '0.10'),
      row(ids.alpina, '../x', 'ember_fox', '0.10'),
      row(ids.cursa, 'CORSO', 'ember_fox', 0.1),
      row(ids.alpina, 'RIFUGIO', 'golden_reef', '100.10'),
    ]);
    expect(
      found.rows.map(({ line, verdict, old, new: wanted, message }) => [
        line,
        verdict,
        old,
        wanted,
        message?.code,
      ]),
    ).toEqual([
      [2, 'change', [10, 20, 50], [10, 40, 100], undefined],
      [3, 'error', [10, 20, 50], [10, 25], 'fields.invalidBet'],
      [4, 'meanwhile', [10, 90], [10], 'refusals.betListMeanwhile'],
      [5, 'error', null, [50], 'fields.betSheetTwice'],
      [6, 'error', null, null, 'fields.betExists'],
      [7, 'error', null, null, 'fields.betSheetList'],
      [8, 'error', null, [], 'fields.betSheetEmpty'],
      [9, 'unknown', null, [10], 'refusals.betListUnknown'],
      [10, 'unknown', null, [10], 'refusals.betListUnknown'],
      [11, 'unknown', null, [10], 'refusals.betListUnknown'],
      [12, 'unknown', null, [10], 'refusals.betListUnknown'],
      [13, 'unreachable', null, [10], 'services.unreachable'],
      [14, 'error', null, [10_010], 'fields.betSheetTwice'],
    ]);
    expect(found.rows[0]).toMatchObject({
      integration: { id: ids.alpina, name: 'Alpina' },
      operator: 'Operator RIFUGIO',
      game: 'ember fox',
    });
    expect(found.import.lists).toBe(1);
    const above = await check([head, row(ids.alpina, 'RIFUGIO', 'golden_reef', '100.10')]);
    expect(above.rows[0]?.message?.code).toBe('fields.betAboveMax');
    gaming.canChangeBets = false;
    const fixed = await check([head, row(ids.alpina, 'RIFUGIO', 'golden_reef', '0.10')]);
    expect(fixed.rows[0]?.message?.code).toBe('refusals.betsNotChangeable');
    expect([gaming.changes, await newEntries()]).toEqual([[], []]);
  });

  it('says of each list of a platform that does not respond that it cannot be asked for it', async () => {
    gaming.isDown = true;
    const rows = [...threeLists(), ...slugs.map((slug) => row(ids.baltica, 'HANSA', slug, '0.10'))];
    const found = await check(rows);
    expect(found.rows.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 6 }, () => 'unreachable'));
    expect(found.import.lists).toBe(0);
    const reply = await post(`/bets/import/${found.import.id}/apply`);
    expect([reply.status, reply.body.message]).toEqual([409, 'This import changes no list.']);
  });

  it('is refused where its columns are not those of the hub, or it changes too many lists', async () => {
    const fields = async (content: string) => {
      const { status, body } = await send(content);
      expect(status).toBe(422);
      return body.fieldDetails;
    };
    expect(await fields('integration_id,slug\n1,a')).toEqual({
      file: messageOf('fields.betSheetColumn', { column: 'operator_code' }),
    });
    expect(await fields('slug,slug\n1,a')).toEqual({
      file: messageOf('fields.sheetColumnTwice', { column: 'slug' }),
    });
    const many = Array.from({ length: 501 }, (_, index) => `1,A,game-${index},0.10,0.20`).join('\n');
    expect(await fields(`integration_id,operator_code,slug,bets,bets_exported\n${many}`)).toEqual({
      file: messageOf('fields.betSheetTooMany', { max: 500 }),
    });
  });
});

describe('an import of bet lists', () => {
  it('saves each list as a save of one does, once, and writes the earlier ones back', async () => {
    const { import: checked } = await check(threeLists());
    const job = await run(checked.id, 'apply');
    expect(job).toMatchObject({
      name: 'import-bets',
      username: 'anna',
      message: 'Bet lists changed: 3 of 3',
      summary: { changed: 3, failed: 0 },
    });
    expect((await post(`/bets/import/${checked.id}/apply`)).status).toBe(409);
    expect(slugs.map((slug) => listOf(slug))).toEqual([
      [10, 40],
      [10, 40],
      [10, 40],
    ]);
    const [started, ...saved] = await newEntries();
    expect(started).toMatchObject({
      action: 'import',
      username: 'anna',
      description: 'Started an import of bet lists from the file bets.xlsx: 3',
    });
    expect(saved).toHaveLength(3);
    expect(saved[0]).toMatchObject({
      action: 'update-bets',
      username: 'anna',
      description: 'Changed the bets of ember fox at Operator RIFUGIO, Alpina',
      updates: { oldBets: [10, 20, 50], newBets: [10, 40] },
    });
    const applied = await details(checked.id);
    expect(applied.import).toMatchObject({
      state: 'applied',
      lists: 3,
      applied: { waiting: 0, done: 3, failed: 0 },
      undone: null,
      isUndoable: true,
    });
    expect((await hub.get('/bets/import/applied', admin)).body).toEqual([applied.import]);

    gaming.lists.set('RIFUGIO/golden_reef', [10, 40, 70]);
    const undo = await run(checked.id, 'undo');
    expect(undo.message).toBe('Bet lists undone: 2 of 3');
    expect(slugs.map((slug) => listOf(slug))).toEqual([
      [10, 20, 50],
      [10, 40, 70],
      [10, 20, 50],
    ]);
    const undone = await details(checked.id);
    expect(undone.import).toMatchObject({
      state: 'undone',
      undone: { waiting: 0, done: 2, failed: 1 },
      isUndoable: false,
    });
    expect(undone.rows.map(({ undone: result }) => [result?.state, result?.message?.code])).toEqual([
      ['done', undefined],
      ['refused', 'refusals.betsChangedMeanwhile'],
      ['done', undefined],
    ]);
    expect((await post(`/bets/import/${checked.id}/undo`)).status).toBe(409);
  });

  it('goes on past what a platform refuses or does not confirm, and tries none twice', async () => {
    const { import: checked } = await check(threeLists());
    gaming.faults.push(422, 'cut-before');
    const job = await run(checked.id, 'apply');
    expect(job.summary).toEqual({ changed: 1, failed: 2 });
    const { rows } = await details(checked.id);
    expect(rows.map(({ applied }) => [applied?.state, applied?.message?.code])).toEqual([
      ['refused', 'fields.betsRefused'],
      ['unconfirmed', 'refusals.betsNotYet'],
      ['done', undefined],
    ]);
    expect(gaming.changes).toEqual([[10, 40]]);
    // The platform makes the unconfirmed change after all: it is part of what is undone.
    gaming.lists.set('RIFUGIO/golden_reef', [10, 40]);
    await run(checked.id, 'undo');
    expect(slugs.map((slug) => listOf(slug))).toEqual([
      [10, 20, 50],
      [10, 20, 50],
      [10, 20, 50],
    ]);
    expect((await details(checked.id)).rows.map(({ undone }) => undone?.state)).toEqual([
      undefined,
      'done',
      'done',
    ]);
  });

  it('gives up on a platform that does not respond, and not on the others', async () => {
    await addOperator(hub.stores.postgres.db, ids.alpina, 'BAITA').catch(() => {});
    for (const slug of slugs) gaming.lists.set(`BAITA/${slug}`, [10, 20, 50]);
    const { import: checked } = await check([
      ...threeLists(),
      row(ids.alpina, 'BAITA', 'ember_fox', '0.40'),
      row(ids.baltica, 'HANSA', 'ember_fox', '0.40'),
    ]);
    const { db } = hub.stores.postgres;
    const moveAlpina = (url: string) =>
      db.updateTable('integrations').set({ gaming_service_url: url }).where('id', '=', ids.alpina).execute();
    await moveAlpina('http://127.0.0.1:1');
    const job = await run(checked.id, 'apply');
    await moveAlpina(gaming.url);
    expect(job).toMatchObject({ state: 'completed', summary: { changed: 1, failed: 4 } });
    const { rows } = await details(checked.id);
    expect(rows.map(({ applied }) => [applied?.state, applied?.message?.code])).toEqual([
      ['unreachable', 'services.unreachable'],
      ['unreachable', 'services.unreachable'],
      ['unreachable', 'services.unreachable'],
      ['skipped', 'refusals.betListSkipped'],
      ['done', undefined],
    ]);
    expect([listOf('ember_fox', 'HANSA'), gaming.changes]).toEqual([[40], [[40]]]);
  });

  it('leaves a list that was changed since the check', async () => {
    const { import: checked } = await check(threeLists());
    gaming.lists.set('RIFUGIO/ember_fox', [10, 70]);
    await run(checked.id, 'apply');
    expect((await details(checked.id)).rows.map(({ applied }) => applied?.state)).toEqual([
      'refused',
      'done',
      'done',
    ]);
    expect(listOf('ember_fox')).toEqual([10, 70]);
  });

  it('says of a list whose process died that it is unconfirmed, goes on with the next, and of none left that it was not tried', async () => {
    const { import: checked } = await check(threeLists());
    const { db } = hub.stores.postgres;
    await run(checked.id, 'apply');
    const [first, second, third] = (await details(checked.id)).rows;
    // What a process leaves behind that died while the first list was saved.
    for (const slug of slugs) gaming.lists.set(`RIFUGIO/${slug}`, [10, 20, 50]);
    gaming.changes.length = 0;
    const set = (id: number | undefined, state: 'running' | 'waiting') =>
      db
        .updateTable('bet_import_rows')
        .set({ state })
        .where('id', '=', id ?? 0)
        .execute();
    await set(first?.id, 'running');
    await set(second?.id, 'waiting');
    expect(
      (await details(checked.id)).rows.map(({ applied }) => [applied?.state, applied?.message?.code]),
    ).toEqual([
      ['unconfirmed', 'refusals.betsUnknown'],
      ['skipped', 'refusals.betListCutOff'],
      ['done', undefined],
    ]);
    const { apply_job_id: id } = await db
      .selectFrom('bet_imports')
      .select('apply_job_id')
      .where('id', '=', checked.id)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('jobs')
      .set({ state: 'failed' })
      .where('id', '=', id ?? '')
      .execute();
    const again = await hub.infra.jobs.retry(id ?? '');
    await hub.infra.jobs.waitForCompletion(again ?? '');
    expect((await details(checked.id)).rows.map(({ applied }) => applied?.state)).toEqual([
      'unconfirmed',
      'done',
      'done',
    ]);
    expect(gaming.changes).toEqual([[10, 40]]);
    expect(third?.applied?.state).toBe('done');
  });

  it('is applied within 7 days of its check, and undone within 7 of that', async () => {
    const { import: old } = await check(threeLists());
    const { import: checked } = await check(threeLists());
    await run(checked.id, 'apply');
    clock.advance(7 * 86_400_000);
    const late = await post(`/bets/import/${old.id}/apply`);
    expect([late.status, late.body.message]).toEqual([
      409,
      'This check is older than 7 days. Check the file again.',
    ]);
    expect((await post(`/bets/import/${checked.id}/undo`)).status).toBe(409);
    expect((await hub.get('/bets/import/applied', admin)).body).toEqual([]);
    clock.advance(-7 * 86_400_000);
  });

  it('is for administrators of the provider only, and for no program', async () => {
    const { import: checked } = await check(threeLists());
    const path = `/bets/import/${checked.id}`;
    const unknown = '/bets/import/00000000-0000-4000-8000-000000000000';
    for (const action of ['apply', 'undo']) {
      expect((await post(`${unknown}/${action}`)).status).toBe(404);
      expect((await post(`${path}/${action}`, null)).status).toBe(401);
    }
    expect((await hub.get(unknown, admin)).status).toBe(404);
    expect((await send(threeLists(), null)).status).toBe(401);
    const program = apiTokens.create({ role: 'ludus_admin', scopes: tokenScopeNames });
    const others = [
      await token('ludus_manager'),
      await token('integration_admin', { integration: 'Alpina' }),
      program,
    ];
    for (const other of others) {
      const statuses = [
        (await post(`${path}/apply`, other)).status,
        (await post(`${path}/undo`, other)).status,
        (await hub.get(path, other)).status,
        (await hub.get('/bets/import/applied', other)).status,
        (await hub.get(`/bets/export-for-editing?integrationId=${ids.alpina}`, other)).status,
        (await send(threeLists(), other)).status,
      ];
      expect(statuses).toEqual([403, 403, 403, 403, 403, 403]);
    }
    expect([gaming.changes, await newEntries()]).toEqual([[], []]);
  });
});
