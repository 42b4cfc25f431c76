import { eurosFromCents, type Player, player, type Role } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FiguresHub, startFiguresHub } from '../../../test/support/exports/figures-hub.ts';
import { type KnownRow, sumsOf } from '../../../test/support/session-store/known-rows.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { romeDay } from '../../infra/clock/index.ts';
import { sessionIdOf } from '../session-store/index.ts';

let world: FiguresHub;
const tokens = new Map<Role, string>();
const roles = [
  'ludus_admin',
  'ludus_manager',
  'integration_admin',
  'integration_manager',
  'integration_guest',
] as const;

beforeAll(async () => {
  world = await startFiguresHub();
  for (const role of roles) tokens.set(role, await tokenFor(role, { now: world.clock.now() }));
});
afterAll(() => world?.close());

const path = (integration: number | string, userId: string, query = '') =>
  `/bookkeeping/players/${integration}/${encodeURIComponent(userId)}${query}`;
const get = (address: string, role: Role = 'ludus_admin') => world.hub.get(address, tokens.get(role));

async function read(integration: number, userId: string, query = '', role?: Role): Promise<Player> {
  const { status, body } = await get(path(integration, userId, query), role);
  expect(status, JSON.stringify(body)).toBe(200);
  return player.parse(body);
}

/** What totals of these sessions say, by plain arithmetic. */
function totalsOf(rows: readonly KnownRow[]) {
  const sums = sumsOf(rows);
  return {
    bet: eurosFromCents(sums.bet),
    win: eurosFromCents(sums.win),
    grosswin: eurosFromCents(sums.bet - sums.win),
    netwin: eurosFromCents(sums.netWin),
    due: eurosFromCents(sums.due),
    rtp: sums.bet === 0n ? null : Number(sums.win) / Number(sums.bet),
    sessionsTotal: rows.length,
    sessionsOpen: Number(sums.open),
    sessionsClosed: rows.length - Number(sums.open),
    rounds: Number(sums.rounds),
  };
}

const ofPlayer = (integrationId: number, userId: string, types: readonly number[] = [1, 4]) =>
  world.rows.filter(
    (row) => row.integrationId === integrationId && row.userId === userId && types.includes(row.sessionType),
  );
const monthOf = (row: KnownRow) => romeDay(new Date(row.createdAtMs)).slice(0, 7);
const markOf = (row: KnownRow) => ({
  id: sessionIdOf(row.integrationId, row.sessionId),
  createdAt: new Date(row.createdAtMs).toISOString(),
});

describe('GET /bookkeeping/players/:integrationId/:userId', () => {
  it.each([
    ['real and fun', '', [1, 4]],
    ['real only', '?sessionTypeId=1', [1]],
    ['fun only', '?sessionTypeId=4', [4]],
  ] as const)('has the totals of every session, by month and by game: %s', async (_what, query, types) => {
    for (const [integrationId, userId] of [
      [1, 'player-3'],
      [2, 'player-3'],
      [3, 'player-17'],
    ] as const) {
      const rows = ofPlayer(integrationId, userId, types);
      const found = await read(integrationId, userId, query);
      expect(found).toMatchObject({ userId, integration: { id: integrationId }, totals: totalsOf(rows) });
      const inOrder = rows.toSorted((a, b) => a.createdAtMs - b.createdAtMs);
      const [first, last] = [inOrder[0], inOrder.at(-1)];
      expect(found.firstSession).toEqual(first ? markOf(first) : null);
      expect(found.lastSession).toEqual(last ? markOf(last) : null);
      for (const { month, totals } of found.months)
        expect(totals, month).toEqual(totalsOf(rows.filter((row) => monthOf(row) === month)));
      for (const { game, totals } of found.games)
        expect(totals, game.name).toEqual(totalsOf(rows.filter(({ gameId }) => gameId === game.id)));
      expect(found.games.map(({ game }) => game.id).toSorted()).toEqual(
        [...new Set(rows.map(({ gameId }) => gameId))].toSorted(),
      );
      const bets = found.games.map(({ totals }) => totals.bet);
      expect(bets).toEqual(bets.toSorted((a, b) => b - a));
    }
  });

  it('has every month between the first and the last one, over the end of a year too', async () => {
    const [one] = ofPlayer(1, 'player-3');
    if (!one) throw new Error('No row');
    const rows = ['2025-11-30T23:30:00Z', '2026-02-01T10:00:00Z'].map((at, index) => ({
      ...one,
      userId: 'over the years/50%',
      sessionId: `years-${index}`,
      createdAtMs: Date.parse(at),
      updatedAtMs: Date.parse(at),
    }));
    await world.sessionStore.service.ingest(1, rows);
    const { months, totals } = await read(1, 'over the years/50%');
    // The first one was created after midnight in Rome.
    expect(months.map(({ month, totals: { sessionsTotal } }) => [month, sessionsTotal])).toEqual([
      ['2025-12', 1],
      ['2026-01', 0],
      ['2026-02', 1],
    ]);
    expect(totals).toEqual(totalsOf(rows));
  });

  it.each([
    ['ludus_admin', true],
    ['ludus_manager', false],
    ['integration_admin', true],
    ['integration_manager', false],
  ] as const)('leaves net win and due to those who may see them: %s %s', async (role, sees) => {
    const { totals, months, games } = await read(1, 'player-3', '', role);
    for (const one of [totals, ...months.map((month) => month.totals), ...games.map((game) => game.totals)])
      expect(['netwin', 'due'].map((metric) => metric in one)).toEqual([sees, sees]);
  });

  it('finds no player of another integration, and none without sessions', async () => {
    for (const [address, role] of [
      [path(2, 'player-3'), 'integration_admin'],
      [path(2, 'player-3'), 'integration_manager'],
      [path(1, 'nobody'), 'ludus_admin'],
      [path(9, 'player-3'), 'ludus_admin'],
    ] as const) {
      const { status, body } = await get(address, role);
      expect(status, address).toBe(404);
      expect(body.message).toBe('This player has no sessions.');
    }
  });

  it('is refused without a token, to guests, and for what is no id or type', async () => {
    expect((await world.hub.get(path(1, 'player-3'))).status).toBe(401);
    expect((await get(path(1, 'player-3'), 'integration_guest')).status).toBe(403);
    const { status, body } = await get(path(1, 'player-3', '?sessionTypeId=2'));
    expect([status, Object.keys(body.fields)]).toEqual([422, ['sessionTypeId']]);
    // A path that cannot be that of a player is no page of one.
    for (const address of [path('x', 'player-3'), path(1, 'x'.repeat(121))])
      expect((await get(address)).status, address).toBe(404);
  });
});
