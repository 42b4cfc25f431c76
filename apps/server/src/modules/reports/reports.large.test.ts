import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../test/catalogue.ts';
import { fixedClock } from '../../infra/clock/index.ts';
import type { References } from '../integrations/index.ts';
import { type AggregatesRow, type Dimension, noAggregates } from '../session-store/index.ts';
import { createReportsModule } from './index.ts';

/** Rows of figures; `onRead` is called once for each row whose figures are read. */
function rowsOf(dimensions: number, count: number, onRead: () => void): AggregatesRow[] {
  return Array.from({ length: count }, (_, index) => ({
    ...noAggregates,
    bucket: 0,
    integrationId: dimensions === 1 ? index + 1 : 1 + (index % 3),
    operatorId: dimensions < 2 ? 0 : 1 + (index % 60),
    gameId: dimensions < 3 ? 0 : 1 + Math.floor(index / 60),
    sessionType: 0 as const,
    sessions: 3n,
    players: 2,
    get bet() {
      onRead();
      return BigInt(100 * index);
    },
  }));
}

function reportOf(onRead: () => void) {
  const rows: Record<number, AggregatesRow[]> = {
    1: rowsOf(1, 3, onRead),
    2: rowsOf(2, 60, onRead),
    3: rowsOf(3, 12_000, onRead),
  };
  const names = { integrations: new Map(), platforms: new Map(), operators: new Map(), games: new Map() };
  const { service } = createReportsModule(
    { clock: fixedClock('2026-11-20T12:00:00Z') },
    {
      sessionStore: {
        queryAggregates: async () => [],
        queryAggregatesByLevel: async (_asked: unknown, levels: readonly (readonly Dimension[])[]) =>
          levels.map((by) => rows[by.length] ?? []),
        state: async () => ({}) as never,
      },
      referenceData: { read: async () => names as unknown as References },
      freshness: async () => ({ asOf: null, notFetched: 0 }),
    },
  );
  return (signal?: AbortSignal) =>
    service.report(
      actorOf('ludus_admin', null),
      { from: '2026-11-01', to: '2026-11-20', singleDay: false },
      signal,
    );
}

describe('a report of many leaves', () => {
  it('is built in turns of few rows, in the order of names', async () => {
    let read = 0;
    const seen: number[] = [];
    let isBuilt = false;
    const others = (async () => {
      while (!isBuilt) {
        await turn();
        seen.push(read);
      }
    })();
    const { response } = await reportOf(() => read++)();
    isBuilt = true;
    await others;
    const games = response.flatMap(({ directOperators }) =>
      directOperators.map((operator) => operator.games),
    );
    expect(games.map(({ length }) => length)).toEqual(Array.from({ length: 60 }, () => 200));
    for (const { directOperators } of response)
      expect(directOperators.map(({ operatorId }) => operatorId)).toEqual(
        directOperators.map(({ operatorId }) => operatorId).toSorted((a, b) => a - b),
      );
    for (const own of games)
      expect(own.map(({ gameId }) => gameId)).toEqual(games[0]?.map(({ gameId }) => gameId));
    expect(games[0]?.slice(0, 11).map(({ gameName }) => gameName)).toEqual(
      Array.from({ length: 11 }, (_, index) => `Game ${index + 1}`),
    );
    // Bet, gross win and RTP read the bet of a row, and the total of the integrations does.
    const mostInOneTurn = Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)));
    expect(read).toBeGreaterThan(36_000);
    expect(mostInOneTurn).toBeLessThanOrEqual(3 * 2_100);
  });

  it('is not built to its end for someone who has left', async () => {
    let read = 0;
    const leaving = new AbortController();
    const report = reportOf(() => {
      read++;
      if (read === 9_000) leaving.abort();
    })(leaving.signal);
    await expect(report).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(read).toBeLessThan(20_000);
  });
});
