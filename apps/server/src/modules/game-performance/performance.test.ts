import {
  type Coverage,
  type GamePerformance,
  gamePerformance,
  type Maintenance,
  messageOf,
  type PerformanceMetric,
  type Statistics,
  systemEndpoints,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration, linkGame } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { type KnownRow, makeRows, randomFrom } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { ActorIntegration } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { addDays, fixedClock, romeDay } from '../../infra/clock/index.ts';
import { createInvalidationListener } from '../../infra/invalidation/index.ts';
import { createGamesService } from '../games/index.ts';
import type { References } from '../integrations/index.ts';
import { createSessionStoreModule } from '../session-store/index.ts';
import { createStatisticsModule } from '../statistics/index.ts';
import { createGamePerformanceModule } from './index.ts';

const now = '2026-11-20T12:00:00Z';
const today = '2026-11-20';
/** The day of the first session: games that are older have no first weeks on record. */
const recordedSince = '2026-03-02';
const releases = {
  own: '2026-08-13',
  old: '2024-01-01',
  slots: ['2026-03-01', '2026-04-10', '2026-05-05', '2026-06-20', '2026-08-15', '2026-10-01'],
  roulettes: ['2026-03-20', '2026-04-01', '2026-06-11'],
};

let hub: TestHub;
let rows: KnownRow[] = [];
const game = {} as Record<'own' | 'old' | 'roulette' | 'fresh' | 'inDev' | 'ahead' | 'baltica', number>;
const slots: { id: number; release: string }[] = [];
const roulettes: { id: number; release: string }[] = [];
let alpina: ActorIntegration;
let baltica: ActorIntegration;
const tokens = {} as Record<'admin' | 'manager' | 'alpina' | 'alpinaManager' | 'guest' | 'baltica', string>;
const maintenance = (id: number, of: ActorIntegration[]): Maintenance => ({
  id,
  date: '2026-10-05T22:00:00.000Z',
  endsAt: '2026-10-06T22:00:00.000Z',
  isEndAssumed: false,
  kind: 'planned',
  services: [],
  games: [],
  cancelledAt: null,
  cancelReason: null,
  description: 'New certificates',
  severity: 3,
  createdAt: '2026-09-10T10:00:00.000Z',
  changedAt: null,
  sequence: 0,
  integrations: of.map((one) => ({
    ...one,
    maintenance_integrations: { confirmed: null, answeredAt: null, answeredBy: null, reason: null },
  })),
});

beforeAll(async () => {
  const clock = fixedClock(now);
  hub = await startTestHub({
    clock,
    async compose(infra) {
      const { db } = infra.postgres;
      alpina = await addIntegration(db, 'Alpina');
      baltica = await addIntegration(db, 'Baltica');
      const add = (slug: string, release_date: string, more: object = {}) =>
        addGame(db, slug, { release_date, type: 'SLOT MACHINE', ...more } as object);
      game.own = await add('own', releases.own, { rtp: '96.20', rtp_since: '2026-09-15' });
      game.old = await add('old', releases.old);
      game.fresh = await add('fresh', today);
      game.inDev = await add('in_dev', '2026-06-01', { is_dev: true });
      game.ahead = await add('ahead', '2027-01-01');
      game.baltica = await add('baltica_only', '2026-05-01');
      await add('storage', '2026-04-01', { is_catalog: false });
      for (const release of releases.slots)
        slots.push({ id: await add(`slot_${release.replaceAll('-', '_')}`, release), release });
      for (const release of releases.roulettes) {
        const more = { type: 'ROULETTE' };
        roulettes.push({ id: await add(`wheel_${release.replaceAll('-', '_')}`, release, more), release });
      }
      game.roulette = roulettes[2]?.id ?? 0;
      for (const id of [
        game.own,
        game.old,
        game.fresh,
        game.inDev,
        game.ahead,
        ...slots.map((one) => one.id),
      ])
        await linkGame(db, alpina.id, id);
      await linkGame(db, baltica.id, game.baltica);
      const all = [game.own, game.old, game.baltica, ...[...slots, ...roulettes].map(({ id }) => id)];
      rows = playedRows(all);
      const sessionStore = createSessionStoreModule(infra);
      for (const { id } of [alpina, baltica])
        await sessionStore.service.ingest(
          id,
          rows.filter(({ integrationId }) => integrationId === id),
        );
      await sessionStore.service.refreshDirty();
      const log = { actor: { userId: 'u1', username: 'anna' }, type: 'games', objectId: game.own } as const;
      await recordAudit(db, {
        ...log,
        action: 'create',
        description: messageOf('logs.gameCreated', { name: 'own' }),
        changes: { isDev: { old: null, new: true } },
      });
      await recordAudit(db, {
        ...log,
        action: 'update',
        description: messageOf('logs.gameChanged', { name: 'own' }),
        changes: {
          isDev: { old: true, new: false },
          max_bet: { old: 100, new: 50 },
          rtp: { old: 95, new: 96.2 },
          rtp_since: { old: null, new: '2026-09-15' },
        },
      });
      for (const of of [alpina, baltica])
        await recordAudit(db, {
          ...log,
          type: 'bets',
          action: 'update-bets',
          description: messageOf('logs.betsChanged', { game: 'own', operator: 'Op', integration: of.name }),
          object: { integration: of.name, integrationId: of.id, operator: 'Op' },
          changes: { oldBets: [20, 50], newBets: [20, 150] },
        });
      const known = [alpina, baltica];
      const referenceData = {
        read: async () =>
          ({
            integrations: new Map(known.map((one) => [one.id, one])),
            games: new Map(),
          }) as unknown as References,
        findByName: async (name: string) => known.find((one) => one.name === name) ?? null,
      };
      const freshness = async () => ({ asOf: '2026-11-20T11:50:00.000Z', notFetched: 0 });
      const ports = { sessionStore: sessionStore.service, referenceData, freshness };
      const statistics = createStatisticsModule(infra, {
        ...ports,
        fetches: async () => [],
        countQuarantinedDays: async () => ({ days: [], cut: [] }),
        findUnreconciledDays: async () => [],
        gameMaths: async () => [],
      });
      const performance = createGamePerformanceModule(infra, {
        ...ports,
        games: createGamesService(infra.postgres, createInvalidationListener(infra.postgres)),
        maintenances: async (actor) => [
          maintenance(1, actor.side === 'provider' ? [alpina, baltica] : [alpina]),
        ],
      });
      const modules = [sessionStore, statistics, performance];
      const own = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
      return {
        modules,
        integrations: referenceData,
        identity: testIdentity,
        contract: [...systemEndpoints, ...own],
      };
    },
  });
  const options = { now: new Date(now) };
  tokens.admin = await tokenFor('ludus_admin', options);
  tokens.manager = await tokenFor('ludus_manager', options);
  tokens.alpina = await tokenFor('integration_admin', options);
  tokens.alpinaManager = await tokenFor('integration_manager', options);
  tokens.guest = await tokenFor('integration_guest', options);
  tokens.baltica = await tokenFor('integration_admin', { ...options, integration: 'Baltica' });
});
afterAll(() => hub?.close());

/** Sessions of these games at both integrations, from the first day to now; some of before a game's release. */
function playedRows(games: readonly number[]): KnownRow[] {
  const random = randomFrom(5);
  const [alpinaId, balticaId] = [alpina.id, baltica.id];
  const first = {
    ...(makeRows(1, 1, now, now)[0] as KnownRow),
    integrationId: alpinaId,
    sessionType: 1 as const,
  };
  return [
    { ...first, gameId: game.old, createdAtMs: Date.parse('2026-03-01T23:30:00Z') },
    ...makeRows(3, 6_000, '2026-03-02T00:00:00Z', now).map((row) => ({
      ...row,
      gameId: games[Math.floor(random() * games.length)] ?? 0,
      integrationId: random() < 0.7 ? alpinaId : balticaId,
    })),
  ].map((row) => ({ ...row, operatorId: row.integrationId * 10, updatedAtMs: row.createdAtMs }));
}

type Who = keyof typeof tokens;
const path = (id: number | string, query = '') => `/games/${id}/performance${query}`;

async function read(id: number, query = '', who: Who = 'admin'): Promise<GamePerformance> {
  const { status, body } = await hub.get(path(id, query), tokens[who]);
  expect(status, JSON.stringify(body)).toBe(200);
  return gamePerformance.parse(body);
}

async function statistics(request: object, who: Who): Promise<Statistics> {
  const a = Buffer.from(JSON.stringify(request)).toString('base64');
  const { status, body } = await hub.get(`/bookkeeping/stats?a=${encodeURIComponent(a)}`, tokens[who]);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Statistics;
}

/** The days of a step of an axis, both included. */
const daysOf = ({ from, to }: Pick<Coverage, 'from' | 'to'>) => ({
  from: romeDay(new Date(from)),
  to: romeDay(new Date(Date.parse(to) - 1)),
});

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place];
  if (item === undefined) throw new Error(`Nothing at ${place}`);
  return item;
}

describe('GET /games/:id/performance', () => {
  it.each([
    ['by day', '?grain=day', 'admin'],
    ['by week of age', '?grain=week', 'admin'],
    ['by month', '?grain=month', 'admin'],
    ['as chosen for its age', '', 'alpina'],
    ['for a manager', '', 'manager'],
  ] as const)('has to the cent what statistics of the same filter have: %s', async (_what, query, who) => {
    const found = await read(game.own, query, who);
    expect(found.period).toEqual({ from: releases.own, to: today });
    const filter = { ...found.period, sessionTypeId: 1, games: [game.own] };
    const whole = await statistics({ ...filter, datasetIntegrations: true, key: 'month' }, who);
    expect(found.totals).toEqual(whole.grandTotals);
    expect(found.integrations.map(({ integrationId, totals }) => ({ integrationId, totals }))).toEqual(
      whole.integrations.map(({ integrationId, grandTotals: totals }) => ({ integrationId, totals })),
    );
    expect(found.coverage.openSessions).toBe(whole.coverage.openSessions);
    if (found.grain !== 'week') {
      const { datasets } = await statistics({ ...filter, key: found.grain }, who);
      for (const { stat, data } of datasets.totals ?? [])
        if (stat in found.values) expect(found.values[stat as PerformanceMetric], stat).toEqual(data);
      return;
    }
    for (const place of [0, 5, found.buckets.length - 1]) {
      const bucket = at(found.buckets, place);
      const { grandTotals, integrations } = await statistics({ ...filter, ...daysOf(bucket) }, who);
      for (const [metric, values] of Object.entries(found.values))
        expect([metric, values[place]]).toEqual([metric, grandTotals[metric as PerformanceMetric]]);
      for (const { integrationId, values } of found.integrations) {
        const own = integrations.find((one) => one.integrationId === integrationId)?.grandTotals;
        expect(values.bet?.[place]).toBe(own?.bet ?? 0);
        expect(values.usersCount?.[place]).toBe(own?.usersCount ?? 0);
      }
    }
  });

  it('cuts weeks by the day of the release, and marks the one that is not over', async () => {
    const { buckets, grain } = await read(game.own);
    expect(grain).toBe('week');
    // 13 August to 20 November are 14 weeks and two days.
    expect(buckets).toHaveLength(15);
    expect(daysOf(at(buckets, 0))).toEqual({ from: '2026-08-13', to: '2026-08-19' });
    expect(daysOf(at(buckets, 14))).toEqual({ from: '2026-11-19', to: today });
    expect(buckets.map(({ partial }) => partial)).toEqual([...Array(14).fill(false), true]);
  });

  it('begins with the first session on record where the game is older, and says so', async () => {
    const { period, recordedSince: since, releasedOn, grain, buckets } = await read(game.old);
    expect({ period, since, releasedOn }).toEqual({
      period: { from: recordedSince, to: today },
      since: recordedSince,
      releasedOn: releases.old,
    });
    expect([grain, buckets.length]).toEqual(['week', 38]);
    // Week 114 began on 2 March: 113 whole weeks after the first of January of 2024 is 2 March of 2026.
    expect(buckets[0]).toMatchObject({ key: 'w114', partial: false });
  });

  it.each([
    ['in development', 'inDev'],
    ['released later', 'ahead'],
  ] as const)('has no figures of a game that is %s', async (_what, which) => {
    const found = await read(game[which]);
    expect(found).toMatchObject({ period: null, buckets: [], integrations: [], comparison: null });
    expect(found.totals.sessionsTotal).toBe(0);
  });

  it('has a day without sessions of a game that was released today', async () => {
    const { period, buckets, totals, comparison } = await read(game.fresh);
    expect(period).toEqual({ from: today, to: today });
    expect(buckets).toHaveLength(1);
    expect([totals.bet, totals.rtp, comparison?.weeks.length]).toEqual([0, null, 1]);
  });

  it.each([
    ['admin', true, true],
    ['manager', false, true],
    ['alpina', true, false],
    ['alpinaManager', false, false],
  ] as const)('shows rows, net win and due by role: %s', async (who, seesNet, seesAll) => {
    const found = await read(game.own, '', who);
    for (const shown of [found.totals, found.values, found.comparison?.median ?? {}])
      expect(['netwin', 'due'].map((metric) => metric in shown)).toEqual([seesNet, seesNet]);
    const ids = found.integrations.map(({ integrationId }) => integrationId).toSorted();
    expect(ids).toEqual(seesAll ? [alpina.id, baltica.id] : [alpina.id]);
  });

  it('is refused without a token, to guests, for a bad grain, and of games that someone does not see', async () => {
    expect((await hub.get(path(game.own))).status).toBe(401);
    expect((await hub.get(path(game.own), tokens.guest)).status).toBe(403);
    for (const grain of ['hour', 'x']) {
      const { status, body } = await hub.get(path(game.own, `?grain=${grain}`), tokens.admin);
      expect([status, Object.keys(body.fields)]).toEqual([422, ['grain']]);
    }
    const unseen = [
      [game.own, 'baltica'],
      [game.baltica, 'alpina'],
      [60_000, 'admin'],
    ] as const;
    for (const [id, who] of unseen) expect((await hub.get(path(id), tokens[who])).status).toBe(404);
    expect((await hub.get(path('x'), tokens.admin)).status).toBe(404);
  });
});

/** The bet of a game in a week of its age by plain arithmetic; null where the week is not over or not on record. */
function weekBet({ id, release }: { id: number; release: string }, week: number, integrationId?: number) {
  const [first, next] = [addDays(release, (week - 1) * 7), addDays(release, week * 7)];
  if (first < recordedSince || next > today) return null;
  return (
    rows
      .filter((row) => row.gameId === id && row.sessionType === 1)
      .filter((row) => integrationId === undefined || row.integrationId === integrationId)
      .map((row) => ({ day: romeDay(new Date(row.createdAtMs)), bet: row.bet }))
      .filter(({ day }) => day >= first && day < next)
      .reduce((sum, { bet }) => sum + bet, 0) / 100
  );
}

const numbers = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

function quartile(values: readonly number[], share: number): number | null {
  if (values.length < 3) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  const between = low + ((sorted[Math.ceil(place)] ?? 0) - low) * (place % 1);
  return Math.round(between * 100) / 100;
}

describe('games of the same age', () => {
  it('are those of the same type where there are five, each week of what is known of it', async () => {
    const { comparison } = await read(game.own);
    if (!comparison) throw new Error('No comparison');
    // With the one that only Baltica plays; the old game's first weeks are not on record.
    const others = [...slots, { id: game.baltica, release: '2026-05-01' }];
    expect(comparison).toMatchObject({ rule: 'sameType', type: 'SLOT MACHINE', games: others.length });
    expect(comparison.weeks.map(({ week }) => week)).toEqual(Array.from({ length: 15 }, (_, at) => at + 1));
    for (const [place, { week, games }] of comparison.weeks.entries()) {
      const values = numbers(others.map((other) => weekBet(other, week)));
      expect(games).toBe(values.length);
      for (const [name, share] of [['low', 0.25] as const, ['median', 0.5] as const, ['high', 0.75] as const])
        expect(comparison[name].bet?.[place], `${name} of week ${week}`).toBe(quartile(values, share));
      const own = weekBet({ id: game.own, release: releases.own }, week);
      if (own !== null) expect(comparison.own.bet?.[place]).toBe(own);
    }
    expect(comparison.median.bet?.slice(0, 3)).not.toContain(null);
    expect(comparison.weeks.at(-1)?.partial).toBe(true);
  });

  it('are all released games where fewer are of the same type', async () => {
    const { comparison } = await read(game.roulette);
    const others = [
      ...slots,
      ...roulettes.slice(0, 2),
      { id: game.own, release: releases.own },
      { id: game.baltica, release: '2026-05-01' },
    ];
    expect(comparison).toMatchObject({ rule: 'allGames', type: 'ROULETTE', games: others.length });
    const values = numbers(others.map((other) => weekBet(other, 4)));
    expect(comparison?.median.bet?.[3]).toBe(quartile(values, 0.5));
  });

  it('are those that one integration plays, by its own sessions', async () => {
    const { comparison } = await read(game.own, '', 'alpina');
    expect(comparison).toMatchObject({ rule: 'sameType', games: slots.length });
    const values = numbers(slots.map((other) => weekBet(other, 2, alpina.id)));
    expect(comparison?.median.bet?.[1]).toBe(quartile(values, 0.5));
  });
});

describe('what happened to a game', () => {
  const kinds = ({ events }: GamePerformance) => events.map(({ kind }) => kind).toSorted();

  it('comes from the log and the maintenances, with who did it for those who may read the log', async () => {
    const found = await read(game.own);
    expect(kinds(found)).toEqual(['bets', 'bets', 'maintenance', 'maxBet', 'release', 'rtp', 'state']);
    const of = (kind: string) => found.events.find((event) => event.kind === kind);
    expect(of('release')).toMatchObject({ at: '2026-08-12T22:00:00.000Z', who: null });
    // On the day since which it is in force, not when it was entered.
    expect(of('rtp')).toMatchObject({ at: '2026-09-14T22:00:00.000Z', old: 95, new: 96.2, who: 'anna' });
    expect(of('maxBet')).toMatchObject({ old: 100, new: 50, who: 'anna' });
    expect(of('state')).toMatchObject({ isDev: false });
    expect(of('bets')).toMatchObject({ operator: 'Op', old: [0.2, 0.5], new: [0.2, 1.5] });
    expect(of('maintenance')).toMatchObject({ integrations: ['Alpina', 'Baltica'], severity: 3 });
    const times = found.events.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('names no one, no maths and no other integration to people of an integration', async () => {
    const found = await read(game.own, '', 'alpina');
    expect(kinds(found)).toEqual(['bets', 'maintenance', 'maxBet', 'release', 'state']);
    expect(found.events.some((event) => 'who' in event)).toBe(false);
    expect(JSON.stringify(found.events)).not.toContain('Baltica');
  });
});
