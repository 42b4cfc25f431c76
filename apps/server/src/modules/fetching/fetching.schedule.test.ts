import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import type { FetchJob } from './fetching.jobs.ts';
import { catchUpAfterPause, type ScheduleJob, type Scheduling } from './fetching.schedule.ts';

const recentOf = (id: number) => [
  { kind: 'recent', integrationIds: [id], force: false },
  { singletonKey: `recent ${id}`, whenPresent: 'skip' },
];

/** What a hub that comes back at noon enqueues for two active integrations. */
async function enqueuedAtNoon(readAt: Record<number, string>, intervalMinutes = 10): Promise<unknown[]> {
  const enqueued: unknown[] = [];
  const scheduling = {
    job: { name: 'fetch-recent-sessions' } as FetchJob,
    targets: {
      listIntegrations: async () => [
        { id: 1, name: 'Alpina' },
        { id: 2, name: 'Baltica' },
      ],
    },
    jobs: {
      async enqueue(_job: unknown, payload: unknown, options: unknown) {
        enqueued.push([payload, options]);
        return 'id';
      },
    },
  } as unknown as Scheduling;
  await catchUpAfterPause(scheduling, {
    readAt: new Map(Object.entries(readAt).map(([id, at]) => [Number(id), new Date(at)])),
    now: new Date('2026-11-20T12:00:00Z'),
    intervalMinutes,
  });
  return enqueued;
}

describe('a hub that comes back', () => {
  it('fetches at once what it missed of each integration, unless such a fetch waits already', async () => {
    expect(await enqueuedAtNoon({ 1: '2026-11-20T11:30:00Z', 2: '2026-11-20T11:55:00Z' })).toEqual([
      recentOf(1),
    ]);
    expect(await enqueuedAtNoon({ 1: '2026-11-20T11:50:00Z', 2: '2026-11-19T12:00:00Z' })).toEqual([
      recentOf(1),
      recentOf(2),
    ]);
  });

  it('leaves alone what was never fetched or is active no more, and fetches nothing where nothing is scheduled', async () => {
    expect(await enqueuedAtNoon({ 3: '2026-11-19T00:00:00Z' })).toEqual([]);
    expect(await enqueuedAtNoon({ 1: '2026-11-19T00:00:00Z' }, 0)).toEqual([]);
  });
});

describe('the clock', () => {
  let world: FetchHub;
  beforeAll(async () => {
    world = await startFetchHub();
  });
  afterAll(() => world?.close());

  const jobNamed = <Job>(name: string) => world.fetching.jobs?.find((job) => job.name === name) as Job;
  const tick = async () => {
    const { jobs } = world.hub.infra;
    await jobs.waitForCompletion(await jobs.enqueue(jobNamed<ScheduleJob>('schedule-fetches'), {}));
  };
  async function scheduledFetches() {
    const { rows } = await world.hub.stores.postgres.pool.query<{ id: string; integrations: number[] }>(
      `SELECT id, data->'integrationIds' AS integrations FROM jobs WHERE name = 'fetch-recent-sessions'
       ORDER BY created_at, id`,
    );
    return rows;
  }

  it('adds a fetch of each active integration, and none while one of the integration is open', async () => {
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    world.baltica.onPage = async () => {
      reached.resolve();
      await go.promise;
    };
    const { alpina, baltica } = world.ids;
    await tick();
    const [first, second] = await scheduledFetches();
    expect([first?.integrations, second?.integrations]).toEqual([[alpina], [baltica]]);
    await world.settled(first?.id ?? '');
    await reached.promise;
    await tick();
    const fetches = await scheduledFetches();
    expect(fetches.map(({ integrations }) => integrations)).toEqual([[alpina], [baltica], [alpina]]);
    go.resolve();
    for (const { id } of fetches) expect(await world.settled(id)).toMatchObject({ state: 'completed' });
  });

  it('leaves out an integration that is active no more; a fetch of it that waits ends without a word', async () => {
    const { alpina } = world.ids;
    await world.hub.stores.postgres.pool.query('UPDATE integrations SET is_active = false WHERE id = $1', [
      alpina,
    ]);
    world.integrations.invalidate(alpina);
    world.alpina.asked.length = 0;
    world.events.length = 0;
    const { jobs } = world.hub.infra;
    const id = await jobs.enqueue(jobNamed<FetchJob>('fetch-recent-sessions'), {
      kind: 'recent',
      integrationIds: [alpina],
      force: false,
    });
    expect(await world.settled(id)).toMatchObject({ state: 'completed', error: null, integrations: [] });
    expect([world.alpina.asked, world.events]).toEqual([[], []]);
    const before = (await scheduledFetches()).length;
    await tick();
    const added = (await scheduledFetches()).slice(before);
    expect(added.map(({ integrations }) => integrations)).toEqual([[world.ids.baltica]]);
    await world.settled(added[0]?.id ?? '');
  });
});
