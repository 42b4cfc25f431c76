import { textMessage } from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { defineJob } from '../../infra/queue/index.ts';
import { createJobsModule } from './index.ts';

const begun = Promise.withResolvers<void>();
const held = Promise.withResolvers<void>();
const attempts: string[] = [];

/** One at a time: the first is held, those behind it wait. */
const report = defineJob({
  name: 'report',
  queue: 'reports',
  payload: z.strictObject({ dateStart: z.string(), emails: z.array(z.string()).default([]) }),
  async run({ payload, summarise, progress }) {
    attempts.push(payload.dateStart);
    if (payload.dateStart === 'held') {
      summarise({ rows: 3 });
      progress(97, textMessage('Almost there'));
      begun.resolve();
      await held.promise;
    }
    if (payload.dateStart === 'broken') throw new ConflictError('The platform is closed.');
  },
});
/** Ends with one of its two integrations failed, or with none. */
const fetching = defineJob({
  name: 'fetch',
  queue: 'bookkeeping',
  payload: z.strictObject({ error: z.string().nullable() }),
  async run({ payload: { error }, summariseIntegrations }) {
    const counts = { received: 0, new: 0, changed: 0, unchanged: 0, quarantined: 0 };
    summariseIntegrations([
      { integrationId: 1, integrationName: 'Alpina', ...counts, error: null },
      { integrationId: 2, integrationName: 'Baltica', ...counts, error },
    ]);
  },
});
const inner = defineJob({ name: 'inner', queue: 'system', payload: z.strictObject({}), async run() {} });

let hub: TestHub;
let admin: string;
const actor = { userId: 'u1', username: 'anna' };
const add = (dateStart: string, startAfter?: Date) =>
  hub.infra.jobs.enqueue(
    report,
    { dateStart, emails: ['anna@alpina.test'] },
    { actor, ...(startAfter === undefined ? {} : { startAfter }) },
  );
const board = async () => (await hub.get('/jobs/all/reports', admin)).body;
const idsOf = (jobs: { id: string }[]) => jobs.map(({ id }) => id);
const unknown = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  hub = await startTestHub({
    modules: (infra) => [{ name: 'work', jobs: [report, fetching, inner] }, createJobsModule(infra)],
  });
  admin = await tokenFor('ludus_admin');
});
afterAll(async () => {
  held.resolve();
  await hub?.close();
});

describe('the board', () => {
  let running: string;
  let waiting: string;
  let later: string;

  it('[JOBS-14][API-056][ENT-10] holds the jobs of a queue by state', async () => {
    const broken = await add('broken');
    const done = await add('done');
    await Promise.all([hub.infra.jobs.waitForCompletion(broken), hub.infra.jobs.waitForCompletion(done)]);
    running = await add('held');
    await begun.promise;
    waiting = await add('waiting');
    const due = new Date(Date.now() + 3_600_000);
    later = await add('later', due);
    const { active, waiting: waits, completed, delayed, failed } = await board();
    expect([active, waits, completed, delayed, failed].map(idsOf)).toEqual([
      [running],
      [waiting],
      [done],
      [later],
      [broken],
    ]);
    expect(active[0]).toMatchObject({
      queueQualifiedName: 'hub:reports',
      username: 'anna',
      progress: { percentage: 97, message: 'Almost there' },
      summary: { rows: 3 },
    });
    expect(failed[0].error).toBe('The platform is closed.');
    expect(delayed[0].delay).toBeGreaterThan(3_500_000);
    expect(delayed[0].startsAt).toBe(due.toISOString());
    expect(waits[0]).not.toHaveProperty('startsAt');
    expect(Date.parse(completed[0].finishedOn)).toBeGreaterThanOrEqual(Date.parse(completed[0].processedOn));
    expect((await hub.get('/jobs/all/bookkeeping', admin)).body.active).toEqual([]);
  });

  it('shows no one but the creator: addresses in a task stay in the queue', async () => {
    expect((await board()).active[0].data).toEqual({ dateStart: 'held', userId: 'u1' });
  });

  it('[JOBS-14] counts a fetch in which a platform failed among the failed ones', async () => {
    const { jobs } = hub.infra;
    const whole = await jobs.enqueue(fetching, { error: null }, { actor });
    const partly = await jobs.enqueue(fetching, { error: 'It does not answer.' }, { actor });
    await Promise.all([jobs.waitForCompletion(whole), jobs.waitForCompletion(partly)]);
    const { completed, failed } = (await hub.get('/jobs/all/bookkeeping', admin)).body;
    expect([completed, failed].map(idsOf)).toEqual([[whole], [partly]]);
    expect(failed[0]).toMatchObject({ state: 'completed', error: null });
    // What the others brought is in the session store, and a further fetch begins where this one ended.
    expect((await hub.call('POST', `/jobs/retry/bookkeeping/${partly}`, { token: admin })).status).toBe(409);
  });

  it('[JOBS-14] shows of what the hub itself repeats the last run only, whether it completed or failed', async () => {
    const { jobs } = hub.infra;
    const run = async (singletonKey: string, error: string | null) => {
      const id = await jobs.enqueue(fetching, { error }, { singletonKey });
      await jobs.waitForCompletion(id);
      return id;
    };
    const listed = async () => {
      const { completed, failed } = (await hub.get('/jobs/all/bookkeeping', admin)).body;
      return [...completed, ...failed]
        .filter(({ username }: { username: string }) => username === 'system')
        .map(({ id }: { id: string }) => id);
    };
    await run('recent 1', 'It does not answer.');
    await run('recent 1', null);
    await run('recent 2', null);
    const first = await run('recent 1', null);
    const second = await run('recent 2', 'It does not answer.');
    expect(await listed()).toEqual([first, second]);
    await hub.stores.postgres.pool.query(
      "UPDATE jobs SET finished_at = finished_at - interval '25 hours' WHERE id = $1",
      [second],
    );
    expect(await listed()).not.toContain(second);
  });

  it('[API-055] lists the waiting ones alone', async () => {
    expect(idsOf((await hub.get('/jobs/waiting/reports', admin)).body)).toEqual([waiting]);
  });

  it('[OPEN-61][JOBS-21] a job that has just begun, one that is due later and one that ended are not removed', async () => {
    const { completed, failed } = await board();
    for (const id of [running, later, completed[0].id, failed[0].id]) {
      const { status, body } = await hub.call('POST', `/jobs/clear/reports/${id}`, { token: admin });
      expect([status, body.code]).toEqual([409, 'conflict']);
    }
    expect((await board()).active).toHaveLength(1);
  });

  it('[API-057][JOBS-21] a waiting job is removed under the qualified name of its queue, and never runs', async () => {
    const removed = await add('removed');
    const { status, body } = await hub.call('POST', `/jobs/clear/hub:reports/${removed}`, { token: admin });
    expect([status, body]).toEqual([200, null]);
    expect(idsOf((await board()).waiting)).toEqual([waiting]);
    held.resolve();
    await hub.infra.jobs.waitForCompletion(waiting);
    await hub.infra.jobs.waitForCompletion(await add('after'));
    expect(attempts).not.toContain('removed');
    expect((await hub.call('POST', `/jobs/clear/reports/${removed}`, { token: admin })).status).toBe(409);
  });

  it('a failed job is run again with the same task, once, as a job of the same person', async () => {
    const [failed] = (await board()).failed;
    const { status, body } = await hub.call('POST', `/jobs/retry/reports/${failed.id}`, { token: admin });
    expect(status).toBe(200);
    expect(body.id).not.toBe(failed.id);
    expect(body).toMatchObject({ name: 'report', username: 'anna', data: { dateStart: 'broken' } });
    const again = await hub.infra.jobs.waitForCompletion(body.id);
    expect(again.data).toEqual({ dateStart: 'broken', emails: ['anna@alpina.test'] });
    expect(idsOf((await board()).failed)).toEqual([body.id]);
    expect((await hub.call('POST', `/jobs/retry/reports/${failed.id}`, { token: admin })).status).toBe(409);
  });

  it('a job that has not failed is not run again', async () => {
    const { completed } = await board();
    expect((await hub.call('POST', `/jobs/retry/reports/${completed[0].id}`, { token: admin })).status).toBe(
      409,
    );
  });

  it("knows no job of another queue, none of the hub's own and none that never was", async () => {
    const system = await hub.infra.jobs.enqueue(inner, {});
    for (const [queue, id, status] of [
      ['bookkeeping', later, 404],
      ['reports', unknown, 404],
      ['reports', system, 404],
      ['system', system, 404],
      ['reports', 'nonsense', 404],
    ]) {
      for (const deed of ['clear', 'retry']) {
        expect((await hub.call('POST', `/jobs/${deed}/${queue}/${id}`, { token: admin })).status).toBe(
          status,
        );
      }
    }
    expect((await hub.get('/jobs/all/system', admin)).status).toBe(422);
    expect((await hub.get('/jobs/waiting/system', admin)).status).toBe(422);
  });

  it('holds the first 200 of those that wait and of those that are due later, and says how many more there are', async () => {
    const { pool } = hub.stores.postgres;
    const fill = (state: string, count: number, startAfter: string) =>
      pool.query(
        `INSERT INTO jobs (id, queue, name, state, user_id, username, data, start_after)
         SELECT gen_random_uuid(), 'bookkeeping', 'fetch', $1, 'u1', 'anna', jsonb_build_object('n', n),
           now() + $3::interval + n * interval '1 millisecond'
         FROM generate_series(1, $2::int) AS n`,
        [state, count, startAfter],
      );
    await fill('waiting', 10_000, '-1 hour');
    await fill('delayed', 201, '1 hour');
    const { waiting: waits, delayed, more } = (await hub.get('/jobs/all/bookkeeping', admin)).body;
    const numbers = (jobs: { data: { n: number } }[]) => jobs.map(({ data }) => data.n);
    const first200 = Array.from({ length: 200 }, (_, index) => index + 1);
    expect([numbers(waits), numbers(delayed)]).toEqual([first200, first200]);
    expect(more).toEqual({ active: 0, waiting: 9_800, delayed: 1 });
    expect(numbers((await hub.get('/jobs/waiting/bookkeeping', admin)).body)).toEqual(first200);
    expect((await hub.get('/jobs/active/bookkeeping', admin)).body).toHaveLength(500);
    await pool.query("DELETE FROM jobs WHERE data ? 'n'");
    expect((await hub.get('/jobs/all/bookkeeping', admin)).body.more).toEqual({
      active: 0,
      waiting: 0,
      delayed: 0,
    });
  });

  it('[OPEN-61] is for ludus_admin alone', async () => {
    const calls = [
      ['GET', '/jobs/waiting/reports'],
      ['GET', '/jobs/all/reports'],
      ['POST', `/jobs/clear/reports/${later}`],
      ['POST', `/jobs/retry/reports/${later}`],
    ] as const;
    for (const [method, path] of calls) {
      expect((await hub.call(method, path)).status).toBe(401);
      for (const role of ['ludus_manager', 'integration_admin'] as const) {
        expect((await hub.call(method, path, { token: await tokenFor(role) })).status).toBe(403);
      }
    }
  });
});
