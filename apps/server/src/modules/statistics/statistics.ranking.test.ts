import {
  encodeStatisticsRequest,
  type MetricId,
  metricIds,
  metrics,
  type Ranking,
  type RankingDimension,
  type Role,
  rankingDimensions,
  ranking as rankingSchema,
  type Statistics,
} from '@ludus/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomCases } from '../../../test/effort.ts';
import {
  type FiguresHub,
  fixtureNow,
  fixtureRows,
  startFiguresHub,
} from '../../../test/support/exports/figures-hub.ts';
import { type KnownRow, makeRows } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';

let world: FiguresHub;
const tokens = new Map<Role, string>();
const roles = [
  'ludus_admin',
  'ludus_manager',
  'integration_admin',
  'integration_manager',
  'integration_guest',
] as const;

/** Alpina, Baltica and the third in February and March 2025, amounts in cents. */
const played: [
  integration: number,
  operator: number,
  game: number,
  user: string,
  at: string,
  bet: number,
  win: number,
][] = [
  [1, 10, 1, 'u1', '2025-02-10', 10_000, 6_000],
  [1, 10, 1, 'u1', '2025-03-10', 30_000, 35_010],
  [1, 11, 2, 'u2', '2025-02-11', 20_000, 15_000],
  [1, 11, 2, 'u2', '2025-03-11', 20_000, 12_000],
  [2, 20, 1, 'u1', '2025-03-12', 50_005, 10_005],
  [3, 30, 3, 'u3', '2025-02-12', 8_000, 2_000],
];

function playedRows(): KnownRow[] {
  const [one] = makeRows(5, 1, '2025-02-01T00:00:00Z', '2025-02-01T00:00:01Z');
  if (one === undefined) throw new Error('No row');
  return played.map(([integrationId, operatorId, gameId, userId, at, bet, win], index) => {
    const createdAtMs = Date.parse(`${at}T12:00:00Z`);
    const times = { createdAtMs, updatedAtMs: createdAtMs };
    const ids = { integrationId, operatorId, gameId, userId, sessionId: `played-${index}` };
    return { ...one, ...ids, ...times, bet, win, sessionType: 1, isOpen: index === 1, rounds: 10 };
  });
}

beforeAll(async () => {
  world = await startFiguresHub([...fixtureRows(), ...playedRows()]);
  for (const role of roles) tokens.set(role, await tokenFor(role, { now: new Date(fixtureNow) }));
});
afterAll(() => world?.close());

type Query = Record<string, string | number>;
const march = { from: '2025-03-01', to: '2025-03-31', sessionTypeId: 1 };
const get = (query: Query, role: Role = 'ludus_admin') =>
  world.hub.get(`/bookkeeping/ranking?${new URLSearchParams(query as never)}`, tokens.get(role));

async function read(query: Query, role?: Role): Promise<Ranking> {
  const { status, body } = await get(query, role);
  expect(status, JSON.stringify(body)).toBe(200);
  return rankingSchema.parse(body);
}

const shown = ({ rows }: Ranking) =>
  rows.map(({ name, value, before, change }) => [name, value, before, change]);

describe('GET /bookkeeping/ranking', () => {
  it('ranks integrations by gross win beside the month before, with their shares', async () => {
    const found = await read({ ...march, by: 'integration', metric: 'grosswin' });
    expect(shown(found)).toEqual([
      ['Baltica', 400, 0, 400],
      ['Alpina', 29.9, 90, -60.1],
    ]);
    expect(found.rows.map(({ share }) => share)).toEqual([400 / 429.9, 29.9 / 429.9]);
    // Baltica's first session is one of March.
    expect(found.rows.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(found.others).toEqual({ count: 1, value: 0, before: 60, change: -60, parts: null, share: 0 });
    // 620.05 € more bet make 244.76 € at the earlier margin of 150 / 380; the rest is the better margin.
    expect(found.total).toEqual({
      value: 429.9,
      before: 150,
      change: 279.9,
      parts: { bet: 244.76, rtp: 35.14 },
    });
    expect(found).toMatchObject({ unit: 'euro', order: 'value', by: 'integration', metric: 'grosswin' });
    expect(found.coverage).toMatchObject({
      from: '2025-02-28T23:00:00.000Z',
      to: '2025-03-31T22:00:00.000Z',
      openSessions: 1,
    });
    expect(found.before).toEqual({
      from: '2025-01-31T23:00:00.000Z',
      to: '2025-02-28T23:00:00.000Z',
      openSessions: 0,
      since: '2025-02-10',
      begins: [
        { integrationId: 1, integrationName: 'Alpina', since: '2025-02-10' },
        { integrationId: 3, integrationName: '=Gamma', since: '2025-02-12' },
        { integrationId: 2, integrationName: 'Baltica', since: '2025-03-12' },
      ],
    });
  });

  it('says where sessions begin within what is compared, and nothing where they are older', async () => {
    const asked = { ...march, by: 'integration', metric: 'bet' } as const;
    const within = async (query: Query) => (await read({ ...asked, ...query })).before;
    expect(await within({ beforeFrom: '2025-02-11', beforeTo: '2025-02-28' })).toMatchObject({
      since: null,
      begins: [
        { integrationId: 3, since: '2025-02-12' },
        { integrationId: 2, since: '2025-03-12' },
      ],
    });
    // Of the first day itself nothing is missing that is known.
    expect(await within({ beforeFrom: '2025-02-12', beforeTo: '2025-02-28', integrations: 3 })).toMatchObject(
      {
        since: null,
        begins: [],
      },
    );
    expect(await within({ integrations: 2 })).toMatchObject({
      since: '2025-03-12',
      begins: [{ integrationId: 2 }],
    });
    expect((await read({ ...asked, from: '2025-01-01', to: '2025-01-31' })).before).toMatchObject({
      since: null,
      begins: [],
    });
  });

  it('says of win and gross win what comes from more bet and what from another RTP', async () => {
    const partsOf = async (metric: string, order = 'change') =>
      (await read({ ...march, by: 'integration', metric, order })).rows.map(({ name, parts }) => [
        name,
        parts,
      ]);
    // Alpina bet 500 € after 300 €, and kept 5,98 % of it after 30 %.
    expect(await partsOf('grosswin')).toEqual([
      ['Baltica', null],
      ['Alpina', { bet: 60, rtp: -120.1 }],
      ['=Gamma', null],
    ]);
    expect(await partsOf('win')).toEqual([
      ['Alpina', { bet: 140, rtp: 120.1 }],
      ['Baltica', null],
      ['=Gamma', null],
    ]);
    for (const metric of ['bet', 'rounds', 'netwin', 'due'])
      expect((await partsOf(metric)).map(([, parts]) => parts)).toEqual([null, null, null]);
  });

  it('says whether what comes from another RTP is more than chance, to whoever reads the RTP monitor', async () => {
    const asked = { ...march, by: 'game', metric: 'grosswin', order: 'change' } as const;
    // One game with a standard deviation of 2,5: a session of 200 € over 10 rounds in both periods, with as much bet.
    // 2 · 2,5 · √(2 · 200² / 10) = 447,21 €; the RTP part is the whole change of 30 €.
    expect((await read({ ...asked, games: 2 })).chance).toEqual({
      limit: 447.21,
      isWithin: true,
      isEstimated: false,
      unknownFor: null,
    });
    expect((await read({ ...asked, games: 2, operators: 11 })).chance?.limit).toBe(447.21);
    expect((await read({ ...asked, games: 1 })).chance).toMatchObject({
      isEstimated: true,
      unknownFor: null,
    });
    // The third game has neither an RTP nor a standard deviation.
    const why = async (query: Query) => (await read({ ...asked, ...query })).chance?.unknownFor;
    expect(await why({})).toBe('maths');
    expect(
      await why({
        games: 2,
        from: '2025-02-11',
        to: '2025-05-31',
        beforeFrom: '2025-02-11',
        beforeTo: '2025-03-01',
      }),
    ).toBe('period');
    const { sessionTypeId: _type, ...any } = asked;
    expect((await read({ ...any, games: 2 })).chance?.unknownFor).toBe('filter');
    for (const query of [
      { ...asked, metric: 'bet' },
      { ...asked, order: 'value' },
    ])
      expect((await read(query)).chance).toBeNull();
    expect((await read({ ...asked, games: 2 }, 'integration_admin')).chance).toBeNull();
  });

  it('says of each row whether its part from RTP is more than chance makes, by its own games', async () => {
    const asked = { ...march, metric: 'grosswin', order: 'change' } as const;
    const chanceOf = ({ rows }: Ranking) =>
      Object.fromEntries(rows.map(({ name, chance }) => [name, chance]));
    const games = await read({ ...asked, by: 'game' });
    // The third game has no deviation, so nothing is known of the whole, but of the other games.
    expect(games.chance?.unknownFor).toBe('maths');
    const of = (id: number) => games.rows.find(({ gameId }) => gameId === id)?.chance;
    expect(of(1)).toMatchObject({ isEstimated: true });
    expect(of(3)).toBeNull();
    expect(of(2)).toEqual({ limit: 447.21, isWithin: true, isEstimated: false });
    // Alone, a row has the limit of the total.
    expect((await read({ ...asked, by: 'game', games: 1 })).chance?.limit).toBe(of(1)?.limit);
    // Beta has the sessions of the second game, Zeta those of the first: their integration has the variances of both.
    const operators = await read({ ...asked, by: 'operator', integrations: 1 });
    const [zeta, beta] = [10, 11].map(
      (id) => operators.rows.find(({ operatorId }) => operatorId === id)?.chance,
    );
    expect(beta?.limit).toBe(447.21);
    expect(zeta?.limit).toBeGreaterThan(0);
    const [alpina] = (await read({ ...asked, by: 'integration', integrations: 1 })).rows;
    expect(alpina?.chance).toMatchObject({ isEstimated: true, isWithin: true });
    // Without bets before there is no part from RTP, and for players nothing is measured.
    expect(chanceOf(await read({ ...asked, by: 'integration' }))).toMatchObject({
      Baltica: null,
      '=Gamma': null,
    });
    for (const query of [{ by: 'player' }, { by: 'game', order: 'value' }])
      for (const { chance } of (await read({ ...asked, games: 2, ...query })).rows) expect(chance).toBeNull();
    for (const { chance } of (await read({ ...asked, by: 'game' }, 'integration_admin')).rows)
      expect(chance).toBeNull();
  });

  it('ranks what drove the change, whatever its sign, those that are gone too', async () => {
    const found = await read({ ...march, by: 'integration', metric: 'grosswin', order: 'change' });
    expect(shown(found)).toEqual([
      ['Baltica', 400, 0, 400],
      ['Alpina', 29.9, 90, -60.1],
      ['=Gamma', 0, 60, -60],
    ]);
    expect(found.others).toBeNull();
  });

  it('goes down from the integration to its operators and their games', async () => {
    const change = { ...march, metric: 'grosswin', order: 'change' };
    const operators = await read({ ...change, by: 'operator', integrations: 1 });
    expect(shown(operators)).toEqual([
      ['Zeta', -50.1, 40, -90.1],
      ['Beta', 80, 50, 30],
    ]);
    expect(operators.rows[0]).toMatchObject({ operatorId: 10, integrationId: 1, integrationName: 'Alpina' });
    const games = await read({ ...change, by: 'game', integrations: 1, operators: 10 });
    expect(shown(games)).toEqual([['Game 9', -50.1, 40, -90.1]]);
    expect(games.rows[0]).toMatchObject({ gameId: 1, integrationId: null, operatorId: null, userId: null });
  });

  it('puts all that follow the limit together', async () => {
    const found = await read({ ...march, by: 'game', metric: 'grosswin', order: 'change', limit: 1 });
    expect(shown(found)).toEqual([['Game 9', 349.9, 40, 309.9]]);
    expect(found.others).toMatchObject({ count: 2, value: 80, before: 110, change: -30 });
  });

  it('ranks players of two integrations apart, though they have the same id', async () => {
    const found = await read({ ...march, by: 'player', metric: 'bet' });
    expect(
      found.rows.map(({ integrationName, userId, value, before }) => [
        integrationName,
        userId,
        value,
        before,
      ]),
    ).toEqual([
      ['Baltica', 'u1', 500.05, 0],
      ['Alpina', 'u1', 300, 100],
      ['Alpina', 'u2', 200, 200],
    ]);
    // Only Baltica's player had no session before March.
    expect(found.rows.map(({ isNew }) => isNew)).toEqual([true, false, false]);
    const old = await read({
      ...march,
      by: 'player',
      metric: 'bet',
      beforeFrom: '2025-02-11',
      beforeTo: '2025-02-11',
    });
    expect(old.rows.map(({ before, isNew }) => [before, isNew])).toEqual([
      [0, true],
      // One that is older than the period compared with.
      [0, false],
      [200, false],
    ]);
    const atGame = await read({ ...march, by: 'player', metric: 'bet', games: 2 });
    expect(atGame.rows.map(({ name, isNew }) => [name, isNew])).toEqual([['u2', false]]);
    expect(found.others).toMatchObject({ count: 1, value: 0, before: 80, change: -80 });
    const changed = await read({ ...march, by: 'player', metric: 'grosswin', order: 'change', limit: 2 });
    expect(shown(changed)).toEqual([
      ['u1', 400, 0, 400],
      ['u1', -50.1, 40, -90.1],
    ]);
    expect(changed.others).toMatchObject({ count: 2, change: -30 });
  });

  it('has no share, and no change that could be divided, of what does not add up', async () => {
    const rtp = await read({ ...march, by: 'integration', metric: 'rtp', limit: 1 });
    expect(rtp.rows).toMatchObject([{ name: 'Alpina', value: 0.9402, before: 0.7, share: null }]);
    expect(rtp.rows[0]?.change).toBeCloseTo(0.2402, 10);
    expect(rtp.others).toMatchObject({ count: 2, value: 10_005 / 50_005, before: 0.25, share: null });
    const players = await read({ ...march, by: 'game', metric: 'players', limit: 1 });
    expect(players.rows).toMatchObject([{ name: 'Game 9', value: 2, before: 1, change: 1, share: null }]);
    expect(players.others).toEqual({
      count: 2,
      value: null,
      before: null,
      change: null,
      parts: null,
      share: null,
    });
    expect(players.total).toEqual({ value: 3, before: 3, change: 0, parts: null });
  });

  it('compares with another period that is named', async () => {
    const found = await read({
      ...march,
      by: 'integration',
      metric: 'bet',
      beforeFrom: '2025-02-12',
      beforeTo: '2025-02-12',
    });
    expect(found.total).toEqual({ value: 1_000.05, before: 80, change: 920.05, parts: null });
  });

  const additive = metricIds.filter((id) => metrics[id].additive);
  const centsOf = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 100);

  it('rows and others are the total, which is what the charts say for the same filter', async () => {
    const cases = fc.record({
      by: fc.constantFrom(...rankingDimensions),
      metric: fc.constantFrom(...additive),
      order: fc.constantFrom('value', 'change'),
      limit: fc.constantFrom(1, 3, 100),
      from: fc.constantFrom('2026-10-21', '2026-11-01', '2026-10-25'),
      to: fc.constantFrom('2026-11-02', '2026-11-20'),
      filter: fc.constantFrom<Query>({}, { integrations: 2 }, { games: '1,4' }, { operators: '10,30' }),
      state: fc.constantFrom<Query>({}, { isOpen: 'true' }, { sessionTypeId: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ by, metric, order, limit, from, to, filter, state }) => {
        const found = await read({ by, metric, order, limit, from, to, ...filter, ...state });
        for (const part of ['value', 'before', 'change'] as const) {
          const rows = found.rows.reduce((sum, row) => sum + centsOf(row[part]), 0);
          expect(rows + (found.others ? centsOf(found.others[part]) : 0)).toBe(centsOf(found.total[part]));
        }
        expect(centsOf(found.total.value) - centsOf(found.total.before)).toBe(centsOf(found.total.change));
        for (const { change, parts } of [...found.rows, ...(found.others ? [found.others] : []), found.total])
          if (parts) expect(centsOf(parts.bet) + centsOf(parts.rtp)).toBe(centsOf(change));
        const ids = (name: string) =>
          String(filter[name] ?? '')
            .split(',')
            .filter(Boolean)
            .map(Number);
        for (const [period, total] of [
          [{ from, to }, found.total.value],
          [{ from: found.before.from, to: found.before.to }, found.total.before],
        ] as const) {
          const request = {
            ...period,
            integrations: ids('integrations'),
            operators: ids('operators'),
            games: ids('games'),
            sessionTypeId: state.sessionTypeId ?? null,
            ...(state.isOpen === undefined ? {} : { isOpen: true }),
            key: 'month',
          };
          const a = encodeURIComponent(encodeStatisticsRequest(request as never));
          const charts = await world.hub.get(`/bookkeeping/stats?a=${a}`, tokens.get('ludus_admin'));
          expect((charts.body as Statistics).grandTotals[metric]).toBe(total);
        }
      }),
      { numRuns: randomCases(40) },
    );
  });
});

describe('who may rank what', () => {
  const asked = { ...march, by: 'integration', metric: 'bet' };

  it('no one without a token, and no guest', async () => {
    expect((await world.hub.get(`/bookkeeping/ranking?${new URLSearchParams(asked as never)}`)).status).toBe(
      401,
    );
    expect((await get(asked, 'integration_guest')).status).toBe(403);
  });

  it.each(['integration_admin', 'integration_manager'] as const)(
    'an %s ranks what is their own, whatever is asked for',
    async (role) => {
      for (const by of rankingDimensions satisfies readonly RankingDimension[]) {
        const found = await read({ ...asked, by }, role);
        expect(found.total).toEqual({ value: 500, before: 300, change: 200, parts: null });
        expect(found.before.begins.map(({ integrationId }) => integrationId)).toEqual([1]);
      }
      const foreign = await read({ ...asked, integrations: 2 }, role);
      expect(foreign).toMatchObject({
        rows: [],
        others: null,
        total: { value: 0, before: 0, change: 0, parts: null },
        before: { since: null, begins: [] },
      });
    },
  );

  it.each(['netwin', 'due'] satisfies MetricId[])(
    '%s is refused to those who do not see it',
    async (metric) => {
      expect((await get({ ...asked, metric }, 'ludus_manager')).status).toBe(403);
      expect((await get({ ...asked, metric }, 'integration_admin')).status).toBe(200);
    },
  );

  it.each<[string, Query]>([
    ['by', { by: 'platform' }],
    ['metric', { metric: 'profit' }],
    ['limit', { limit: 101 }],
    ['to', { to: '2025-02-01' }],
    ['beforeTo', { beforeFrom: '2025-02-01' }],
    ['order', { metric: 'rtp', order: 'change' }],
    ['metric', { by: 'player', metric: 'usersCount' }],
    ['to', { by: 'player', from: '2025-02-28' }],
    ['beforeTo', { by: 'player', beforeFrom: '2025-01-01', beforeTo: '2025-02-28' }],
  ])('refuses %s: %o', async (field, change) => {
    const { status, body } = await get({ ...asked, ...change });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
  });
});
