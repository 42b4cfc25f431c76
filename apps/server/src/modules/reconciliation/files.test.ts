import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type ComparedFile,
  comparedFile,
  type FileCheck,
  fileCheck,
  fileFields,
  messageOf,
} from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { platformSession } from '../../../test/fake-platform.ts';
import {
  type OpenHub,
  openFor,
  startOpenHub,
  type Who,
} from '../../../test/support/open-sessions/open-hub.ts';
import { csvPieces, xlsxPieces } from '../../infra/spreadsheet/index.ts';
import { createWholeLists } from '../sessions/index.ts';
import { calendarOfHeading, guessMapping, parseCents, parseTime } from './files.read.ts';

let hub: OpenHub;
let world: OpenHub['world'];
let sent: PlatformSession[];

beforeAll(async () => {
  hub = await startOpenHub();
  ({ world } = hub);
  sent = Array.from({ length: 6 }, (_, index) =>
    platformSession(5_000 + index, {
      sessionType: 1,
      createdAt: '2026-11-05T10:00:00.000Z',
      updatedAt: '2026-11-05T10:30:00.000Z',
    }),
  );
  world.alpina.put(...sent);
  await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));
});
afterAll(() => world?.close());

/** The file of the sessions list of a day, as it is exported. */
async function ownFile(format: 'xlsx' | 'csv', filter: object = {}): Promise<Buffer> {
  const { sessionStore, integrations, ids } = world;
  const lists = createWholeLists({
    sessionStore: sessionStore.service,
    referenceData: integrations.referenceData,
  });
  const day = { from: '2026-11-20', to: '2026-11-20', integrationId: [ids.alpina] };
  const table = await lists.open(actorOf('ludus_admin'), { ...day, ...filter }).table(() => {});
  return buffer(Readable.from(format === 'csv' ? csvPieces(table) : xlsxPieces([table])));
}

const path = () => `/reconciliation/${world.ids.alpina}/files`;

async function upload(to: string, content: string | Uint8Array, mapping?: object, who: Who | null = 'admin') {
  const body = new FormData();
  if (mapping !== undefined) body.append('mapping', JSON.stringify(mapping));
  body.append(
    'file',
    new Blob([typeof content === 'string' ? content : Buffer.from(content)]),
    'sessions.csv',
  );
  const reply = await fetch(`${world.hub.url}/api${to}`, {
    method: 'POST',
    body,
    headers: who === null ? {} : { authorization: `Bearer ${hub.tokens[who]}` },
  });
  return { status: reply.status, body: (await reply.json()) as { fieldDetails?: unknown } };
}

const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',');
const line = (session: PlatformSession, part: Partial<PlatformSession> = {}) => {
  const { sessionId, bet, win } = { ...session, ...part };
  return [sessionId, '05/11/2026 11:00', euros(bet), euros(win)].join(';');
};
const csv = (...lines: string[]) => ['Id sessione;Data;Puntato;Vinto', ...lines].join('\n');

async function check(content: string | Uint8Array, mapping?: object, who: Who = 'admin'): Promise<FileCheck> {
  const { status, body } = await upload(`${path()}/check`, content, mapping, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return fileCheck.parse(body);
}

async function compare(
  content: string | Uint8Array,
  mapping: object,
  who: Who = 'admin',
): Promise<ComparedFile> {
  const { status, body } = await upload(path(), content, mapping, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return comparedFile.parse(body);
}

const mapping = { sessionId: 0, createdAt: 1, bet: 2, win: 3 };
const counted = ({ classes }: ComparedFile) => classes.map((one) => [one.class, one.sessions]);

describe('cells', () => {
  it.each([
    ['1.234,50', ',', 123_450],
    ['1,234.50', '.', 123_450],
    ['1234', ',', 123_400],
    ['-0,5', ',', -50],
    ['12,34 €', ',', 1_234],
    ['12.345', ',', 1_234_500],
    ['12,345', ',', null],
    ['1.2.3', '.', null],
    ['abc', '.', null],
    ['', '.', null],
  ] as const)('%s with decimals after "%s" is %s cents', (text, decimal, cents) => {
    expect(parseCents(text, decimal)).toBe(cents);
  });

  it('numbers of a spreadsheet are euro, to the cent', () => {
    expect([parseCents(12.34, ','), parseCents(0.1 + 0.2, '.'), parseCents(1.005, '.')]).toEqual([
      1_234,
      30,
      null,
    ]);
  });

  it.each([
    ['2026-11-05T10:00:00.000Z', '2026-11-05T10:00:00.000Z'],
    ['05/11/2026 11:00', '2026-11-05T10:00:00.000Z'],
    ['2026-07-01 00:30:15', '2026-06-30T22:30:15.000Z'],
    ['31/02/2026', null],
    ['5/13/2026', null],
    ['', null],
  ])('the time %s is %s', (text, instant) => {
    expect(parseTime(text)?.toISOString() ?? null).toBe(instant);
  });

  it.each([
    ['Created at', '05/11/2026 11:00', '2026-11-05T10:00:00.000Z'],
    ['Created at (Europe/Rome)', '05/11/2026 11:00', '2026-11-05T10:00:00.000Z'],
    ['Created at (UTC)', '05/11/2026 11:00', '2026-11-05T11:00:00.000Z'],
    ['Created (Europe/London)', '2026-07-01 00:30:15', '2026-06-30T23:30:15.000Z'],
    ['Created (local time)', '05/11/2026 11:00', '2026-11-05T10:00:00.000Z'],
    ['Created (UTC)', '2026-11-05T11:00:00+01:00', '2026-11-05T10:00:00.000Z'],
    // The clocks of Rome went back at 03:00 on that day.
    ['Creata il (Europe/Rome)', '25/10/2026 01:30', '2026-10-24T23:30:00.000Z'],
    ['Creata il (Europe/Rome)', '25/10/2026 23:30', '2026-10-25T22:30:00.000Z'],
  ])('under "%s", the time %s is %s', (heading, text, instant) => {
    expect(parseTime(text, calendarOfHeading(heading))?.toISOString()).toBe(instant);
  });

  it('a date of a spreadsheet is the nearest second, not the one before', () => {
    expect(parseTime(new Date('2026-11-04T23:59:59.999Z'))?.toISOString()).toBe('2026-11-04T23:00:00.000Z');
  });

  it('headings of both languages name their fields', () => {
    expect(guessMapping(['Session ID', 'Created at', 'Bet', 'Win', 'Net win', 'x'])).toEqual({
      sessionId: 0,
      createdAt: 1,
      bet: 2,
      win: 3,
      netWin: 4,
    });
    expect(guessMapping(['Vinto', 'Puntato', 'ID sessione', 'Data creazione'])).toEqual({
      win: 0,
      bet: 1,
      sessionId: 2,
      createdAt: 3,
    });
    expect(
      guessMapping(['ID sessione', 'Creata il (Europe/Rome)', 'Puntato (EUR)', 'Vinto (EUR)', 'Stato']),
    ).toEqual({ sessionId: 0, createdAt: 1, bet: 2, win: 3, isOpen: 4 });
  });
});

describe('the dry run', () => {
  it('guesses the columns, and says what is wrong with which line', async () => {
    const [first] = sent as [PlatformSession];
    const found = await check(
      csv(line(first), ';05/11/2026;1,00;1,00', 'S-1;never;1,00;1,00', 'S-2;05/11/2026;x;1,00'),
    );
    expect(found).toMatchObject({
      columns: ['Id sessione', 'Data', 'Puntato', 'Vinto'],
      mapping,
      mappingOrigin: 'guessed',
      missing: [],
      rows: 4,
      right: 1,
      wrong: 3,
      from: '2026-11-05',
      to: '2026-11-05',
    });
    expect(found.errors).toEqual([
      { line: 3, error: 'noSessionId', field: 'sessionId', value: '' },
      { line: 4, error: 'noDay', field: 'createdAt', value: 'never' },
      { line: 5, error: 'noAmount', field: 'bet', value: 'x' },
    ]);
  });

  it('names the fields that have no column', async () => {
    const found = await check('a,b\n1,2');
    expect([found.missing, found.right]).toEqual([['sessionId', 'createdAt', 'bet', 'win'], 0]);
  });

  it('reads XLSX with its numbers and dates', async () => {
    const [first] = sent as [PlatformSession];
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Sessions',
          rows: [
            ['Session ID', 'Created at', 'Bet', 'Win'],
            [first.sessionId, new Date('2026-11-05T11:00:00Z'), first.bet / 100, first.win / 100],
          ],
        },
      ],
    });
    expect(await check(bytes)).toMatchObject({ right: 1, wrong: 0, from: '2026-11-05' });
    const compared = await compare(bytes, mapping);
    expect(counted(compared)).toEqual([['missingThere', 5]]);
    // What the file has no column for is no difference of sessions that it lacks either.
    for (const { difference } of [compared, ...compared.classes]) {
      expect(difference.bet).toBeLessThan(0);
      expect(difference).toMatchObject({ netWin: 0, due: 0, rounds: 0 });
    }
  });
});

describe("the hub's own file of the sessions list", () => {
  it.each(['xlsx', 'csv'] as const)('maps itself as %s, and differs in nothing', async (format) => {
    const bytes = await ownFile(format);
    const found = await check(bytes);
    expect(found.errors).toEqual([]);
    expect(found).toMatchObject({ missing: [], wrong: 0, from: '2026-11-20', to: '2026-11-20' });
    expect(Object.keys(found.mapping).sort()).toEqual([...fileFields].sort());
    // On the wall clock of the file, without an offset that it does not have.
    const created = found.sample.map((cells) => cells[found.mapping.createdAt ?? -1]);
    expect(created[0]).toMatch(
      format === 'xlsx' ? /^2026-11-20 \d{2}:\d{2}:\d{2}$/ : /^2026-11-20T\d{2}:\d{2}:\d{2}\+01:00$/,
    );
    const compared = await compare(bytes, found.mapping);
    expect([compared.rows, compared.classes]).toEqual([found.rows, []]);
  });

  it('of only the sessions with rounds differs in nothing, one with rounds in the file and none in the hub in its amounts', async () => {
    const idle = openFor(900, 45, { bet: 0, win: 0, netWin: 0, due: 0, rounds: 0 });
    world.alpina.put(idle);
    await world.settled(await world.fetching.requestInitialFetch([world.ids.alpina]));
    const played = await ownFile('csv', { nonZeroRounds: true });
    const { mapping: own } = await check(played);
    expect((await compare(played, own)).classes).toEqual([]);
    const all = (await ownFile('csv')).toString();
    const row = all.split('\r\n').find((one) => one.includes(idle.sessionId)) ?? '';
    const other = row.replace('0.00,0.00,0.00,0.00,0.00,0,', '1.00,0.00,1.00,0.00,0.00,1,');
    expect(other).not.toBe(row);
    expect(counted(await compare(Buffer.from(`${played}${other}\r\n`), own))).toEqual([['amount', 1]]);
  });
});

describe('a comparison with a file', () => {
  it('classes what differs, keeps the result, and remembers the columns of the integration', async () => {
    const [first, second, third, fourth, fifth] = sent as [
      PlatformSession,
      PlatformSession,
      PlatformSession,
      PlatformSession,
      PlatformSession,
    ];
    const content = csv(
      line(first),
      line(second, { bet: second.bet + 150 }),
      line(third),
      line(third),
      line(fourth),
      line(fifth),
      'NEW-1;05/11/2026 12:00;10,00;4,00',
      'broken;never;1,00;1,00',
    );
    const result = await compare(content, mapping, 'alpinaAdmin');
    expect(result).toMatchObject({
      from: '2026-11-05',
      to: '2026-11-05',
      rows: 7,
      wrong: 1,
      username: 'alpinaAdmin',
    });
    expect(counted(result).sort()).toEqual([
      ['amount', 1],
      ['doubled', 1],
      ['missingHere', 1],
      ['missingThere', 1],
    ]);
    const sixth = sent[5] as PlatformSession;
    const cents = 150 + third.bet + 1_000 - sixth.bet;
    expect(Math.round(result.difference.bet * 100)).toBe(cents);

    const { status, body: sessions } = await hub.get(
      `/reconciliation-files/${result.id}/sessions`,
      'alpinaAdmin',
    );
    expect([status, sessions.length]).toEqual([200, 4]);
    expect(sessions.find((one: { class: string }) => one.class === 'amount')).toMatchObject({
      sessionId: second.sessionId,
      difference: { bet: 1.5, win: 0, netWin: 0 },
    });
    // Other headings in front, the same ones remembered.
    const shifted = ['x;Vinto;Puntato;Data;Id sessione', `1;1,00;2,00;05/11/2026;${first.sessionId}`].join(
      '\n',
    );
    expect(await check(shifted)).toMatchObject({
      mapping: { sessionId: 4, createdAt: 3, bet: 2, win: 1 },
      mappingOrigin: 'remembered',
    });
  });

  it('finds a session that the file has on another day than the hub, on both days', async () => {
    const [first, ...others] = sent as [PlatformSession, ...PlatformSession[]];
    const moved = line(first).replace('05/11/2026', '04/11/2026');
    const result = await compare(csv(...others.map((one) => line(one)), moved), mapping);
    expect(result).toMatchObject({
      from: '2026-11-04',
      to: '2026-11-05',
      difference: { sessions: 0, bet: 0 },
    });
    expect(counted(result)).toEqual([['dayBoundary', 2]]);
  });

  it('lists the largest differences first, whatever their day', async () => {
    const found = await compare(
      csv('SMALL;04/11/2026;1,00;0', ...sent.map((one) => line(one)), 'LARGE;05/11/2026;99,00;0'),
      mapping,
    );
    const { body } = await hub.get(`/reconciliation-files/${found.id}/sessions`);
    expect(body.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(['LARGE', 'SMALL']);
  });

  it('is listed for its own integration and for the provider, without net win and due for whoever may not see them', async () => {
    const listed = async (who: Who) => (await hub.get('/reconciliation-files', who)).body as ComparedFile[];
    const [latest] = await listed('admin');
    expect(latest?.integration.name).toBe('Alpina');
    expect((await listed('alpinaAdmin')).length).toBeGreaterThan(0);
    expect(await listed('balticaAdmin')).toEqual([]);
    expect('due' in ((await listed('manager'))[0]?.difference ?? {})).toBe(false);
    const sessions = `/reconciliation-files/${latest?.id}/sessions`;
    expect((await hub.get(sessions, 'balticaAdmin')).status).toBe(404);
    expect(
      (await hub.get('/reconciliation-files/00000000-0000-4000-8000-000000000000/sessions')).status,
    ).toBe(404);
  });

  it('is refused for files that are none, columns that are not there, long periods and other integrations', async () => {
    const fields = async (content: string | Uint8Array, sentMapping: object = mapping) => {
      const { status, body } = await upload(path(), content, sentMapping);
      expect(status).toBe(422);
      return body.fieldDetails;
    };
    expect(await fields(Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2))).toEqual({
      file: messageOf('fields.fileUnreadable'),
    });
    expect(await fields(Uint8Array.of(0xff, 0xfe, 0x00))).toEqual({
      file: messageOf('fields.fileUnreadable'),
    });
    expect(await fields('a,b')).toEqual({ file: messageOf('fields.fileWithoutRows') });
    expect(await fields(csv(line(sent[0] as PlatformSession)), { ...mapping, win: 9 })).toEqual({
      mapping: messageOf('fields.fileMappingInvalid'),
    });
    expect(await fields(csv(line(sent[0] as PlatformSession)), { sessionId: 0 })).toEqual({
      mapping: messageOf('fields.fileColumnsMissing'),
    });
    expect(await fields(csv('S-1;never;1;1'))).toEqual({ file: messageOf('fields.fileNoRightRow') });
    expect(await fields(csv('S-1;01/09/2026;1;1', 'S-2;05/11/2026;1;1'))).toEqual({
      file: messageOf('fields.periodTooLong', { count: 31 }),
    });
    const good = csv(line(sent[0] as PlatformSession));
    for (const to of [path(), `${path()}/check`]) {
      expect((await upload(to, good, mapping, null)).status).toBe(401);
      expect((await upload(to, good, mapping, 'alpinaManager')).status).toBe(403);
      expect((await upload(to, good, mapping, 'balticaAdmin')).status).toBe(404);
    }
  });
});
