import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import { systemActor } from '../../infra/access/index.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };

let world: FetchHub;
beforeAll(async () => {
  world = await startFetchHub({ fetchIntervalMinutes: 10 });
  world.alpina.put(
    platformSession(1, { createdAt: '2026-10-03T10:00:00.000Z' }),
    platformSession(2, { createdAt: '2026-11-19T10:00:00.000Z', updatedAt: '2026-11-19T10:20:00.000Z' }),
  );
});
afterAll(() => world?.close());

/** What was asked for, oldest first; all of it has ended. */
async function comparisons() {
  const rows = await world.hub.stores.postgres.db
    .selectFrom('jobs')
    .select(['id', 'data', 'user_id'])
    .where('name', '=', 'compare-days')
    .orderBy('created_at')
    .execute();
  return Promise.all(
    rows.map(async ({ id, data, user_id }) => ({
      ...(data as Record<string, unknown>),
      userId: user_id,
      state: (await world.settled(id)).state,
    })),
  );
}

const fetchAll = async (ids: number[]) => world.settled(await world.fetching.requestInitialFetch(ids));

async function fetchDay(day: string, id: number) {
  const asked = { dateStart: day, dateEnd: day, integrationIds: [id] };
  return world.settled(await world.fetching.service.requestFetch(systemActor, asked));
}

const statesOf = async (id: number, days = october) =>
  world.reconciliation.findDayStates(days, { kind: 'one', id });

describe('the first comparison of a finished month', () => {
  it('waits for a fetch that covers the month', async () => {
    await fetchDay('2026-11-19', world.ids.alpina);
    expect(await comparisons()).toEqual([]);
  });

  it('begins with the first whole fetch, and goes up to yesterday', async () => {
    await fetchAll([world.ids.alpina]);
    expect(await comparisons()).toEqual([
      {
        from: '2026-10-01',
        to: '2026-11-19',
        integrationIds: [world.ids.alpina],
        isFirst: true,
        userId: 'system',
        state: 'completed',
      },
    ]);
    const states = await statesOf(world.ids.alpina);
    expect(states.length).toBe(31);
    expect(states.every(({ isEqual }) => isEqual)).toBe(true);
    const latest = await statesOf(world.ids.alpina, { from: '2026-11-01', to: '2026-11-19' });
    expect(latest.every(({ isEqual }) => isEqual)).toBe(true);
  });

  it('is not repeated by later fetches', async () => {
    await fetchAll([world.ids.alpina]);
    await fetchDay('2026-11-19', world.ids.alpina);
    expect((await comparisons()).length).toBe(1);
  });

  it('is not repeated for a platform that fails', async () => {
    const { totals } = world.baltica;
    world.baltica.totals = () => 'none' as never;
    await fetchAll([world.ids.baltica]);
    expect((await comparisons()).length).toBe(2);
    expect((await statesOf(world.ids.baltica)).every(({ comparedAt }) => comparedAt === null)).toBe(true);
    world.baltica.totals = totals;
    await fetchAll([world.ids.baltica]);
    expect((await comparisons()).length).toBe(2);
  });

  it('of a month in which the hub stood still takes the days that no night has compared', async () => {
    const { db } = world.hub.stores.postgres;
    await db
      .deleteFrom('reconciliation_days')
      .where('integration_id', '=', world.ids.alpina)
      .where('day', '>=', '2026-10-10')
      .where('day', '<=', '2026-10-12')
      .execute();
    await fetchAll([world.ids.alpina]);
    expect((await comparisons()).at(-1)).toMatchObject({ from: '2026-10-10', to: '2026-10-12' });
    expect((await statesOf(world.ids.alpina)).every(({ isEqual }) => isEqual)).toBe(true);
  });

  it('leaves the last day of the month to the night after it', async () => {
    world.clock.set('2026-12-01T00:30:00Z');
    await fetchAll([world.ids.alpina]);
    expect((await comparisons()).at(-1)).toMatchObject({ from: '2026-11-20', to: '2026-11-29' });
  });
});
