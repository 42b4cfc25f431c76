import { messageOf, type SheetCheck, sheetCheck, sheetResult } from '@ludus/contract';
import { streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addIntegration, linkGame } from '../../../../test/catalogue.ts';
import { startTestHub, type TestHub } from '../../../../test/hub.ts';
import { createCatalogue, gameForm, logOf } from '../../../../test/support/games/create-catalogue.ts';
import { tokenFor } from '../../../../test/tokens.ts';

type Cells = (string | number | boolean | Date | null)[];

let hub: TestHub;
let admin: string;
let alpina: number;
let baltica: number;
let first: number;
let second: number;
let third: number;

beforeAll(async () => {
  hub = await startTestHub({ modules: createCatalogue });
  const { db } = hub.stores.postgres;
  alpina = (await addIntegration(db, 'Alpina')).id;
  baltica = (await addIntegration(db, 'Baltica')).id;
  admin = await tokenFor('ludus_admin');
});
afterAll(() => hub?.close());

beforeEach(async () => {
  const { db } = hub.stores.postgres;
  await db.deleteFrom('games').execute();
  const create = async (slug: string, changes: object) => {
    const body = gameForm({ slug, ...changes });
    return (await hub.call('POST', '/games/create/local', { token: admin, body })).body.id as number;
  };
  first = await create('first', { name: 'First', description_en: '=1+1\nand more ' });
  second = await create('second', { name: 'Second', integrationsToAdd: [alpina] });
  third = await create('third', { name: 'Third', pay_method: 'Scatter' });
  await linkGame(db, alpina, third);
});

const gameOf = async (id: number) =>
  (await hub.get(`/games/${id}?with=integrations`, admin)).body as Record<string, unknown> & {
    integrations: { name: string }[];
  };

async function exported(): Promise<Cells[]> {
  const { status, body } = await hub.get('/games/export-for-editing', admin);
  expect([status, body.games, body.fileName]).toEqual([200, 3, expect.stringMatching(/^games-.*\.xlsx$/)]);
  const rows: Cells[] = [];
  for await (const { values } of streamXlsxRows(Buffer.from(body.content, 'base64'), { sheet: 0 }))
    rows.push([...(values as Cells)]);
  return rows;
}

async function send(rows: Cells[] | Uint8Array | string, token: string | null = admin) {
  const content = Array.isArray(rows) ? await writeXlsx({ sheets: [{ name: 'Games', rows }] }) : rows;
  const body = new FormData();
  body.append('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]), 'games.xlsx');
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return hub.fetch('/api/games/import/check', { method: 'POST', body, headers });
}

async function check(rows: Cells[]): Promise<SheetCheck> {
  const { status, body } = await send(rows);
  expect(status, JSON.stringify(body)).toBe(200);
  return sheetCheck.parse(body);
}

const post = (path: string, token: string | null = admin) =>
  hub.call('POST', path, token === null ? {} : { token });

/** The workbook with other cells, by game and heading. */
function edited(rows: Cells[], changes: Record<number, Record<string, Cells[number]>>): Cells[] {
  const [head = [], ...games] = rows;
  const at = (heading: string) => {
    const place = head.indexOf(heading);
    if (place < 0) throw new Error(`No column ${heading}`);
    return place;
  };
  return [
    head,
    ...games.map((cells) => {
      const copy = [...cells];
      for (const [heading, value] of Object.entries(changes[Number(cells[0])] ?? {}))
        copy[at(heading)] = value;
      return copy;
    }),
  ];
}

const verdicts = ({ rows }: SheetCheck) => rows.map(({ gameId, verdict }) => [gameId, verdict]);
const visible = (id: number, name: string) => `visible:${id} ${name}`;

describe('a workbook of games', () => {
  it('changes nothing as it was exported, texts like formulas and lines of other methods included', async () => {
    const rows = await exported();
    expect(rows[0]?.slice(0, 5)).toEqual(['id', 'version', 'slug', 'name', 'sub_name']);
    expect(rows[0]?.slice(-2)).toEqual([visible(alpina, 'Alpina'), visible(baltica, 'Baltica')]);
    const found = await check(rows);
    expect(verdicts(found)).toEqual([
      [first, 'unchanged'],
      [second, 'unchanged'],
      [third, 'unchanged'],
    ]);
    expect(found.ignored).toEqual([]);
  });

  it('changes exactly the cells that were changed, once, and undoes exactly those', async () => {
    const before = await Promise.all([first, second, third].map(gameOf));
    const rows = edited(await exported(), {
      [first]: { rtp: '95,5', [visible(baltica, 'Baltica')]: 'yes' },
      [second]: { demo: 'no', [visible(alpina, 'Alpina')]: 'no' },
    });
    const found = await check(rows);
    expect(found.rows.map(({ verdict, changes }) => [verdict, changes])).toEqual([
      [
        'change',
        [
          { column: 'rtp', old: '96.12', new: '95.5' },
          { column: visible(baltica, 'Baltica'), old: 'no', new: 'yes' },
        ],
      ],
      [
        'change',
        [
          { column: 'demo', old: 'yes', new: 'no' },
          { column: visible(alpina, 'Alpina'), old: 'yes', new: 'no' },
        ],
      ],
      ['unchanged', []],
    ]);
    expect(await gameOf(first)).toEqual(before[0]);

    const path = `/games/import/${found.import.id}`;
    const both = await Promise.all([post(`${path}/apply`), post(`${path}/apply`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const applied = sheetResult.parse(both.find(({ status }) => status === 200)?.body);
    expect([applied.refused, applied.import.games, applied.import.isUndoable]).toEqual([[], 2, true]);
    expect(await gameOf(first)).toMatchObject({
      rtp: 95.5,
      isDemo: true,
      integrations: [{ name: 'Baltica' }],
    });
    expect(await gameOf(second)).toMatchObject({ rtp: 96.12, isDemo: false, integrations: [] });
    expect(await gameOf(third)).toEqual(before[2]);
    expect((await logOf(hub, first))[0]?.updates).toEqual({
      rtp: { old: 96.12, new: 95.5 },
      integrations: { old: [], new: ['Baltica'] },
    });
    const listed = (await hub.get('/games/import/applied', admin)).body;
    expect(listed[0]).toEqual(applied.import);

    const undone = await post(`${path}/undo`);
    expect([undone.status, undone.body.refused]).toEqual([200, []]);
    for (const [index, id] of [first, second, third].entries()) {
      const { updatedAt: _before, ...then } = before[index] as Record<string, unknown>;
      const { updatedAt: _now, ...now } = await gameOf(id);
      expect(now).toEqual(then);
    }
    expect((await post(`${path}/undo`)).status).toBe(409);
  });

  it('names what is wrong by cell, and applies the other rows', async () => {
    const rows = edited(await exported(), {
      [first]: { rtp: 101, name: ' ', volatility: 'high', release_date: 'soon', mobile: 'perhaps' },
      [second]: { min_bet: 500, slug: 'other', max_bet: '1.000' },
      [third]: { [visible(alpina, 'Alpina')]: 'no', description_it: 'Nuovo' },
    });
    const unknown: Cells = [999_999, 'v0', 'ghost', 'Ghost'];
    const found = await check([...rows, unknown, rows[1] as Cells]);
    expect(found.rows.map(({ line, verdict }) => [line, verdict])).toEqual([
      [2, 'error'],
      [3, 'error'],
      [4, 'error'],
      [5, 'unknown'],
      [6, 'error'],
    ]);
    const named = found.rows.map(({ errors }) =>
      Object.fromEntries(errors.map(({ column, message }) => [column, message.code])),
    );
    expect(named).toEqual([
      {
        rtp: 'fields.tooLarge',
        name: 'fields.gameNameRequired',
        volatility: 'fields.sheetNumber',
        release_date: 'fields.sheetDay',
        mobile: 'fields.sheetYesNo',
      },
      { min_bet: 'fields.betOrder', slug: 'fields.slugKept', max_bet: 'fields.sheetAmount' },
      { [visible(alpina, 'Alpina')]: 'fields.sheetPlayed' },
      {},
      expect.objectContaining({ id: 'fields.sheetGameTwice' }),
    ]);
    expect(found.import.games).toBe(0);
  });

  it('leaves a game alone whose integration is gone since the check', async () => {
    const { db } = hub.stores.postgres;
    const cursa = (await addIntegration(db, 'Cursa')).id;
    const rows = edited(await exported(), {
      [first]: { [visible(cursa, 'Cursa')]: 'yes' },
      [second]: { rtp: 90 },
    });
    const { import: checked } = await check(rows);
    await db
      .updateTable('integrations')
      .set({ deleted_at: new Date(), is_active: false })
      .where('id', '=', cursa)
      .execute();
    const applied = await post(`/games/import/${checked.id}/apply`);
    expect([applied.status, applied.body.refused]).toEqual([200, [{ id: first, name: 'First' }]]);
    expect((await gameOf(second)).rtp).toBe(90);
  });

  it('leaves alone what was changed meanwhile: before the check, before it is applied, before it is undone', async () => {
    const rows = edited(await exported(), {
      [first]: { rtp: 90 },
      [second]: { rtp: 90 },
      [third]: { rtp: 90 },
    });
    const save = async (id: number, name: string) => {
      const { slug, pay_method } = await gameOf(id);
      const body = gameForm({ slug, pay_method, name });
      expect((await hub.call('PUT', `/games/update/${id}`, { token: admin, body })).status).toBe(200);
    };
    await save(first, 'Changed');
    const found = await check(rows);
    expect(verdicts(found)).toEqual([
      [first, 'meanwhile'],
      [second, 'change'],
      [third, 'change'],
    ]);
    // Who sees a game is part of what was exported.
    await linkGame(hub.stores.postgres.db, baltica, second, 'visible');
    const path = `/games/import/${found.import.id}`;
    const applied = await post(`${path}/apply`);
    expect(applied.body.refused).toEqual([{ id: second, name: 'Second' }]);
    expect([(await gameOf(first)).rtp, (await gameOf(second)).rtp, (await gameOf(third)).rtp]).toEqual([
      96.12, 96.12, 90,
    ]);
    await save(third, 'Later');
    const undone = await post(`${path}/undo`);
    expect(undone.body.refused).toEqual([{ id: third, name: 'Third' }]);
    expect((await gameOf(third)).name).toBe('Later');
  });

  it('refuses files that are none of the hub’s, unknown imports, and everyone but administrators of the provider', async () => {
    const fields = async (content: string | Uint8Array) => {
      const { status, body } = await send(content);
      expect(status).toBe(422);
      return body.fieldDetails;
    };
    expect(await fields('id,name\n1,A')).toEqual({
      file: messageOf('fields.sheetColumnMissing', { column: 'version' }),
    });
    expect(await fields('id,version,id\n1,A,1')).toEqual({
      file: messageOf('fields.sheetColumnTwice', { column: 'id' }),
    });
    expect(await fields(Uint8Array.of(0x50, 0x4b, 3, 4, 1))).toEqual({
      file: messageOf('fields.fileUnreadable'),
    });
    const many = Array.from({ length: 3_001 }, (_, index) => `${index},v`).join('\n');
    expect(await fields(`id,version\n${many}`)).toEqual({
      file: messageOf('fields.fileTooManyRows', { max: 3_000 }),
    });
    const unknown = '/games/import/00000000-0000-4000-8000-000000000000';
    const manager = await tokenFor('ludus_manager');
    for (const path of [`${unknown}/apply`, `${unknown}/undo`]) {
      expect((await post(path)).status).toBe(404);
      expect((await post(path, manager)).status).toBe(403);
      expect((await post(path, null)).status).toBe(401);
    }
    expect((await send('id,version\n1,v', manager)).status).toBe(403);
    expect((await send('id,version\n1,v', null)).status).toBe(401);
    expect((await hub.get('/games/export-for-editing', manager)).status).toBe(403);
  });
});
