import { messageOf, type RealtimeEventName, textMessage } from '@ludus/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asOwner, openTestPostgres, silentLog } from '../../../test/harness.ts';
import { ConflictError, UpstreamError } from '../errors/index.ts';
import type { Log } from '../log/index.ts';
import { createMetrics } from '../metrics/index.ts';
import type { Postgres } from '../postgres/index.ts';
import type { Audience, Realtime, RealtimeEvent } from '../realtime/index.ts';
import { createJobEngine, defineJob, type JobContext, type JobEngine } from './index.ts';
import { readPayload } from './payload.ts';

type Payload = { n: number };
type Run = (context: JobContext<Payload>) => Promise<void>;

const payload = z.strictObject({ n: z.int() });
const user = { userId: 'u1', username: 'anna' };

let postgres: Postgres;
let published: { event: RealtimeEvent; audience: Audience }[] = [];
const realtime: Realtime = { publish: (event, audience) => void published.push({ event, audience }) };
const engines: JobEngine[] = [];

beforeAll(async () => {
  postgres = await openTestPostgres();
});

beforeEach(() => {
  published = [];
});

// Each has connections of its own: the server would run out of them.
afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop(1_000))));
afterAll(() => postgres?.close());

let names = 0;
/** A queue client that stands for a process of its own, with one kind of job. */
async function startEngine(
  run: Run,
  options: {
    name?: string;
    retries?: number;
    concurrency?: number;
    work?: boolean;
    isOnlyWorker?: boolean;
    schedules?: boolean;
    log?: Log;
  } = {},
) {
  const { name = `test-${++names}`, log = silentLog, ...others } = options;
  const { work = true, isOnlyWorker = false, schedules = false, ...rest } = others;
  const job = defineJob({
    name,
    queue: 'bookkeeping',
    payload,
    options: { retryDelaySeconds: 1, ...rest },
    run,
  });
  const engine = createJobEngine({ postgres, realtime, metrics: createMetrics(), log });
  engines.push(engine);
  engine.register([job]);
  await engine.start({ works: work, schedules });
  if (work) await engine.work({ isOnlyWorker });
  return { engine, job };
}

function eventsOf(name: RealtimeEventName, jobId: string) {
  return published.filter(
    ({ event }) => event.name === name && 'jobId' in event.data && event.data.jobId === jobId,
  );
}

describe('a job', () => {
  it('[RT-01][RT-02][RT-04][OPEN-68] tells its user and the managers of jobs of its start, progress, end and completion', async () => {
    const { engine, job } = await startEngine(async ({ progress, summarise }) => {
      summarise({ rows: 7 });
      progress(40, messageOf('jobs.fetchStarted'));
    });
    const id = await engine.enqueue(job, { n: 1 }, { actor: user });
    const row = await engine.waitForCompletion(id);
    expect(row).toMatchObject({ state: 'completed', percentage: 100, summary: { rows: 7 }, attempt: 1 });
    const progress = eventsOf('job-progress', id).map(({ event }) => event.data);
    expect(progress[0]).toMatchObject({ type: 'start', name: job.name, data: { userId: 'u1', n: 1 } });
    expect(progress).toContainEqual({
      jobId: id,
      name: job.name,
      progress: {
        message: 'Fetching sessions...',
        detail: { code: 'jobs.fetchStarted', values: {} },
        percentage: 40,
      },
      data: { userId: 'u1', n: 1, summary: { rows: 7 }, integrations: [] },
    });
    expect(progress.at(-1)).toMatchObject({ type: 'end', progress: { percentage: 100 } });
    expect(eventsOf('job-completed', id)).toHaveLength(1);
    expect(published.every(({ audience }) => audience.jobManagers && audience.users?.[0] === 'u1')).toBe(
      true,
    );
  });

  it('writes and publishes at most four times a second, however often it reports', async ({
    onTestFinished,
  }) => {
    // All of it within one moment, however busy the machine is.
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => now.mockRestore());
    const { engine, job } = await startEngine(async ({ progress }) => {
      for (let n = 0; n < 5_000; n++) progress(n / 50, textMessage(`${n}`));
    });
    const id = await engine.enqueue(job, { n: 1 });
    expect((await engine.waitForCompletion(id)).message).toBe('4999');
    expect(eventsOf('job-progress', id).filter(({ event }) => !('type' in event.data))).toHaveLength(1);
  });

  it('[RT-03] that fails says so in words, without the text of errors that no one meant', async () => {
    const { engine, job } = await startEngine(
      async ({ payload: { n } }) => {
        if (n === 1) throw new ConflictError('The session is closed already.');
        throw new Error('password is hunter2');
      },
      { retries: 0 },
    );
    const meant = await engine.waitForCompletion(await engine.enqueue(job, { n: 1 }, { actor: user }));
    const bug = await engine.waitForCompletion(await engine.enqueue(job, { n: 2 }, { actor: user }));
    expect(meant).toMatchObject({ state: 'failed', error: 'The session is closed already.' });
    expect(bug).toMatchObject({ state: 'failed', error: 'Something went wrong on the server.' });
    expect(eventsOf('job-error', meant.id)[0]?.event.data).toMatchObject({
      message: 'The session is closed already.',
      data: { userId: 'u1' },
    });
  });

  it('is tried again after a failure that may pass, and goes on from its checkpoint', async () => {
    const from: unknown[] = [];
    const { engine, job } = await startEngine(
      async ({ job: { attempt }, checkpoint, readCheckpoint }) => {
        from.push(await readCheckpoint(z.strictObject({ page: z.int() })));
        await checkpoint({ page: attempt });
        if (attempt === 1) throw new UpstreamError('The platform did not answer.');
      },
      { retries: 1 },
    );
    const row = await engine.waitForCompletion(await engine.enqueue(job, { n: 1 }));
    expect(row).toMatchObject({ state: 'completed', attempt: 2, error: null });
    expect(from).toEqual([null, { page: 1 }]);
  });

  it('is refused with a payload that does not fit', async () => {
    const { engine, job } = await startEngine(async () => {}, { work: false });
    await expect(engine.enqueue(job, { n: 1.5 })).rejects.toThrow();
  });
});

describe('a job that a newer version has added', () => {
  const nested = z.strictObject({ n: z.int(), range: z.strictObject({ from: z.int() }).optional() });

  it('runs without the fields that this version does not know, wherever they are', async () => {
    expect(readPayload(nested, { n: 1, later: true, range: { from: 2, to: 3 } })).toEqual({
      n: 1,
      range: { from: 2 },
    });
    expect(() => readPayload(nested, { n: 'one', later: true })).toThrow(/expected number/);
    expect(() => readPayload(nested, { later: true })).toThrow(/expected number/);

    const name = `test-${++names}`;
    const seen: Payload[] = [];
    const old = await startEngine(async ({ payload: given }) => void seen.push(given), { name });
    const newer = createJobEngine({ postgres, realtime, metrics: createMetrics(), log: silentLog });
    engines.push(newer);
    const extended = defineJob({
      name,
      queue: 'bookkeeping',
      payload: payload.extend({ later: z.string().optional() }),
      run: async () => {},
    });
    newer.register([extended]);
    await newer.start({ works: false, schedules: false });
    const id = await newer.enqueue(extended, { n: 7, later: 'x' });
    expect(await old.engine.waitForCompletion(id)).toMatchObject({
      state: 'completed',
      data: { n: 7, later: 'x' },
      error: null,
    });
    expect(seen).toEqual([{ n: 7 }]);
  });

  it('is refused by this version when it adds it itself', async () => {
    const { engine, job } = await startEngine(async () => {}, { work: false });
    await expect(engine.enqueue(job, { n: 1, later: 'x' } as Payload)).rejects.toThrow(/later/);
  });
});

describe('adding a job', () => {
  it('in a transaction that rolls back adds none', async () => {
    const ran: number[] = [];
    const { engine, job } = await startEngine(async ({ payload: { n } }) => void ran.push(n));
    let lost = '';
    const rollback = postgres.transaction(async (tx) => {
      lost = await engine.enqueue(job, { n: 1 }, { tx });
      throw new Error('no');
    });
    await expect(rollback).rejects.toThrow('no');
    await engine.waitForCompletion(await engine.enqueue(job, { n: 2 }));
    expect(ran).toEqual([2]);
    await expect(engine.waitForCompletion(lost)).rejects.toThrow('There is no job');
  });

  it('adds many at once, all or none, and each runs once', async () => {
    const ran: number[] = [];
    const { engine, job } = await startEngine(async ({ payload: { n } }) => void ran.push(n), {
      concurrency: 2,
    });
    const payloads = Array.from({ length: 502 }, (_, n) => ({ n }));
    const failing = postgres.transaction(async (tx) => {
      await engine.enqueueAll(job, payloads, tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await postgres.transaction((tx) => engine.enqueueAll(job, [], tx))).toEqual([]);
    const bad = postgres.transaction((tx) => engine.enqueueAll(job, [{ n: 1 }, { n: 0.5 }], tx));
    await expect(bad).rejects.toThrow();
    const ids = await postgres.transaction((tx) => engine.enqueueAll(job, payloads.slice(0, 3), tx));
    const rows = [];
    for (const id of ids) rows.push(await engine.waitForCompletion(id));
    expect(rows.map(({ state, data }) => [state, data.n])).toEqual([
      ['completed', 0],
      ['completed', 1],
      ['completed', 2],
    ]);
    expect(ran.sort()).toEqual([0, 1, 2]);
  });

  it('for later makes it wait as delayed, and cancelling takes it out for good', async () => {
    const { engine, job } = await startEngine(async () => {});
    const id = await engine.enqueue(job, { n: 1 }, { startAfter: new Date(Date.now() + 3_600_000) });
    const state = () =>
      postgres.db.selectFrom('jobs').select('state').where('id', '=', id).executeTakeFirst();
    expect(await state()).toEqual({ state: 'delayed' });
    expect(await engine.cancel(id)).toBe(true);
    expect(await state()).toEqual({ state: 'cancelled' });
    expect(await engine.cancel(id)).toBe(false);
  });

  it('of a key that is under way can be left out, and the id of the present one is answered', async () => {
    const release = Promise.withResolvers<void>();
    const { engine, job } = await startEngine(() => release.promise);
    const skip = { singletonKey: 'history', whenPresent: 'skip' } as const;
    const [first, second] = await Promise.all([
      engine.enqueue(job, { n: 1 }, skip),
      engine.enqueue(job, { n: 2 }, skip),
    ]);
    expect(second).toBe(first);
    release.resolve();
    await engine.waitForCompletion(first);
    expect(await engine.enqueue(job, { n: 3 }, skip)).not.toBe(first);
  });
});

describe('jobs of one key', () => {
  it('run one after the other, in whichever process, and do not hold up other keys', async () => {
    let active = 0;
    let most = 0;
    const order: number[] = [];
    const release = Promise.withResolvers<void>();
    const run: Run = async ({ payload: { n } }) => {
      most = Math.max(most, ++active);
      if (n === 1) await release.promise;
      order.push(n);
      active--;
    };
    const first = await startEngine(run, { name: 'keyed', concurrency: 2 });
    const second = await startEngine(run, { name: 'keyed', concurrency: 2 });
    const add = (n: number, singletonKey: string) => first.engine.enqueue(first.job, { n }, { singletonKey });
    const same = [await add(1, 'a'), await add(2, 'a'), await add(3, 'a')];
    const other = await add(9, 'b');
    await second.engine.waitForCompletion(other);
    expect(order).toEqual([9]);
    release.resolve();
    await Promise.all(same.map((id) => first.engine.waitForCompletion(id)));
    expect(order).toEqual([9, 1, 2, 3]);
    expect(most).toBeLessThanOrEqual(2);
  });
});

describe('a job whose process is gone', () => {
  /** Makes the job look as a killed process leaves it: under way, seen as such by the queue, and no one working. */
  async function abandon(id: string): Promise<void> {
    await sql`UPDATE queue.job SET state = 'active', started_on = now(), heartbeat_on = now() WHERE id = ${id}::uuid`.execute(
      postgres.db,
    );
    await sql`UPDATE queue.queue SET singletons_active = ARRAY[job.singleton_key] FROM queue.job
      WHERE job.id = ${id}::uuid AND queue.name = job.name`.execute(postgres.db);
    await postgres.db
      .updateTable('jobs')
      .set({ state: 'active', attempt: 1, worker: 'gone', checkpoint: JSON.stringify({ page: 5 }) })
      .where('id', '=', id)
      .execute();
  }

  it('is taken up at once by a hub that is alone, from its checkpoint, and no attempt is counted as failed', async () => {
    const name = 'orphan';
    const seen: unknown[] = [];
    const dead = await startEngine(async () => {}, { name, work: false });
    const id = await dead.engine.enqueue(dead.job, { n: 1 }, { singletonKey: 'one' });
    await abandon(id);
    const alive = await startEngine(
      async ({ readCheckpoint }) => void seen.push(await readCheckpoint(z.strictObject({ page: z.int() }))),
      { name, retries: 0, isOnlyWorker: true },
    );
    expect(await alive.engine.waitForCompletion(id)).toMatchObject({
      state: 'completed',
      attempt: 2,
      error: null,
    });
    expect(seen).toEqual([{ page: 5 }]);
  });

  it('is taken up by other processes when its heartbeat is missed', async () => {
    const name = 'missed';
    const ran: string[] = [];
    const dead = await startEngine(async () => {}, { name, work: false });
    const id = await dead.engine.enqueue(dead.job, { n: 1 });
    await abandon(id);
    await sql`UPDATE queue.job SET heartbeat_on = now() - interval '11 seconds' WHERE id = ${id}::uuid`.execute(
      postgres.db,
    );
    const alive = await startEngine(async ({ job }) => void ran.push(job.id), { name });
    expect(await alive.engine.waitForCompletion(id)).toMatchObject({ state: 'completed', attempt: 2 });
    expect(ran).toEqual([id]);
  });

  it('keeps what it wrote from counting when it turns out to be alive after all', async () => {
    const entered = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<unknown>();
    const { engine, job } = await startEngine(async ({ checkpoint, job: { attempt } }) => {
      if (attempt > 1) return;
      entered.resolve();
      await go.promise;
      await checkpoint({ page: 1 }).then(outcome.resolve, outcome.resolve);
    });
    const id = await engine.enqueue(job, { n: 1 });
    await entered.promise;
    await postgres.db.updateTable('jobs').set({ attempt: 2 }).where('id', '=', id).execute();
    go.resolve();
    expect(await outcome.promise).toBeInstanceOf(Error);
    const row = await postgres.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.checkpoint).toBeNull();
  });
});

describe('a job whose records go away', () => {
  it('[SESS-11] goes on when they are back, and no attempt is counted as failed', async () => {
    const unwritten = Promise.withResolvers<void>();
    const log = {
      ...silentLog,
      child: () => log,
      warn: (...given: unknown[]) => {
        if (String(given.at(-1)).includes('could not be written')) unwritten.resolve();
      },
    } as unknown as Log;
    const rename = (from: string, to: string) => asOwner(postgres, `ALTER TABLE ${from} RENAME TO ${to}`);
    const { engine, job } = await startEngine(
      async ({ job: { attempt } }) => {
        if (attempt > 1) return;
        await rename('jobs', 'jobs_away');
        throw new Error('The records are away.');
      },
      { retries: 0, log },
    );
    const id = await engine.enqueue(job, { n: 1 });
    await unwritten.promise;
    await rename('jobs_away', 'jobs');
    expect(await engine.waitForCompletion(id)).toMatchObject({ state: 'completed', attempt: 2, error: null });
  });
});

describe('stopping the hub', () => {
  it('lets a running job reach a checkpoint and hands it back, for the next start to finish', async () => {
    const name = 'stopped';
    const entered = Promise.withResolvers<void>();
    const first = await startEngine(
      async ({ signal, checkpoint }) => {
        entered.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        await checkpoint({ page: 3 });
        throw signal.reason;
      },
      { name, retries: 0 },
    );
    const id = await first.engine.enqueue(first.job, { n: 1 });
    await entered.promise;
    await first.engine.stop();
    const waiting = await postgres.db
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(waiting).toMatchObject({ state: 'waiting', error: null, failures: 0, checkpoint: { page: 3 } });
    const second = await startEngine(async () => {}, { name, isOnlyWorker: true });
    expect(await second.engine.waitForCompletion(id)).toMatchObject({ state: 'completed', attempt: 2 });
  });
});

describe('a schedule', () => {
  it('is kept once per key, replaced by the next, and ended', async () => {
    const { engine, job } = await startEngine(async () => {}, { work: false });
    const schedules = () =>
      sql<{ cron: string }>`SELECT cron FROM queue.schedule WHERE key LIKE ${`${job.name}%`}`.execute(
        postgres.db,
      );
    await engine.schedule(job, '*/10 * * * *', { tz: 'Europe/Rome', key: 'all', payload: { n: 1 } });
    await engine.schedule(job, '*/5 * * * *', { tz: 'Europe/Rome', key: 'all', payload: { n: 1 } });
    expect((await schedules()).rows).toEqual([{ cron: '*/5 * * * *' }]);
    await engine.unschedule(job, 'all');
    expect((await schedules()).rows).toEqual([]);
  });

  it('begins its job at its time, in a process that is to begin what is scheduled', async () => {
    const name = 'by-the-clock';
    const planner = await startEngine(async () => {}, { name, work: false });
    await planner.engine.schedule(planner.job, '* * * * *', {
      tz: 'Europe/Rome',
      key: 'k',
      payload: { n: 5 },
    });
    const begun = Promise.withResolvers<number>();
    await startEngine(async ({ payload: { n } }) => begun.resolve(n), { name, schedules: true });
    expect(await begun.promise).toBe(5);
  });
});
