import { type ExportedFile, exportedFile } from '@ludus/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportCalls, type Who } from '../../../test/support/exports/export-calls.ts';
import { type FiguresHub, fixtureNow, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { type KnownRow, makeRows } from '../../../test/support/session-store/known-rows.ts';
import { textPieces } from './exports.open.ts';

let world: FiguresHub;
const { signIn, post, download } = exportCalls(() => world);
const path = '/bookkeeping/sessions/open/export';
async function exported(body: object, who: Who = 'admin'): Promise<ExportedFile> {
  const answer = await post(path, body, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return exportedFile.parse(answer.body);
}
const day = 86_400_000;

const [sample] = makeRows(1, 1, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
function openFor(sessionId: string, ageMs: number, part: Partial<KnownRow> = {}): KnownRow {
  const createdAtMs = Date.parse(fixtureNow) - ageMs;
  return {
    ...(sample as KnownRow),
    integrationId: 1,
    operatorId: 10,
    sessionType: 1,
    isOpen: true,
    sessionId,
    externalSessionId: `M-${sessionId}`,
    externalTicketId: `N-${sessionId}`,
    createdAtMs,
    updatedAtMs: createdAtMs,
    ...part,
  };
}
const rows = [
  openFor('young', 60_000),
  openFor('old', 25 * day),
  openFor('oldest', 40 * day, { externalTicketId: null }),
  openFor('unknown', 41 * day, { externalSessionId: null, externalTicketId: null }),
  openFor('fun', 25 * day, { sessionType: 4 }),
  openFor('closed', 25 * day, { isOpen: false }),
  openFor('foreign', 25 * day, { integrationId: 2, operatorId: 20 }),
];

beforeAll(async () => {
  world = await startFiguresHub(rows);
});
afterAll(() => world?.close());
beforeEach(() => signIn());

describe('POST /bookkeeping/sessions/open/export', () => {
  it('is a text of both external ids, a line a session, under comment lines that say what it is', async () => {
    const file = await exported({ integrationId: 1 });
    expect(file).toMatchObject({
      state: 'done',
      format: 'txt',
      fileName: 'open-sessions-alpina-2026-11-20-1300.txt',
      rows: 3,
    });
    const answer = await download(file);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe(
      [
        '# Integration: Alpina',
        '# Open sessions as of: 2026-11-20T13:00:00+01:00 (Europe/Rome)',
        '# Age: under 10 minutes, 10 minutes to 24 hours, 1 to 21 days, 21 to 30 days, over 30 days',
        '# Sessions: 3',
        '# Left out, without external IDs: 1',
        '# External session ID\tExternal ticket ID',
        'M-oldest\t',
        'M-old\tN-old',
        'M-young\tN-young',
        '',
      ].join('\n'),
    );
  });

  it('has only the chosen ages', async () => {
    const file = await exported({ integrationId: 1, ages: ['under30d'] });
    const text = await (await download(file)).text();
    expect(text).toContain('# Age: 21 to 30 days\n# Sessions: 1\n');
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['M-old\tN-old']);
  });

  it("[ROLE-16] is there for people of the integration, and another one's is not found", async () => {
    for (const who of ['alpina', 'alpinaManager', 'manager'] as const)
      expect((await exported({ integrationId: 1 }, who)).rows).toBe(3);
    const foreign = await post(path, { integrationId: 2 }, 'alpina');
    expect(foreign.status).toBe(404);
    expect((await exported({ integrationId: 2 }, 'admin')).rows).toBe(1);
    expect((await post(path, { integrationId: 99 }, 'admin')).status).toBe(404);
  });

  it('is refused without a token, to guests, and with what it does not know', async () => {
    expect((await post(path, { integrationId: 1 })).status).toBe(401);
    expect((await post(path, { integrationId: 1 }, 'guest')).status).toBe(403);
    for (const body of [
      {},
      { integrationId: 'x' },
      { integrationId: 1, ages: ['old'] },
      { integrationId: 1, format: 'csv' },
    ])
      expect((await post(path, body, 'admin')).status, JSON.stringify(body)).toBe(422);
  });

  it('is logged with who asked for it', async () => {
    const file = await exported({ integrationId: 1 }, 'alpina');
    const entry = await world.hub.stores.postgres.db
      .selectFrom('logs')
      .select(['action', 'user_id', 'description'])
      .where('related_id', '=', file.id)
      .executeTakeFirst();
    expect(entry).toMatchObject({ action: 'request', user_id: 'user-integration_admin' });
    expect(entry?.description).toContain(file.fileName);
  });
});

describe('a table as text', () => {
  it('keeps one cell one cell, whatever a platform has in its ids', async () => {
    const table = {
      name: 'x',
      columns: [{ title: 'A', kind: 'text' as const }],
      rows: [[{ cells: ['a\tb\r\nc', null] }]],
    };
    let text = '';
    for await (const piece of textPieces(table, [['Integration', 'Al\npina']])) text += piece;
    expect(text).toBe('# Integration: Al pina\n# A\na b  c\t\n');
  });
});
