import {
  type DetailedReport,
  detailedReport,
  encodeStatisticsRequest,
  eurosFromCents,
  type ReportRequestInput,
  type Role,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FiguresHub,
  fixtureNow,
  platformOf,
  startFiguresHub,
} from '../../../test/support/exports/figures-hub.ts';
import { type KnownRow, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { parsePeriod, romeDay } from '../../infra/clock/index.ts';

let world: FiguresHub;
const tokens = {} as Record<'admin' | 'manager' | 'alpina' | 'alpinaManager' | 'guest', string>;

beforeAll(async () => {
  world = await startFiguresHub();
  const now = new Date(fixtureNow);
  const roles: [keyof typeof tokens, Role][] = [
    ['admin', 'ludus_admin'],
    ['manager', 'ludus_manager'],
    ['alpina', 'integration_admin'],
    ['alpinaManager', 'integration_manager'],
    ['guest', 'integration_guest'],
  ];
  for (const [who, role] of roles) tokens[who] = await tokenFor(role, { now });
});
afterAll(() => world?.close());

const path = (request: object) =>
  `/bookkeeping/stats-detailed?a=${encodeURIComponent(encodeStatisticsRequest(request as never))}`;

async function report(
  request: ReportRequestInput,
  who: keyof typeof tokens = 'admin',
): Promise<DetailedReport> {
  const { status, body } = await world.hub.get(path(request), tokens[who]);
  expect(status, JSON.stringify(body)).toBe(200);
  return detailedReport.parse(body);
}

const within = (request: { from: string; to: string }, only: (row: KnownRow) => boolean = () => true) => {
  const { from, to } = parsePeriod(request);
  return world.rows.filter(
    (row) =>
      row.sessionType === 1 &&
      row.createdAtMs >= from.getTime() &&
      row.createdAtMs < to.getTime() &&
      only(row),
  );
};

/** What a row of the report should say of these sessions, by plain arithmetic. */
function queryAggregates(rows: readonly KnownRow[]) {
  const sums = sumsOf(rows);
  return {
    bet: eurosFromCents(sums.bet),
    win: eurosFromCents(sums.win),
    rtp: sums.bet === 0n ? null : Number(sums.win) / Number(sums.bet),
    grosswin: eurosFromCents(sums.bet - sums.win),
    netwin: eurosFromCents(sums.netWin),
    due: eurosFromCents(sums.due),
    sessionsTotal: rows.length,
    rounds: Number(sums.rounds),
    usersCount: sums.players,
  };
}

/** Every row of a tree with the sessions it is of. */
function expectTree({ response, totals }: DetailedReport, rows: readonly KnownRow[]): number {
  let seen = 0;
  const same = (row: object, own: readonly KnownRow[]) => {
    expect(row).toMatchObject(queryAggregates(own));
    expect(own.length).toBeGreaterThan(0);
    seen += 1;
  };
  for (const integration of response) {
    const own = rows.filter(({ integrationId }) => integrationId === integration.integrationId);
    same(integration, own);
    const groups = [
      { platformId: null, operators: integration.directOperators },
      ...integration.platforms.map((platform) => ({ ...platform, platform })),
    ];
    for (const group of groups) {
      const below = own.filter((row) => platformOf(row.operatorId) === group.platformId);
      if ('platform' in group) same(group.platform, below);
      expect(group.operators.map(({ operatorId }) => operatorId).sort()).toEqual(
        [...new Set(below.map((row) => row.operatorId))].sort(),
      );
      for (const operator of group.operators) {
        const played = below.filter((row) => row.operatorId === operator.operatorId);
        same(operator, played);
        expect(operator.games.map(({ gameId }) => gameId).sort()).toEqual(
          [...new Set(played.map((row) => row.gameId))].sort(),
        );
        for (const game of operator.games)
          same(
            game,
            played.filter((row) => row.gameId === game.gameId),
          );
      }
    }
  }
  expect(totals).toEqual(queryAggregates(rows));
  return seen;
}

describe('GET /bookkeeping/stats-detailed', () => {
  it.each([
    ['a day of 23 hours', { from: '2026-03-29', to: '2026-03-29' }],
    ['a day of 25 hours', { from: '2026-10-25', to: '2026-10-25' }],
    ['two months', { from: '2026-10-01', to: '2026-11-20' }],
    ['a part of a day', { from: '2026-10-25T00:30:00Z', to: '2026-10-25T09:17:00Z' }],
    ['a day without bets', { from: '2026-05-05', to: '2026-05-05' }],
    ['a day that lost', { from: '2026-05-06', to: '2026-05-06' }],
  ])(
    '[REP-02][API-086][ENT-23] sums and distinct players of every level are exact: %s',
    async (_, period) => {
      const rows = within(period);
      expect(expectTree(await report(period), rows)).toBeGreaterThan(2);
    },
  );

  it('[REP-02] filters hold on every level, players of the filtered sessions alone', async () => {
    const period = { from: '2026-10-01', to: '2026-11-20' };
    const asked = { ...period, games: [1, 2], operators: [10, 20, 21], integrations: [1, 2] };
    const rows = within(period, ({ gameId, operatorId }) => gameId <= 2 && [10, 20, 21].includes(operatorId));
    expectTree(await report(asked), rows);
    expect((await report({ ...asked, games: [], operators: null, integrations: null })).totals).toEqual(
      queryAggregates(within(period)),
    );
  });

  it('[REP-02] stands by name on every level; games that are gone keep their number', async () => {
    const { response } = await report({ from: '2026-10-01', to: '2026-11-20' });
    expect(response.map(({ integrationName }) => integrationName)).toEqual(['=Gamma', 'Alpina', 'Baltica']);
    const alpina = response[1];
    expect(alpina?.directOperators).toEqual([]);
    expect(alpina?.platforms.map(({ platformName }) => platformName)).toEqual(['Brand Seven']);
    const [beta] = alpina?.platforms[0]?.operators ?? [];
    expect(beta?.operatorName).toBe('Beta');
    expect(beta?.games.map(({ gameName }) => gameName)).toEqual(
      ['Game 5', 'Game 6', 'Game 7', 'Game 8', 'Game 9'].filter((name) =>
        beta?.games.some((game) => game.gameName === name),
      ),
    );
    expect(beta?.games.map(({ gameId }) => gameId)).toContain(5);
  });

  it('[OPEN-88] every Rome day of the range has its figures, empty ones too, cut ones and the running one marked', async () => {
    const period = { from: '2026-10-24T10:00:00+02:00', to: '2026-11-21' };
    const { responsePerDay } = await report({ ...period, singleDay: true });
    expect(responsePerDay).toHaveLength(29);
    const rows = within(period);
    for (const { day, partial, ...figures } of responsePerDay ?? []) {
      expect(figures).toEqual(
        queryAggregates(rows.filter((row) => romeDay(new Date(row.createdAtMs)) === day)),
      );
      expect(partial).toBe(day === '2026-10-24' || day >= '2026-11-20');
    }
    expect((await report(period)).responsePerDay).toBeNull();
    const empty = await report({ from: '2026-01-01', to: '2026-01-02', singleDay: true });
    expect(empty.response).toEqual([]);
    expect(empty.totals).toEqual(queryAggregates([]));
    expect(empty.responsePerDay?.map(({ day, rtp, bet }) => [day, rtp, bet])).toEqual([
      ['2026-01-01', null, 0],
      ['2026-01-02', null, 0],
    ]);
  });

  it('[OPEN-97] says what it covers and how fresh the session store is', async () => {
    const { coverage } = await report({ from: '2026-10-25', to: '2026-10-25' });
    expect(coverage).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
      zone: 'Europe/Rome',
      asOf: '2026-11-20T11:50:00.000Z',
      notFetched: 0,
      openSessions: within({ from: '2026-10-25', to: '2026-10-25' }).filter((row) => row.isOpen).length,
    });
  });

  it('[OPEN-97][API-086] cuts days by another time zone that is sent', async () => {
    const period = { from: '2026-10-24T00:00:00Z', to: '2026-10-27T00:00:00Z' };
    const { responsePerDay, coverage } = await report({
      from: '2026-10-24',
      to: '2026-10-26',
      singleDay: true,
      timeZone: 'UTC',
    });
    expect(coverage).toMatchObject({
      from: '2026-10-24T00:00:00.000Z',
      to: '2026-10-27T00:00:00.000Z',
      zone: 'UTC',
    });
    const ofDay = (day: string) =>
      within(period, (row) => new Date(row.createdAtMs).toISOString().startsWith(day)).length;
    expect(responsePerDay?.map(({ day, sessionsTotal }) => [day, sessionsTotal])).toEqual(
      ['2026-10-24', '2026-10-25', '2026-10-26'].map((day) => [day, ofDay(day)]),
    );
    expect(ofDay('2026-10-25')).toBeGreaterThan(0);
  });

  it('[OPEN-81] net win and due are nowhere in the answer for those who may not see them', async () => {
    const asked = { from: '2026-10-25', to: '2026-10-25', singleDay: true };
    const text = JSON.stringify(await report(asked, 'manager'));
    expect(text).toContain('"grosswin"');
    expect(text).not.toMatch(/netwin|due/);
    expect(JSON.stringify(await report(asked, 'alpina'))).toMatch(/"netwin".*"due"/);
  });

  it('[OPEN-02] people of an integration get their own, whatever they ask for', async () => {
    const period = { from: '2026-10-01', to: '2026-11-20' };
    const own = await report({ ...period, integrations: [1, 2, 3] }, 'alpina');
    expectTree(
      own,
      within(period, ({ integrationId }) => integrationId === 1),
    );
    const foreign = await report({ ...period, integrations: [2] }, 'alpina');
    expect([foreign.response, foreign.totals.sessionsTotal]).toEqual([[], 0]);
  });

  it('[API-084] refuses what cannot be read, unknown figures and keys, and periods that run backwards', async () => {
    const day = { from: '2026-10-25', to: '2026-10-25' };
    for (const [asked, field] of [
      ['/bookkeeping/stats-detailed?a=%25', 'a'],
      ['/bookkeeping/stats-detailed', 'a'],
      [path({ ...day, stats: ['profit'] }), 'stats'],
      [path({ ...day, unknown: 1 }), 'a.unknown'],
      [path({ ...day, timeZone: 'Mars/Base' }), 'a.timeZone'],
      [path({ from: '2026-10-26', to: '2026-10-25' }), 'to'],
    ] as const) {
      const { status, body } = await world.hub.get(asked, tokens.admin);
      expect([status, Object.keys(body.fields ?? {})], asked).toEqual([422, [field]]);
    }
    expect((await report({ ...day, stats: ['bet', 'sessionTotals'] })).totals.bet).toBeGreaterThan(0);
  });

  it('[OPEN-01] is for the roles that see reports alone', async () => {
    const asked = path({ from: '2026-10-25', to: '2026-10-25' });
    expect((await world.hub.get(asked)).status).toBe(401);
    expect((await world.hub.get(asked, tokens.alpinaManager)).status).toBe(403);
    expect((await world.hub.get(asked, tokens.guest)).status).toBe(403);
  });
});
