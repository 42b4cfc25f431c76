import {
  getRtpMonitor,
  getRtpOfGame,
  type RtpGame,
  type RtpGameDetail,
  type RtpMonitor,
  rtpGameDetail,
  rtpMonitor,
  systemEndpoints,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addGame, addIntegration } from '../../../test/catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from '../../../test/hub.ts';
import { type KnownRow, randomFrom } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { ActorIntegration } from '../../infra/access/index.ts';
import { fixedClock, startOfRomeDay } from '../../infra/clock/index.ts';
import type { References } from '../integrations/index.ts';
import { createSessionStoreModule } from '../session-store/index.ts';
import { createRtpMonitorModule } from './index.ts';

/** After midnight in Rome, before it in UTC: the last whole day is the 20th. */
const now = '2026-11-20T23:30:00Z';
const day = 86_400_000;
const lastDay = startOfRomeDay('2026-11-20').getTime();

/** Chances and wins in stakes: RTP 0.95, standard deviation 2.0365. */
const prizes: readonly (readonly [number, number])[] = [
  [0.25, 2],
  [0.05, 6],
  [0.01, 15],
];
/** The same game with fewer small wins: RTP 0.83. */
const otherVariant: readonly (readonly [number, number])[] = [[0.19, 2], ...prizes.slice(1)];

let hub: TestHub;
const rows: KnownRow[] = [];
const tokens = {} as Record<'admin' | 'manager' | 'alpina' | 'alpinaManager' | 'guest', string>;
let alpina: ActorIntegration;
let baltica: ActorIntegration;
const games = {} as Record<'healthy' | 'wrong' | 'unknown' | 'noSheet' | 'inDev', number>;

function playDay(
  random: () => number,
  table: typeof prizes,
  at: { integrationId: number; gameId: number; startMs: number; name: string },
): void {
  for (let index = 0; index < 20; index++) {
    const stake = [20, 50, 100, 200, 400][Math.floor(random() * 5)] ?? 20;
    const rounds = 30 + Math.floor(random() * 70);
    let win = 0;
    for (let round = 0; round < rounds; round++) {
      let draw = random();
      const prize = table.find(([chance]) => {
        draw -= chance;
        return draw < 0;
      });
      win += stake * (prize?.[1] ?? 0);
    }
    const createdAtMs = at.startMs + Math.floor(random() * day);
    rows.push({
      integrationId: at.integrationId,
      sessionId: `${at.name}-${at.startMs}-${index}`,
      externalSessionId: null,
      externalTicketId: null,
      userId: `player-${index}`,
      operatorId: at.integrationId * 10,
      gameId: at.gameId,
      sessionType: 1,
      isOpen: index === 0 && at.startMs === lastDay,
      isMobile: false,
      bet: stake * rounds,
      win,
      netWin: 0,
      due: 0,
      rounds,
      createdAtMs,
      updatedAtMs: createdAtMs,
    });
  }
}

beforeAll(async () => {
  const clock = fixedClock(now);
  hub = await startTestHub({
    clock,
    async compose(infra) {
      const sessionStore = createSessionStoreModule(infra);
      const { db } = infra.postgres;
      alpina = await addIntegration(db, 'Alpina');
      baltica = await addIntegration(db, 'Baltica');
      const maths = { rtp: '95.00', rtp_std_dev: '2.04', rtp_since: '2026-10-01' } as object;
      games.healthy = await addGame(db, 'healthy', maths);
      games.wrong = await addGame(db, 'wrong', { ...maths, rtp_since: '2026-11-05' } as object);
      games.unknown = await addGame(db, 'unknown', { ...maths, rtp: null } as object);
      games.noSheet = await addGame(db, 'no_sheet', {
        ...maths,
        rtp_std_dev: null,
        rtp_since: null,
      } as object);
      games.inDev = await addGame(db, 'in_dev', { ...maths, is_dev: true });
      const random = randomFrom(11);
      for (const [name, gameId] of Object.entries(games)) {
        for (const { id: integrationId } of [alpina, baltica]) {
          const table = name === 'wrong' && integrationId === baltica.id ? otherVariant : prizes;
          for (let back = 0; back < 40; back++)
            playDay(random, table, { integrationId, gameId, startMs: lastDay - back * day, name: `${name}` });
        }
      }
      const [template] = rows;
      if (template === undefined) throw new Error('No row');
      // Neither fun nor what began today counts.
      const other = { ...template, gameId: games.healthy, integrationId: alpina.id, win: 90_000_000 };
      rows.push({ ...other, sessionId: 'fun', sessionType: 4 });
      const today = startOfRomeDay('2026-11-21').getTime();
      rows.push({ ...other, sessionId: 'today', createdAtMs: today, updatedAtMs: today });
      for (const { id } of [alpina, baltica])
        await sessionStore.service.ingest(
          id,
          rows.filter(({ integrationId }) => integrationId === id),
        );
      await sessionStore.service.refreshDirty();
      const known = [alpina, baltica];
      const referenceData = {
        read: async () =>
          ({ integrations: new Map(known.map((one) => [one.id, one])) }) as unknown as References,
        findByName: async (name: string) => known.find((one) => one.name === name) ?? null,
      };
      const monitor = createRtpMonitorModule(infra, {
        sessionStore: sessionStore.service,
        referenceData,
        freshness: async () => ({ asOf: '2026-11-20T23:20:00.000Z', notFetched: 0 }),
      });
      return {
        modules: [sessionStore, monitor],
        integrations: referenceData,
        identity: testIdentity,
        contract: [...systemEndpoints, getRtpMonitor, getRtpOfGame],
      };
    },
  });
  const options = { now: new Date(now) };
  tokens.admin = await tokenFor('ludus_admin', options);
  tokens.manager = await tokenFor('ludus_manager', options);
  tokens.alpina = await tokenFor('integration_admin', options);
  tokens.alpinaManager = await tokenFor('integration_manager', options);
  tokens.guest = await tokenFor('integration_guest', options);
});
afterAll(() => hub?.close());

async function list(query = '', who: keyof typeof tokens = 'admin'): Promise<RtpMonitor> {
  const { status, body } = await hub.get(`/rtp-monitor${query}`, tokens[who]);
  expect(status, JSON.stringify(body)).toBe(200);
  return rtpMonitor.parse(body);
}

async function detail(gameId: number, query = ''): Promise<RtpGameDetail> {
  const { status, body } = await hub.get(`/rtp-monitor/${gameId}${query}`, tokens.manager);
  expect(status, JSON.stringify(body)).toBe(200);
  return rtpGameDetail.parse(body);
}

const gameOf = ({ games: all }: RtpMonitor, gameId: number): RtpGame => {
  const found = all.find((game) => game.gameId === gameId);
  if (found === undefined) throw new Error(`The game ${gameId} is missing`);
  return found;
};

/** Sums of real sessions by plain arithmetic, in euro; the stakes of these sessions are flat. */
function sumsOf(gameId: number, integrationId: number | null, fromDay: string) {
  const [from, to] = [startOfRomeDay(fromDay).getTime(), startOfRomeDay('2026-11-21').getTime()];
  const own = rows.filter(
    (row) =>
      row.gameId === gameId &&
      (integrationId === null || row.integrationId === integrationId) &&
      row.sessionType === 1 &&
      row.createdAtMs >= from &&
      row.createdAtMs < to,
  );
  const sum = (pick: (row: KnownRow) => number) => own.reduce((total, row) => total + pick(row), 0);
  const [bet, win] = [sum((row) => row.bet), sum((row) => row.win)];
  const plays = bet ** 2 / sum((row) => row.rounds * (row.bet / row.rounds) ** 2);
  return {
    sessions: own.length,
    openSessions: own.filter((row) => row.isOpen).length,
    rounds: sum((row) => row.rounds),
    bet: bet / 100,
    win: win / 100,
    plays: expect.closeTo(plays, 3),
    observed: win / bet,
    z: expect.closeTo(((win / bet - 0.95) * Math.sqrt(plays)) / 2.04, 6),
  };
}

describe('GET /rtp-monitor', () => {
  it('finds the one game that pays wrongly at one integration, and no other', async () => {
    const found = await list();
    expect(found).toMatchObject({ until: '2026-11-20', ruleVersion: 1, asOf: '2026-11-20T23:20:00.000Z' });
    expect(found.games[0]?.gameId).toBe(games.wrong);
    const verdicts = found.games.flatMap((game) =>
      game.integrations.map(({ integrationName, verdict }) => [game.slug, integrationName, verdict]),
    );
    expect(verdicts.filter(([, , verdict]) => verdict === 'alert')).toEqual([['wrong', 'Baltica', 'alert']]);
    expect(verdicts.filter(([, , verdict]) => verdict === 'watch')).toEqual([]);
    expect(gameOf(found, games.wrong).verdict).toBe('alert');
    expect(gameOf(found, games.healthy).verdict).toBe('normal');
  });

  it('sums whole Rome days up to yesterday, real sessions, open ones included', async () => {
    const game = gameOf(await list(), games.healthy);
    expect(game).toMatchObject({ rtp: 0.95, deviation: 2.04, deviationOrigin: 'sheet', since: '2026-10-01' });
    expect(game.month).toMatchObject({ from: '2026-10-22', ...sumsOf(games.healthy, null, '2026-10-22') });
    expect(game.month.openSessions).toBe(2);
    expect(game.lifetime).toMatchObject({ from: null, ...sumsOf(games.healthy, null, '2026-01-01') });
  });

  it('begins both windows with a variant that is younger than 30 days', async () => {
    const game = gameOf(await list(), games.wrong);
    expect(game.month).toMatchObject({ from: '2026-11-05', ...sumsOf(games.wrong, null, '2026-11-05') });
    expect(game.variant).toMatchObject({ from: '2026-11-05', ...sumsOf(games.wrong, null, '2026-11-05') });
  });

  it('has figures of one integration when it is asked for', async () => {
    const game = gameOf(await list(`?integrationId=${alpina.id}`, 'manager'), games.wrong);
    expect(game).toMatchObject({ verdict: 'normal', integrations: [{ integrationName: 'Alpina' }] });
    expect(game.month).toMatchObject(sumsOf(games.wrong, alpina.id, '2026-11-05'));
  });

  it('judges nothing without an expected RTP, and estimates a deviation that no maths sheet gives', async () => {
    const found = await list();
    expect(gameOf(found, games.unknown)).toMatchObject({ rtp: null, deviation: 2.04, verdict: null });
    expect(gameOf(found, games.unknown).month).toMatchObject({ z: null, band: null, verdict: null });
    const estimated = gameOf(found, games.noSheet);
    expect(estimated.deviationOrigin).toBe('estimated');
    expect(estimated.deviation).toBeGreaterThan(1.95);
    expect(estimated.deviation).toBeLessThan(2.12);
    expect(estimated.variant.from).toBeNull();
  });

  it('leaves games in development out', async () => {
    expect((await list()).games.map(({ gameId }) => gameId)).not.toContain(games.inDev);
  });

  it('is for staff of the provider only, and refuses what it does not know', async () => {
    for (const path of ['/rtp-monitor', `/rtp-monitor/${games.wrong}`]) {
      expect((await hub.get(path)).status, path).toBe(401);
      for (const who of ['alpina', 'alpinaManager', 'guest'] as const)
        expect((await hub.get(path, tokens[who])).status, `${path} ${who}`).toBe(403);
      expect((await hub.get(`${path}?integrationId=9999`, tokens.admin)).status, path).toBe(404);
      const bad = await hub.get(`${path}?integrationId=none`, tokens.admin);
      expect([bad.status, Object.keys(bad.body.fields)], path).toEqual([422, ['integrationId']]);
    }
    // An integration's own figures are no exception: a provider judges its games.
    expect((await hub.get(`/rtp-monitor?integrationId=${alpina.id}`, tokens.alpina)).status).toBe(403);
  });
});

describe('GET /rtp-monitor/:gameId', () => {
  it('has the game by integration, the deviating one first', async () => {
    const { game, integrations } = await detail(games.wrong);
    expect(game.verdict).toBe('alert');
    expect(integrations.map(({ integrationName, verdict }) => [integrationName, verdict])).toEqual([
      ['Baltica', 'alert'],
      ['Alpina', 'normal'],
    ]);
    expect(integrations[0]?.variant).toMatchObject(sumsOf(games.wrong, baltica.id, '2026-11-05'));
  });

  it('has the sums up to each day since the variant, of all integrations or of one', async () => {
    const all = await detail(games.wrong);
    expect(all.days.map((one) => one.day)).toEqual(
      Array.from({ length: 16 }, (_unused, index) => `2026-11-${String(index + 5).padStart(2, '0')}`),
    );
    expect(all.days.at(-1)).toMatchObject({
      plays: all.game.variant.plays,
      observed: all.game.variant.observed,
      band: all.game.variant.band,
      alertBand: all.game.variant.alertBand,
    });
    const one = await detail(games.wrong, `?integrationId=${baltica.id}`);
    expect(one.days.at(-1)).toMatchObject({
      plays: one.integrations[0]?.variant.plays,
      observed: one.integrations[0]?.variant.observed,
    });
    const widths = one.days.map(({ alertBand }) => (alertBand ? alertBand.high - alertBand.low : 0));
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  it('refuses games that do not exist or are in development, and ids that are none', async () => {
    expect((await hub.get('/rtp-monitor/9999', tokens.admin)).status).toBe(404);
    expect((await hub.get(`/rtp-monitor/${games.inDev}`, tokens.admin)).status).toBe(404);
    expect((await hub.get('/rtp-monitor/none', tokens.admin)).status).toBe(404);
  });
});
