import { messageOfIssue, type SessionListQuery, sessionListQuery } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { renderMessage } from '../../infra/messages/index.ts';
import { parsePagePosition, toStoreFilter } from './sessions.filter.ts';

const period = { from: '2026-10-25', to: '2026-10-25' };
const read = (query: Record<string, unknown>): SessionListQuery =>
  sessionListQuery.parse({ ...period, ...query });
const issuesOf = (query: Record<string, unknown>) => {
  const { error } = sessionListQuery.safeParse({ ...period, ...query });
  return error?.issues.map((issue) => [issue.path.join('.'), renderMessage(messageOfIssue(issue))]);
};

describe('the filter of the sessions list', () => {
  it('[API-079][API-081] takes every parameter of the documents over, amounts in cents', () => {
    const filter = toStoreFilter(
      read({
        sessionTypeId: '1',
        gameIds: '3,5',
        isOpen: 'true',
        nonZeroRounds: 'true',
        userId: ' p-7 ',
        betRange: '0.1,3000',
        winRange: ',12.34',
        grossWinRange: '-5,',
        integrationId: '2',
        filter: { operatorId: ['9', '8'] },
      }),
    );
    expect(filter).toEqual({
      from: new Date('2026-10-24T22:00:00Z'),
      to: new Date('2026-10-25T23:00:00Z'),
      sessionType: 1,
      integrations: [2],
      operators: [9, 8],
      games: [3, 5],
      isOpen: true,
      nonZeroRounds: true,
      userId: 'p-7',
      bet: { min: 10, max: 300_000 },
      win: { min: null, max: 1_234 },
      grossWin: { min: -500, max: null },
    });
  });

  it('[LIST-03] without parameters everything of the period is asked for', () => {
    expect(toStoreFilter(read({}))).toMatchObject({
      sessionType: null,
      isOpen: null,
      nonZeroRounds: false,
      integrations: undefined,
      userId: undefined,
    });
    expect(toStoreFilter(read({ isOpen: 'null', sessionTypeId: 'null', userId: '' }))).toMatchObject({
      sessionType: null,
      isOpen: null,
      userId: undefined,
    });
  });

  it('[API-079][API-080][OPEN-76] either name of the integration filter counts, and both together leave what they share', () => {
    expect(toStoreFilter(read({ filter: { integrationId: '4' } }))?.integrations).toEqual([4]);
    const both = read({ integrationId: '2,4', filter: { integrationId: '4,6' } });
    expect(toStoreFilter(both)?.integrations).toEqual([4]);
    expect(toStoreFilter(read({ integrationId: '2', filter: { integrationId: '4' } }))).toBeNull();
  });

  it('[CONST-10] a last minute of 23:59 means the whole day', () => {
    const filter = toStoreFilter(
      read({ from: '2026-10-25T00:00:00+02:00', to: '2026-10-25T23:59:00+01:00' }),
    );
    expect(filter?.to).toEqual(new Date('2026-10-25T23:00:00Z'));
  });

  it.each([
    ['[LIST-20][ERR-082]', { betRange: '5,1' }, 'betRange', 'Invalid Bet range'],
    ['[LIST-21][OPEN-80]', { winRange: '5,1' }, 'winRange', 'Invalid Win range'],
    ['[LIST-22][ERR-083]', { grossWinRange: '5,1' }, 'grossWinRange', 'Invalid Gross Win range'],
    ['[LIST-22][ERR-083]', { grossWinRange: ',' }, 'grossWinRange', 'Invalid Gross Win range'],
  ])('%s %j is refused in the words of the documents', (_rows, query, field, message) => {
    expect(issuesOf(query)).toEqual([[field, message]]);
  });
});

describe('[OPEN-83] the cursor of the list', () => {
  const id = 'ABCDEF01-2345-8678-9abc-def012345678';
  const byBet = { field: 'bet', direction: 'asc' } as const;
  const byUpdate = { field: 'externalUpdatedAt', direction: 'desc' } as const;

  it('stands before the page number and is read in the unit of the order', () => {
    expect(parsePagePosition({ page: 3, nextItem: undefined }, byBet)).toEqual({ page: 3 });
    expect(parsePagePosition({ page: undefined, nextItem: undefined }, byBet)).toEqual({ page: 1 });
    expect(parsePagePosition({ page: 3, nextItem: { id, bet: '-12.3' } }, byBet)).toEqual({
      after: { value: -1_230, id: id.toLowerCase() },
    });
    const cursor = { id, externalUpdatedAt: '2026-10-25T02:30:00.123+01:00' };
    expect(parsePagePosition({ page: 1, nextItem: cursor }, byUpdate)).toEqual({
      after: { value: Date.parse('2026-10-25T01:30:00.123Z'), id: id.toLowerCase() },
    });
  });

  it.each([
    [{ bet: '1' }],
    [{ id }],
    [{ id, win: '1' }],
    [{ id, bet: 'much' }],
    [{ id, bet: '' }],
    [{ id, bet: '1.234' }],
    [{ id: 'x', bet: '1' }],
    [{ id, bet: '1', win: '1' }],
  ])('%j does not fit and is refused, naming the field', (nextItem) => {
    expect(() => parsePagePosition({ page: 1, nextItem }, byBet)).toThrow(
      expect.objectContaining({ fields: { nextItem: expect.any(String) } }),
    );
  });
});
