import {
  type RtpGame,
  type RtpGameDetail,
  type RtpMonitor,
  rtpGameDetail,
  rtpMonitor,
} from '@ludus/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlayedGames, startPlayedGames } from '../../../test/support/rtp-monitor/played-games.ts';
import type { KnownRow } from '../../../test/support/session-store/known-rows.ts';
import { startOfRomeDay } from '../../infra/clock/index.ts';

let hub: PlayedGames['hub'];
let rows: PlayedGames['rows'];
let tokens: PlayedGames['tokens'];
let games: PlayedGames['games'];
let alpina: PlayedGames['alpina'];
let baltica: PlayedGames['baltica'];

beforeAll(async () => {
  const world = await startPlayedGames();
  ({ hub, rows, tokens, games, alpina, baltica } = world);
  // Neither fun nor what began today counts.
  const today = startOfRomeDay('2026-11-21').getTime();
  const other = { ...(rows[0] as KnownRow), gameId: games.healthy, win: 90_000_000 };
  await world.add(alpina, [
    { ...other, integrationId: alpina.id, sessionId: 'fun', sessionType: 4 },
    { ...other, integrationId: alpina.id, sessionId: 'today', createdAtMs: today, updatedAtMs: today },
  ]);
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
    // It deviates as a whole, too: judged by the integration that it is named with.
    expect(gameOf(found, games.wrong)).toMatchObject({
      verdict: 'alert',
      judgedBy: { integrationName: 'Baltica', verdict: 'alert' },
    });
    expect(gameOf(found, games.healthy)).toMatchObject({ verdict: 'normal', judgedBy: null });
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

describe('the evidence of a game without a case', () => {
  const open = (address: string) => fetch(new URL(address, hub.url));

  async function textOf(address: string): Promise<string> {
    const response = await open(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text.replaceAll(
      /\s+/g,
      ' ',
    );
  }

  const filesOf = async (gameId: number, query = '') => (await detail(gameId, query)).files;

  it('is printed whatever the verdict, with inputs, rules, figures and how each integration is judged', async () => {
    const files = await filesOf(games.healthy);
    const text = await textOf(files?.en ?? '');
    const month = sumsOf(games.healthy, null, '2026-10-22');
    for (const part of [
      'RTP of healthy',
      'Verdict Normal',
      'Open cases None',
      'Made for ludus_manager, 21/11/2026 00:30',
      "95,00% (from the game's record)",
      "2,04 stakes (from the game's maths sheet)",
      '20/11/2026 (real sessions by their day of creation, Europe/Rome)',
      'version 1: watch at 2, alert at 3 standard errors',
      'Window Sessions Bet (€) Win (€) Plays Expected Observed Alert limits Deviation',
      `30 days from 22/10/2026 ${new Intl.NumberFormat('it-IT', { useGrouping: 'always' }).format(month.sessions)} `,
      'Integration Verdict 30 days Plays Deviation',
      'Day Plays Bet (€) Win (€) RTP',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Alpina Normal \d\d,\d\d% [\d.]+ [+−]?\d,\d σ/);
    expect(text).toMatch(/20\/11\/2026 [\d.]+ [\d.]+,\d\d [\d.]+,\d\d \d+,\d\d%/);
    const italian = await textOf(files?.it ?? '');
    for (const part of ['RTP di healthy', 'Esito Regolare', 'Creato per ludus_manager'])
      expect(italian).toContain(part);
  });

  it('is of one integration when it is asked for', async () => {
    const text = await textOf((await filesOf(games.wrong, `?integrationId=${alpina.id}`))?.en ?? '');
    expect(text).toContain('Integration Alpina');
    expect(text).toContain('Verdict Normal');
    expect(text).toMatch(/The same game at the other integrations .* Baltica Alert \d+,\d\d% [\d.]+ /);
    expect(text).not.toContain('Alpina Normal');
  });

  it('is named after the game, the integration and the last day', async () => {
    const nameOf = (address = '') => address.split('?')[0]?.split('/').at(-1);
    const [whole, one] = [
      await filesOf(games.noSheet),
      await filesOf(games.noSheet, `?integrationId=${alpina.id}`),
    ];
    expect(nameOf(whole?.it)).toBe('rtp-no_sheet-2026-11-20-it.pdf');
    expect(nameOf(one?.en)).toBe('rtp-no_sheet-alpina-2026-11-20-en.pdf');
    const { headers } = await fetch(new URL(whole?.en ?? '', hub.url), { method: 'HEAD' });
    expect(headers.get('content-disposition')).toContain('rtp-no_sheet-2026-11-20-en.pdf');
  });

  it('is missing where nothing is judged', async () => {
    expect(await filesOf(games.unknown)).toBeNull();
    expect(await filesOf(games.noSheet)).not.toBeNull();
  });

  it('opens only by its own address, and its download stands in the log with who took it', async () => {
    const address = (await filesOf(games.noSheet, `?integrationId=${alpina.id}`))?.en ?? '';
    expect((await fetch(new URL(address, hub.url), { method: 'HEAD' })).status).toBe(200);
    const entries = () =>
      hub.infra.postgres.db
        .selectFrom('logs')
        .select(['description', 'username', 'related_id'])
        .where('action', '=', 'print-rtp-evidence')
        .where('related_id', '=', String(games.noSheet))
        .execute();
    expect(await entries()).toEqual([]);
    expect((await open(address)).status).toBe(200);
    expect(await entries()).toEqual([
      {
        description: 'Took the RTP evidence of the game no sheet, Alpina',
        username: 'ludus_manager',
        related_id: String(games.noSheet),
      },
    ]);
    for (const other of [`/${games.noSheet}-${baltica.id}-en/`, `/${games.noSheet}-all-en/`])
      expect((await open(address.replace(`/${games.noSheet}-${alpina.id}-en/`, other))).status).toBe(404);
    expect((await open(address.split('?')[0] ?? '')).status).toBe(404);
  });
});
