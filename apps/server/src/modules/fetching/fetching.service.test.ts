import { randomUUID } from 'node:crypto';
import { messageOf } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { silentLog } from '../../../test/harness.ts';
import { type FetchHub, startFetchHub } from '../../../test/support/fetching/fetch-hub.ts';
import type { FetchPayload } from './fetching.jobs.ts';
import { differencesBetween } from './fetching.reconcile.ts';
import { cronOf } from './fetching.schedule.ts';
import { isOwnAddress } from './fetching.single.ts';
import { createFetchStatus } from './index.ts';

let world: FetchHub;

beforeAll(async () => {
  world = await startFetchHub({ pageSize: 40, fetching: { rowsPerPage: 40 } });
});
afterAll(() => world?.close());
beforeEach(() => {
  world.alpina.sessions.clear();
  world.alpina.lastingFault = undefined;
  world.alpina.onPage = undefined;
  world.clock.set('2026-11-20T12:00:00Z');
});

/** Runs the fetch job without the queue around it. */
async function runFetch(payload: FetchPayload): Promise<void> {
  let checkpoint: unknown = null;
  await world.fetching.jobs?.[0]?.run({
    payload,
    job: { id: randomUUID(), name: 'fetch-sessions', attempt: 1, userId: 'system', username: 'system' },
    log: silentLog,
    signal: new AbortController().signal,
    progress: () => {},
    summarise: () => {},
    summariseIntegrations: () => {},
    checkpoint: async (data) => {
      checkpoint = structuredClone(data);
    },
    readCheckpoint: async (schema) => (checkpoint === null ? null : schema.parse(checkpoint)),
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

describe('a fetch of a period', () => {
  type Step =
    | { kind: 'play'; count: number }
    | { kind: 'change'; picks: number[] }
    | { kind: 'fetch'; daysBack: number; days: number; force: boolean }
    | { kind: 'recent' };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ kind: fc.constant('play' as const), count: fc.integer({ min: 1, max: 60 }) }),
    fc.record({
      kind: fc.constant('change' as const),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
    }),
    fc.record({
      kind: fc.constant('fetch' as const),
      daysBack: fc.integer({ min: 0, max: 12 }),
      days: fc.integer({ min: 1, max: 5 }),
      force: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('recent' as const) }),
  );

  // In lots, so that a slow machine has the time of four tests for them.
  it.for([1, 2, 3, 4])(
    '[SESS-10] leaves exactly the totals that the platform states for its days, whatever happened before (lot %i)',
    async (lot, { signal, onTestFinished }) => {
      let run = 0;
      const start = Date.parse('2026-10-20T06:00:00Z');
      const proof = fc.assert(
        fc.asyncProperty(
          fc.nat(10_000),
          fc.array(step, { minLength: 3, maxLength: 9 }),
          async (seed, steps) => {
            signal.throwIfAborted();
            run += 1;
            const integration = await world.enter(`Platform ${lot}.${run}`, 'GAI2', world.alpina);
            const all: PlatformSession[] = [];
            let now = start;
            const put = (session: PlatformSession) => {
              world.alpina.put(session);
              all.push(session);
            };
            // A history of twelve days, over the end of summer time.
            world.alpina.sessions.clear();
            for (let number = 0; number < 80; number += 1) {
              const createdAt = start - ((number * 7919 + seed) % (12 * 24)) * hourMs;
              const updatedAt = Math.min(start, createdAt + (number % 5) * hourMs);
              put(
                platformSession(number, {
                  createdAt: new Date(createdAt).toISOString(),
                  updatedAt: new Date(updatedAt).toISOString(),
                }),
              );
            }
            for (const one of steps) {
              signal.throwIfAborted();
              now += 13 * hourMs;
              world.clock.set(new Date(now).toISOString());
              const at = new Date(now - 1000).toISOString();
              if (one.kind === 'play') {
                for (let count = 0; count < one.count; count += 1) {
                  put(platformSession(all.length, { isOpen: true, createdAt: at, updatedAt: at }));
                }
              } else if (one.kind === 'change') {
                for (const pick of one.picks) {
                  const old = all[pick % all.length];
                  if (old === undefined) continue;
                  const latest = world.alpina.sessions.get(old.sessionId) ?? old;
                  world.alpina.put({ ...latest, isOpen: false, bet: latest.bet + 17, updatedAt: at });
                }
              } else if (one.kind === 'recent') {
                await runFetch({ kind: 'recent', integrationIds: [integration], force: false });
              } else {
                const to = now - one.daysBack * dayMs;
                const days = { from: dayOf.format(to - (one.days - 1) * dayMs), to: dayOf.format(to) };
                const period = {
                  fromMs: Date.parse(`${days.from}T00:00:00+02:00`),
                  toMs: Date.parse(`${days.to}T24:00:00+02:00`) + hourMs,
                };
                await runFetch({
                  kind: 'period',
                  ...period,
                  integrationIds: [integration],
                  force: one.force,
                });
                const [report] = await world.fetching.reconcile(days, { integrationIds: [integration] });
                expect(report).toMatchObject({ error: null, differences: [] });
              }
            }
          },
        ),
        { numRuns: 3 },
      );
      // Cut off by its time limit, it must not go on beside the tests that follow: they share its platform and its clock.
      onTestFinished(() => proof.catch(() => {}));
      await proof;
    },
  );
});

describe('fetches without a person', () => {
  it('[SESS-11][RT-05] end with the time for everyone, and the time of the last fetch moves', async () => {
    world.events.length = 0;
    await runFetch({ kind: 'recent', integrationIds: [world.ids.alpina], force: false });
    expect(world.events).toEqual([
      [
        { name: 'fetch-sessions-updated', data: { dateTime: '2026-11-20T12:00:00.000Z' } },
        { everyone: true },
      ],
    ]);
    world.clock.advance(hourMs);
    await runFetch({ kind: 'recent', integrationIds: [world.ids.alpina], force: false });
    expect(world.events.at(-1)?.[0].data).toEqual({ dateTime: '2026-11-20T13:00:00.000Z' });
  });

  it('a fetch that reached no one tells no one that it has news', async () => {
    world.events.length = 0;
    world.alpina.lastingFault = 'web-page';
    const payload = { kind: 'recent' as const, integrationIds: [world.ids.alpina], force: false };
    await expect(runFetch(payload)).rejects.toThrow('Alpina: The data service answered with a web page');
    expect(world.events).toEqual([]);
  });

  it('the recent fetch goes on where the last one ended, with an overlap for late rows', async () => {
    const integration = await world.enter('Overlap', 'GAI2', world.alpina);
    const at = (iso: string) => ({ createdAt: iso, updatedAt: iso });
    world.alpina.put(platformSession(1, at('2026-11-20T11:00:00.000Z')));
    const recent = { kind: 'recent' as const, integrationIds: [integration], force: false };
    await runFetch(recent);
    world.alpina.put(platformSession(2, at('2026-11-20T10:50:00.000Z')));
    world.alpina.asked.length = 0;
    await runFetch(recent);
    expect(world.alpina.asked[0]?.searchParams.get('changedFrom')).toBe('2026-11-20T10:45:00.000Z');
    const days = { from: '2026-11-20', to: '2026-11-20' };
    const [report] = await world.fetching.reconcile(days, { integrationIds: [integration] });
    expect(report?.differences).toEqual([]);
  });

  it('a row that the platform shows three hours late is found by the first fetch of the next hour', async () => {
    const integration = await world.enter('Late', 'GAI2', world.alpina);
    const at = (iso: string) => ({ createdAt: iso, updatedAt: iso });
    const recent = { kind: 'recent' as const, integrationIds: [integration], force: false };
    const days = { from: '2026-11-20', to: '2026-11-20' };
    const differences = async () => {
      const [report] = await world.fetching.reconcile(days, { integrationIds: [integration] });
      return report?.differences.map(({ figure }) => figure);
    };
    world.alpina.put(platformSession(1, at('2026-11-20T11:59:00.000Z')));
    await runFetch(recent);
    world.alpina.put(platformSession(2, at('2026-11-20T09:00:00.000Z')));
    world.clock.set('2026-11-20T12:50:00Z');
    await runFetch(recent);
    expect(await differences()).toContain('sessions');
    world.clock.set('2026-11-20T13:00:00Z');
    await runFetch(recent);
    expect(await differences()).toEqual([]);
    expect(await world.sessionStore.service.coverage.find(integration)).toEqual({
      fromMs: Date.parse('2026-11-19T12:00:00Z'),
      toMs: Date.parse('2026-11-20T11:59:00Z'),
      readAt: new Date('2026-11-20T13:00:00Z'),
      lateReadAt: new Date('2026-11-20T13:00:00Z'),
    });
  });

  it('what is shown late is looked for from the beginning of a first fetch that took two days', async () => {
    const integration = await world.enter('Slow', 'GAI2', world.alpina);
    const at = '2026-11-20T11:59:00.000Z';
    world.alpina.put(platformSession(1, { createdAt: at, updatedAt: at }));
    world.alpina.onPage = () => world.clock.set('2026-11-22T12:00:00Z');
    await runFetch({ kind: 'recent', integrationIds: [integration], force: false });
    expect(await world.sessionStore.service.coverage.find(integration)).toMatchObject({
      toMs: Date.parse('2026-11-21T12:00:00Z'),
      lateReadAt: new Date('2026-11-20T12:00:00Z'),
    });
  });

  it('a fetch of a day long past does not count as one of what the platform has shown since', async () => {
    const integration = await world.enter('Past', 'GAI2', world.alpina);
    const at = (iso: string) => ({ createdAt: iso, updatedAt: iso });
    world.alpina.put(platformSession(1, at('2026-11-20T11:59:00.000Z')));
    await runFetch({ kind: 'recent', integrationIds: [integration], force: false });
    world.clock.set('2026-11-20T13:30:00Z');
    const day = { fromMs: Date.parse('2026-11-18T23:00:00Z'), toMs: Date.parse('2026-11-19T23:00:00Z') };
    await runFetch({ kind: 'period', ...day, integrationIds: [integration], force: false });
    expect(await world.sessionStore.service.coverage.find(integration)).toEqual({
      fromMs: day.fromMs,
      toMs: Date.parse('2026-11-20T11:59:00Z'),
      readAt: new Date('2026-11-20T13:30:00Z'),
      lateReadAt: new Date('2026-11-20T12:00:00Z'),
    });
  });

  it('a row dated ahead of its time does not make the next fetch miss what comes meanwhile', async () => {
    const integration = await world.enter('Ahead', 'GAI2', world.alpina);
    const at = (iso: string) => ({ createdAt: iso, updatedAt: iso });
    world.alpina.put(platformSession(1, at('2026-11-20T11:00:00.000Z')));
    world.alpina.put(platformSession(2, at('2026-11-20T12:50:00.000Z')));
    const recent = { kind: 'recent' as const, integrationIds: [integration], force: false };
    await runFetch(recent);
    world.clock.set('2026-11-20T12:10:00Z');
    world.alpina.put(platformSession(3, at('2026-11-20T12:05:00.000Z')));
    await runFetch(recent);
    const days = { from: '2026-11-20', to: '2026-11-20' };
    const [report] = await world.fetching.reconcile(days, { integrationIds: [integration] });
    expect(report?.differences).toEqual([]);
  });

  it('the first fetch takes the whole history, once, however often it is asked for', async () => {
    const integration = await world.enter('Newcomer', 'GAI2', world.alpina);
    const old = { createdAt: '2024-02-29T10:00:00.000Z', updatedAt: '2024-02-29T11:00:00.000Z' };
    world.alpina.put(...Array.from({ length: 100 }, (_, index) => platformSession(index, old)));
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    world.alpina.onPage = async () => {
      reached.resolve();
      await go.promise;
    };
    const isFetching = createFetchStatus(world.hub.stores);
    const first = await world.fetching.requestInitialFetch([integration]);
    await reached.promise;
    expect(await isFetching()).toBe(true);
    expect(await world.fetching.requestInitialFetch([integration])).toBe(first);
    go.resolve();
    const job = await world.settled(first);
    expect(job.summary).toMatchObject({ received: 100, new: 100 });
    expect(await isFetching()).toBe(false);
  });

  it.each([
    [0, null],
    [1, '*/1 * * * *'],
    [10, '*/10 * * * *'],
    [60, '0 */1 * * *'],
    [90, '0 */2 * * *'],
    [1440, '0 0 * * *'],
  ])('an interval of %i minutes is the cron %s', (minutes, cron) => {
    expect(cronOf(minutes)).toBe(cron);
  });
});

describe('reconciling', () => {
  it('names every figure of every day that differs, and the platform that does not answer', async () => {
    const integration = await world.enter('Differing', 'GAI2', world.alpina);
    const times = { createdAt: '2026-11-12T10:00:00.000Z', updatedAt: '2026-11-12T11:00:00.000Z' };
    world.alpina.put(platformSession(1, times), platformSession(2, times));
    await runFetch({ kind: 'history', integrationIds: [integration], force: false });
    world.alpina.put(platformSession(2, { ...times, bet: 999_999 }), platformSession(7, times));
    const days = { from: '2026-11-11', to: '2026-11-13' };
    const [report] = await world.fetching.reconcile(days, { integrationIds: [integration] });
    expect(report).toMatchObject({ integrationName: 'Differing', daysCompared: 3, error: null });
    expect(report?.differences).toContainEqual({
      day: '2026-11-12',
      sessionType: 1,
      figure: 'bet',
      sessionStore: BigInt(platformSession(1).bet + platformSession(2).bet),
      platform: BigInt(platformSession(1).bet + 999_999),
    });
    expect(report?.differences).toContainEqual(
      expect.objectContaining({ sessionType: 4, figure: 'sessions', sessionStore: 0n, platform: 1n }),
    );

    world.alpina.token = 'changed';
    const [refused] = await world.fetching.reconcile(days, { integrationIds: [integration] });
    world.alpina.token = 'good-token';
    expect(refused).toMatchObject({
      error: messageOf('services.tokenRefused', { service: 'data', status: 401 }),
      differences: [],
    });
  });

  it('a day that neither side has is no difference', () => {
    expect(differencesBetween([], [])).toEqual([]);
  });
});

describe('[OPEN-48] the address of a feed', () => {
  it.each([
    ['https://play.example/feed/1?key=x', 'https://play.example/data', true],
    ['https://play.example:8443/feed', 'https://play.example/data', true],
    ['http://play.example/feed', 'https://play.example/data', false],
    ['https://play.example.evil.example/feed', 'https://play.example/data', false],
    ['https://user@play.example/feed', 'https://play.example/data', false],
    ['javascript://play.example/%0aalert(1)', 'https://play.example/data', false],
    ['/feed/1', 'https://play.example/data', false],
  ])('%s of %s is the platform’s own: %s', (link, service, own) => {
    expect(isOwnAddress(link, service)).toBe(own);
  });
});
