import { afterAll, beforeAll, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import type { FetchJob } from './fetching.jobs.ts';

let world: FetchHub;

beforeAll(async () => {
  world = await startFetchHub();
});
afterAll(() => world?.close());

/** A session that changes at a time by the clock of the platform, which is right. */
function play(number: number, time: string): void {
  const at = new Date(time).toISOString();
  world.alpina.put(platformSession(number, { createdAt: at, updatedAt: at }));
}

/** Fetches as the schedule does, with the clock of the hub at a time, and returns how many sessions are stored. */
async function fetchAt(time: string): Promise<number> {
  world.clock.set(time);
  const job = world.fetching.jobs?.find(({ name }) => name === 'fetch-recent-sessions') as FetchJob;
  const payload = { kind: 'recent' as const, integrationIds: [world.ids.alpina], force: false };
  const ended = await world.settled(await world.hub.infra.jobs.enqueue(job, payload));
  expect(ended).toMatchObject({ state: 'completed', error: null });
  const { clickhouse } = world.hub.stores;
  const [row] = await clickhouse.rows<{ n: number }>('SELECT toUInt32(uniqExact(id)) AS n FROM sessions_v1', {
    label: 'test',
  });
  return row?.n ?? 0;
}

it('a clock that jumps an hour ahead and back hides no session', async () => {
  play(1, '2026-11-20T11:50:00Z');
  expect(await fetchAt('2026-11-20T12:00:00Z')).toBe(1);
  play(2, '2026-11-20T12:01:00Z');
  expect(await fetchAt('2026-11-20T13:02:00Z')).toBe(2);
  // What the platform records from here on lies before the time up to which the hub has read.
  play(3, '2026-11-20T12:04:00Z');
  expect(await fetchAt('2026-11-20T12:05:00Z')).toBe(3);
  play(4, '2026-11-20T12:14:00Z');
  await fetchAt('2026-11-20T12:15:00Z');
  // Within the hour at the latest: the first fetch of an hour looks for what was shown late.
  play(5, '2026-11-20T12:59:00Z');
  expect(await fetchAt('2026-11-20T13:05:00Z')).toBe(5);
  play(6, '2026-11-20T13:59:00Z');
  expect(await fetchAt('2026-11-20T14:00:00Z')).toBe(6);
});
