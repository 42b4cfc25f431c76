import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakePlatform, platformSession } from '../../../test/fake-platform.ts';
import {
  type FetchHub,
  internationalSession,
  startFetchHub,
} from '../../../test/support/fetching/fetch-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import type { FetchJob } from './fetching.jobs.ts';

let world: FetchHub;
let token: string;

beforeAll(async () => {
  world = await startFetchHub({ pageSize: 50, fetching: { rowsPerPage: 50 } });
  token = await tokenFor('ludus_admin', { now: world.clock.now() });
});
afterAll(() => world?.close());

async function requestFetch(query: string): Promise<string> {
  const { status, body } = await world.hub.get(`/bookkeeping/sessions/fetch?${query}`, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.jobId;
}

function enqueueScheduled(integrationId: number): Promise<string> {
  const job = world.fetching.jobs?.find(({ name }) => name === 'fetch-recent-sessions') as FetchJob;
  return world.hub.infra.jobs.enqueue(job, { kind: 'recent', integrationIds: [integrationId], force: false });
}

/** Resolves when the job's message in the jobs table is this one. */
async function messageReached(jobId: string, code: string): Promise<void> {
  for (;;) {
    const { rows } = await world.hub.stores.postgres.pool.query<{ code: string }>(
      "SELECT message->>'code' AS code FROM jobs WHERE id = $1",
      [jobId],
    );
    if (rows[0]?.code === code) return;
    await wait(20);
  }
}

const periodStart = '2026-10-20T22:00:00.000Z';

/** Holds the third page of the fetch of the period until `goOn`, and every later one until `finish`. */
function holdPages(platform: FakePlatform) {
  const held = Promise.withResolvers<void>();
  const third = Promise.withResolvers<void>();
  const later = Promise.withResolvers<void>();
  const pages = () =>
    platform.asked.filter(({ searchParams }) => searchParams.get('changedFrom') === periodStart);
  platform.onPage = async (page) => {
    if (platform.asked[page - 1]?.searchParams.get('changedFrom') !== periodStart) return;
    const number = pages().length;
    if (number === 3) held.resolve();
    if (number >= 3) await third.promise;
    if (number >= 4) await later.promise;
  };
  return { held: held.promise, goOn: third.resolve, finish: later.resolve, pages: () => pages().length };
}

/** How many rows of each integration are stored, as the checkpoint of a running fetch has it. */
async function receivedSoFar(jobId: string): Promise<number[]> {
  const { rows } = await world.hub.stores.postgres.pool.query<{ parts: { received: number }[] }>(
    "SELECT checkpoint->'parts' AS parts FROM jobs WHERE id = $1",
    [jobId],
  );
  return rows[0]?.parts.map(({ received }) => received) ?? [];
}

/** A session an hour, the last one an hour before noon of the 20th. */
function timesOf(index: number, count: number) {
  const at = new Date(Date.parse('2026-11-20T11:00:00.000Z') - (count - 1 - index) * 3_600_000).toISOString();
  return { createdAt: at, updatedAt: at };
}

async function storedRows(integrationId: number) {
  const [row] = await world.hub.stores.clickhouse.rows<{ states: string; sessions: string }>(
    `SELECT count() AS states, uniqExact(id) AS sessions FROM sessions_v1
     WHERE integration_id = {integration:UInt16}`,
    { label: 'test.stored', params: { integration: integrationId } },
  );
  return { states: Number(row?.states), sessions: Number(row?.sessions) };
}

describe('a requested fetch of everything', () => {
  it('delays the scheduled fetch of no integration by more than a page, and both store each session once', async () => {
    const { alpina, baltica, ids } = world;
    const alpinaCount = 500;
    const balticaCount = 300;
    for (let index = 0; index < alpinaCount; index += 1) {
      alpina.put(platformSession(index, timesOf(index, alpinaCount)));
    }
    for (let index = 0; index < balticaCount; index += 1) {
      baltica.put(internationalSession(index, timesOf(index, balticaCount)));
    }
    const holds = [holdPages(alpina), holdPages(baltica)];
    const requested = await requestFetch('dateStart=2026-10-21&dateEnd=2026-11-20');
    await Promise.all(holds.map(({ held }) => held));

    const scheduled = [await enqueueScheduled(ids.alpina), await enqueueScheduled(ids.baltica)];
    for (const id of scheduled) await messageReached(id, 'jobs.waitingForFetch');
    for (const { goOn } of holds) goOn();
    for (const id of scheduled) expect(await world.settled(id)).toMatchObject({ state: 'completed' });

    // At most the page that was on its way has been stored meanwhile, and the one behind it asked for.
    for (const { pages } of holds) expect(pages()).toBeLessThanOrEqual(4);
    for (const received of await receivedSoFar(requested)) expect(received).toBeLessThanOrEqual(150);
    const { coverage } = world.sessionStore.service;
    const lookBack = Date.parse('2026-11-19T12:00:00Z');
    const lastChange = Date.parse('2026-11-20T11:00:00Z');
    for (const id of [ids.alpina, ids.baltica]) {
      expect(await coverage.find(id)).toMatchObject({ fromMs: lookBack, toMs: lastChange });
    }

    for (const { finish } of holds) finish();
    const job = await world.settled(requested);
    expect(job).toMatchObject({ state: 'completed', error: null });
    // The 24 sessions of the look-back were stored by the scheduled fetches.
    expect(job.integrations).toMatchObject([
      { integrationName: 'Alpina', received: alpinaCount, new: alpinaCount - 24, unchanged: 24, error: null },
      {
        integrationName: 'Baltica',
        received: balticaCount,
        new: balticaCount - 24,
        unchanged: 24,
        error: null,
      },
    ]);
    expect(await storedRows(ids.alpina)).toEqual({ states: alpinaCount, sessions: alpinaCount });
    expect(await storedRows(ids.baltica)).toEqual({ states: balticaCount, sessions: balticaCount });
    for (const id of [ids.alpina, ids.baltica]) {
      expect(await coverage.find(id)).toMatchObject({ fromMs: Date.parse(periodStart), toMs: lastChange });
    }
    const reports = await world.fetching.reconcile({ from: '2026-10-21', to: '2026-11-20' });
    expect(reports.map(({ error, differences }) => ({ error, differences }))).toEqual([
      { error: null, differences: [] },
      { error: null, differences: [] },
    ]);
  });

  it('occupies no worker of the scheduled ones, however many there are', async () => {
    const { alpina, baltica, ids } = world;
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    alpina.onPage = async () => {
      reached.resolve();
      await go.promise;
    };
    baltica.onPage = undefined;
    const query = `dateStart=2026-11-20&dateEnd=2026-11-20&integrationIds=${ids.alpina}`;
    const requested = [await requestFetch(query), await requestFetch(query), await requestFetch(query)];
    await reached.promise;
    const scheduled = await world.settled(await enqueueScheduled(ids.baltica));
    expect(scheduled).toMatchObject({ state: 'completed' });
    go.resolve();
    for (const id of requested) expect(await world.settled(id)).toMatchObject({ state: 'completed' });
  });
});
