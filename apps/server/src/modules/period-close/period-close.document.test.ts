import { sessionTypes } from '@ludus/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  october,
  type PeriodHub,
  reason,
  startPeriodHub,
  type Who,
} from '../../../test/support/period-close/period-hub.ts';
import { writePeriod } from './period-close.document.ts';

let hub: PeriodHub;

beforeAll(async () => {
  hub = await startPeriodHub();
  await hub.put(
    october(1, { bet: 123_456, win: 100_000, netWin: 17_592, due: 1_999 }),
    october(2, { bet: 2_000, win: 500, netWin: 1_125, due: 100 }),
  );
});
afterAll(() => hub?.world.close());

const open = (address: string, method = 'GET') => fetch(new URL(address, hub.world.hub.url), { method });

/** The words of a document, one space between each. */
async function textOf(address: string): Promise<string> {
  const response = await open(address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const read = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(read, { mergePages: true })).text.replaceAll(/\s+/g, ' ');
}

/** What stands on one line of one cell. */
async function cellsOf(file: Buffer): Promise<string[]> {
  const read = await getDocumentProxy(new Uint8Array(file));
  const cells: string[] = [];
  for (let number = 1; number <= read.numPages; number += 1) {
    const { items } = await (await read.getPage(number)).getTextContent();
    cells.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])));
  }
  return cells;
}

const filesOf = async (who: Who = 'admin') => (await hub.get('2026-10', '', who)).files;

describe('the document of a month', () => {
  it('says of an open month what it is known by and what keeps it open, in both languages', async () => {
    hub.found.compared = { compared: 30, equal: 29 };
    const { en, it: italian } = await filesOf();
    expect(en).toContain('/period-alpina-2026-10-en.pdf?');
    const text = await textOf(en);
    for (const words of [
      'Period close of October 2026',
      'Month 01/10/2026 to 31/10/2026, Europe/Rome',
      'State Open',
      'Closed Not yet',
      'Reconciled Failed 30 of 31 days compared with the platform, 29 of them equal. Not decided yet',
      'Gross win (€) 249,56',
      'Net win (€) 187,17',
      '30 of 31 days were compared.',
      // Thirty days of 100,10 €, one of which the platform states with 5,50 € more.
      'Bet (€) 3.003,00 3.008,50 +5,50',
      '30/10/2026 Differs 3 3 100,10 105,60 +5,50 90,00 90,00 –',
      'Made for admin, 20/11/2026 13:00',
    ])
      expect(text).toContain(words);
    expect(await textOf(italian)).toContain(
      'Riconciliato Non superato 30 giorni su 31 confrontati con la piattaforma, 29 uguali. Non ancora deciso',
    );
  });

  it('says of a closed month who closed it, why in spite of what, and what has changed since', async () => {
    await hub.close('2026-10');
    await hub.put(october(1, { bet: 123_556, win: 100_000, updatedAt: '2026-11-19T10:00:00.000Z' }));
    const text = await textOf((await filesOf()).en);
    for (const words of [
      'State Closed, restated since',
      'Put in review 20/11/2026 13:00 by admin',
      'Closed 20/11/2026 13:00 by admin',
      `Closed anyway: ${reason}`,
      'Changed since 1 session changes',
      'Gross win (€) 249,56 250,56 +1,00',
    ])
      expect(text).toContain(words);
  });

  it('has the statement of the month, for those who see statements', async () => {
    hub.found.statement = '2026/7';
    expect(await textOf((await filesOf()).en)).toContain('Statement 2026/7 Made for admin');
    expect(await textOf((await filesOf()).it)).toContain('Rendiconto 2026/7');
    expect(await textOf((await filesOf('manager')).en)).not.toContain('2026/7');
    hub.found.statement = undefined;
  });

  it('names whoever has seen what was found and closed the month', async () => {
    const detail = await hub.get('2026-10');
    const checks = detail.checks.map((check) => ({
      ...check,
      result: 'attention' as const,
      decision: { kind: 'acknowledged' as const, reason: null },
    }));
    const printed = {
      detail: { ...detail, checks },
      days: [],
      statement: undefined,
      username: 'other',
      at: new Date(detail.to),
    };
    const wordsIn = async (language: 'en' | 'it') =>
      (await cellsOf(await writePeriod(printed, language))).join(' ').replaceAll(/\s+/g, ' ');
    expect(await wordsIn('en')).toContain('Seen by admin, who closed the month');
    expect(await wordsIn('it')).toContain('Preso in visione da admin, che ha chiuso il mese');
  });

  it('breaks no amount and no head, however much was played', async () => {
    const ours = { sessions: 1_234_567, open: 0, bet: 12_345_678.9, win: 12_345_678.9, rounds: 9 };
    const platform = { ...ours, bet: 98_765_432.1, win: 98_765_432.1 };
    const difference = { sessions: 0, open: 0, bet: 86_419_753.2, win: 86_419_753.2, rounds: 0 };
    const types = [{ sessionTypeId: sessionTypes.real, ours, platform, difference }];
    const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}`;
    const days = Array.from({ length: 31 }, (_, index) => day(index + 1));
    const printed = {
      detail: await hub.get('2026-10'),
      days: days.map((one) => ({ day: one, state: 'differs' as const, types })),
      statement: undefined,
      username: 'admin',
      at: hub.world.clock.now(),
    };
    for (const language of ['en', 'it'] as const) {
      const cells = await cellsOf(await writePeriod(printed, language));
      const times = (text: string) => cells.filter((cell) => cell === text).length;
      // Of both figures each day, and their sums in the table above and at the end.
      expect(times('12.345.678,90')).toBe(2 * 31);
      expect(times('98.765.432,10')).toBe(2 * 31);
      expect(times('+86.419.753,20')).toBe(2 * 31);
      expect(times('+2.679.012.349,20')).toBe(4);
      expect(times('1.234.567')).toBe(2 * 31);
      for (const one of days) expect(times(one.split('-').reverse().join('/'))).toBe(1);
      expect(cells.filter((cell) => /^\s*,/.test(cell))).toEqual([]);
    }
  });

  it('hides net win and due from those who may not see them', async () => {
    const text = await textOf((await filesOf('manager')).en);
    expect(text).toContain('Gross win (€)');
    expect(text).not.toMatch(/Net win|Due/);
  });

  it('opens only by its own address for those who see the month, and stands in the log', async () => {
    const { en } = await filesOf('other');
    const entries = () =>
      hub.world.hub.stores.postgres.db
        .selectFrom('logs')
        .select(['description', 'related_id'])
        .where('action', '=', 'print')
        .where('username', '=', 'other')
        .execute();
    expect((await open(en, 'HEAD')).status).toBe(200);
    expect(await entries()).toEqual([]);
    expect((await open(en)).status).toBe(200);
    const { alpina, baltica } = hub.world.ids;
    expect(await entries()).toEqual([
      { description: 'Took the document of 10/2026 of Alpina', related_id: `${alpina}/2026-10` },
    ]);
    for (const other of [`/${baltica}-2026-10-en/`, `/${alpina}-2026-09-en/`])
      expect((await open(en.replace(`/${alpina}-2026-10-en/`, other))).status).toBe(404);
    expect((await open(en.split('?')[0] ?? '')).status).toBe(404);
    // Whoever has become someone of an integration sees no months, by no link.
    hub.people.other = { role: 'integration_admin', integration: 'Alpina' };
    expect((await open(en)).status).toBe(404);
    expect((await hub.call('GET', '/periods/999/2026-10')).status).toBe(404);
  });
});
