import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { csvPieces } from '../../infra/spreadsheet/index.ts';
import type { References } from '../integrations/index.ts';
import type { StoredSession } from '../session-store/index.ts';
import { sessionsFileName, sessionsMail } from './sessions.mail-text.ts';
import { closeRefusal } from './sessions.policy.ts';
import { sessionsTable } from './sessions.table.ts';

const stored: StoredSession = {
  id: '00000000-0000-8000-8000-000000000001',
  sessionId: 'S-1',
  externalSessionId: 'M1',
  externalTicketId: '=N1',
  integrationId: 1,
  operatorId: 5,
  gameId: 9,
  userId: 'p-1',
  sessionType: 1,
  isOpen: false,
  isMobile: true,
  bet: 1_000,
  win: 123_456,
  grossWin: -122_456,
  netWin: -91_842,
  due: -5,
  rounds: 12,
  createdAt: new Date('2026-10-25T00:30:00Z'),
  updatedAt: new Date('2026-10-25T01:30:00.999Z'),
  fetchedAt: new Date('2026-10-25T02:00:00Z'),
};
const names = {
  integrations: new Map([[1, { id: 1, name: 'Alpina' }]]),
  operators: new Map([[5, { id: 5, name: '@Viva, "Città"' }]]),
  games: new Map([[9, { summary: { name: 'Sugar Cascade', sub_name: 'Deluxe' } }]]),
} as unknown as References;
const alpina = { id: 1, name: 'Alpina' };

async function csvFor(role: Parameters<typeof actorOf>[0], session = stored): Promise<string[]> {
  const actor = actorOf(role, role.startsWith('integration') ? alpina : null);
  let text = '';
  async function* batches() {
    yield [session];
  }
  for await (const piece of csvPieces(sessionsTable(actor, batches(), names, () => {}))) text += piece;
  return text.split('\r\n');
}

describe('[OPEN-84] the sessions list as CSV', () => {
  it('[LIST-15] a provider admin gets the columns of the screen, amounts as plain numbers', async () => {
    expect(await csvFor('ludus_admin')).toEqual([
      'Integration,Game,External ticket ID,Bet,Win,Gross win,Net win,Due,Rounds,Last update,Operator,Session ID,User ID,State,Created at,Type',
      "Alpina,Sugar Cascade - Deluxe,'=N1,10.00,1234.56,-1224.56,-918.42,-0.05,12,2026-10-25T02:30:00+01:00," +
        '"\'@Viva, ""Città""",S-1,p-1,Closed,2026-10-25T02:30:00+02:00,Real',
      '',
    ]);
  });

  it('[LIST-15] users of an integration get the operator in place of the integration', async () => {
    const [heading, row] = await csvFor('integration_admin');
    expect(heading).toBe(
      'Operator,Game,External ticket ID,Bet,Win,Gross win,Net win,Due,Rounds,Last update,Session ID,User ID,State,Created at,Type',
    );
    expect(row).toContain('"\'@Viva, ""Città"""');
  });

  it('marks play money, for which no one owes anything', async () => {
    const [, row] = await csvFor('ludus_admin', { ...stored, sessionType: 4 });
    expect(row).toContain('-918.42,,12,');
    expect(row).toMatch(/,Fun$/);
  });

  it.each(['ludus_manager', 'integration_manager'] as const)('[OPEN-81] %s gets no due', async (role) => {
    const [heading] = await csvFor(role);
    expect(heading).not.toContain('Due');
    expect(heading).toContain('Net win');
  });
});

describe('the mail with the list', () => {
  it('says what was filtered, the zone, how fresh the session store is and how many rows there are', () => {
    const mail = sessionsMail({
      filter: {
        from: '2026-10-25',
        to: '2026-10-26',
        sessionTypeId: 4,
        isOpen: false,
        nonZeroRounds: true,
        integrationId: [1],
        gameIds: [9],
        betRange: { min: 1, max: null },
        userId: '<b>',
      },
      names,
      rows: 1_234,
      missing: [['Rows in quarantine', 'Alpina 3 (2026-10-25: 3)']],
      fresh: { asOf: '2026-10-26T09:05:00.000Z', notFetched: 2 },
      username: 'admin',
    });
    expect(mail.subject).toBe('Sessions list, 25/10/2026 00:00 to 27/10/2026 00:00, 1.234 sessions');
    for (const line of [
      'Type: fun',
      'State: closed',
      'Rounds: more than 0',
      'Integrations: Alpina',
      'Games: Sugar Cascade - Deluxe',
      'User ID: <b>',
      'Bet: from 1.00 EUR',
      'Sessions: 1.234',
      'Time zone: Europe/Rome',
      'Sessions as of: 26/10/2026 10:05, without 2 integrations not fetched yet',
      'Rows in quarantine: Alpina 3 (2026-10-25: 3)',
      'Requested by: admin',
    ]) {
      expect(mail.text).toContain(line);
    }
    expect(mail.html).toContain('&lt;b&gt;');
    expect(mail.html).not.toContain('<b>');
  });

  it('[OPEN-97] names its file by days in Rome, whatever zone the period was sent in', () => {
    const nameOf = (from: string, to: string) => sessionsFileName({ from, to });
    expect(nameOf('2026-11-20', '2026-11-21')).toBe('sessions-2026-11-20-2026-11-21.csv');
    expect(nameOf('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')).toBe('sessions-2026-11-20-2026-11-20.csv');
  });

  it('says so when nothing matches', () => {
    const filter = { from: '2026-10-25', to: '2026-10-25' };
    const { text } = sessionsMail({
      filter,
      names,
      rows: 0,
      fresh: { asOf: null, notFetched: 2 },
      missing: [],
      username: 'admin',
    });
    expect(text).toContain('No session matches these filters');
    expect(text).toContain('Sessions as of: never fetched');
  });
});

describe('[BOX-08][OPEN-95] closing', () => {
  const open = { isOpen: true, updatedAt: new Date('2026-10-25T01:00:00.000Z') };

  it('is possible when open and older than ten minutes; exactly ten minutes is not', () => {
    expect(closeRefusal(open, new Date('2026-10-25T01:10:00.000Z'))).toBe('recent');
    expect(closeRefusal(open, new Date('2026-10-25T01:10:00.001Z'))).toBeNull();
    expect(closeRefusal({ ...open, isOpen: false }, new Date('2026-10-26T01:00:00Z'))).toBe('closed');
  });
});
