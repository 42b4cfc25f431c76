import { randomUUID } from 'node:crypto';
import type { FetchSummary } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformSession } from '../../../test/fake-platform.ts';
import { silentLog } from '../../../test/harness.ts';
import {
  type FetchHub,
  internationalSession,
  startFetchHub,
} from '../../../test/support/fetching/fetch-hub.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { JobContext } from '../../infra/queue/index.ts';
import { type FetchPayload, fetchPayload } from './fetching.jobs.ts';

let world: FetchHub;

beforeAll(async () => {
  world = await startFetchHub({ pageSize: 50, fetching: { rowsPerPage: 50 } });
});
afterAll(() => world?.close());

class Crash extends Error {}

/** A job row that outlives attempts, and a way to end an attempt as a crash would: nothing after it is written. */
function jobOf(payload: FetchPayload) {
  const row = { checkpoint: null as string | null, integrations: [] as readonly FetchSummary[], message: '' };
  const id = randomUUID();
  let attempt = 0;
  return {
    row,
    async run(crashAt: (checkpoint: number) => 'before' | 'after' | undefined = () => undefined) {
      attempt += 1;
      let checkpoints = 0;
      const context: JobContext<FetchPayload> = {
        payload: fetchPayload.parse(payload),
        job: { id, name: 'fetch-sessions', attempt, userId: 'system', username: 'system' },
        log: silentLog,
        signal: new AbortController().signal,
        progress: (_percentage, message) => {
          row.message = renderMessage(message);
        },
        summarise: () => {},
        summariseIntegrations: (parts) => {
          row.integrations = parts;
        },
        async checkpoint(data) {
          checkpoints += 1;
          const crash = crashAt(checkpoints);
          if (crash === 'before') throw new Crash();
          row.checkpoint = JSON.stringify(data);
          if (crash === 'after') throw new Crash();
        },
        readCheckpoint: async (schema) =>
          row.checkpoint === null ? null : schema.parse(JSON.parse(row.checkpoint)),
      };
      const [job] = world.fetching.jobs ?? [];
      await job?.run(context);
    },
  };
}

const range = (day: string) => ({
  fromMs: Date.parse(`${day}T00:00:00+01:00`),
  toMs: Date.parse(`${day}T24:00:00+01:00`),
});
const differences = async (day: string) =>
  (await world.fetching.reconcile({ from: day, to: day })).flatMap((report) => report.differences);

describe('a fetch that dies half-way', () => {
  it.each([
    ['2026-11-03', 'before'],
    ['2026-11-04', 'after'],
  ] as const)(
    'on %s, killed %s each checkpoint in turn, goes on where it was: no cent lost, no row twice',
    async (day, when) => {
      const number = Number(day.slice(-2)) * 10_000;
      const times = { createdAt: `${day}T10:00:00.000Z`, updatedAt: `${day}T10:30:00.000Z` };
      world.alpina.put(...Array.from({ length: 230 }, (_, index) => platformSession(number + index, times)));
      world.baltica.put(
        ...Array.from({ length: 120 }, (_, index) => internationalSession(number + index, times)),
      );
      const job = jobOf({ kind: 'period', ...range(day), integrationIds: null, force: false });

      let crashes = 0;
      for (let crashAt = 1; crashAt <= 40; crashAt += 1) {
        try {
          await job.run((checkpoint) => (checkpoint === (crashes % 2) + 1 ? when : undefined));
          break;
        } catch (error) {
          expect(error).toBeInstanceOf(Crash);
          crashes += 1;
        }
      }
      expect(crashes).toBeGreaterThan(5);
      expect(await differences(day)).toEqual([]);
      for (const part of job.row.integrations) expect(part.error).toBeNull();
    },
  );

  it('does not ask again for what a checkpoint says is done', async () => {
    const day = '2026-11-05';
    const times = { createdAt: `${day}T10:00:00.000Z`, updatedAt: `${day}T10:30:00.000Z` };
    world.alpina.sessions.clear();
    world.alpina.put(...Array.from({ length: 200 }, (_, index) => platformSession(50_000 + index, times)));
    const payload: FetchPayload = {
      kind: 'period',
      ...range(day),
      integrationIds: [world.ids.alpina],
      force: true,
    };
    const job = jobOf(payload);
    await expect(job.run((checkpoint) => (checkpoint === 4 ? 'after' : undefined))).rejects.toThrow(Crash);
    world.alpina.asked.length = 0;
    await job.run();
    expect(world.alpina.asked).toHaveLength(1);
    expect(job.row.integrations[0]).toMatchObject({ received: 200, new: 200 });
    expect(await differences(day)).toEqual([]);
  });
});

describe('two fetches of one integration', () => {
  it('follow each other, and the second finds nothing new', async () => {
    const day = '2026-11-06';
    const times = { createdAt: `${day}T10:00:00.000Z`, updatedAt: `${day}T10:30:00.000Z` };
    world.alpina.sessions.clear();
    world.alpina.put(...Array.from({ length: 200 }, (_, index) => platformSession(60_000 + index, times)));
    let reading = 0;
    let together = 0;
    world.alpina.onPage = async () => {
      reading += 1;
      together = Math.max(together, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
    };
    const payload: FetchPayload = {
      kind: 'period',
      ...range(day),
      integrationIds: [world.ids.alpina],
      force: true,
    };
    const [one, other] = [jobOf(payload), jobOf(payload)];
    await Promise.all([one.run(), other.run()]);
    expect(together).toBe(1);
    const counts = [one, other].map((job) => job.row.integrations[0]);
    expect(counts.map((part) => part?.received)).toEqual([200, 200]);
    expect(counts.map((part) => part?.new).sort()).toEqual([0, 200]);
    expect(await differences(day)).toEqual([]);
  });
});
