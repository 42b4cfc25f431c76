import { type SessionRun, sessionRun } from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  foreign,
  known,
  minutesAgo,
  type OpenHub,
  startOpenHub,
  type Who,
} from '../../../test/support/open-sessions/open-hub.ts';
import { tokenFor } from '../../../test/tokens.ts';

const { playing, closed } = known;
const open = '/bookkeeping/sessions/open';
const day = 24 * 60;
let hub: OpenHub;
let world: OpenHub['world'];
const get: OpenHub['get'] = (path, who) => hub.get(path, who);
const post: OpenHub['post'] = (path, body, who) => hub.post(path, body, who);
const idOf: OpenHub['idOf'] = (session, where) => hub.idOf(session, where);

beforeAll(async () => {
  hub = await startOpenHub();
  ({ world } = hub);
});
afterAll(() => world?.close());
beforeEach(() => {
  world.alpina.closeStatus = 200;
  world.alpina.token = 'good-token';
});

async function start(action: 'refresh' | 'close', sessions: PlatformSession[], who: Who = 'admin') {
  const { status, body } = await post(`${open}/${action}`, { ids: sessions.map((one) => idOf(one)) }, who);
  expect(status, JSON.stringify(body)).toBe(200);
  const jobId: string = body.jobId;
  return { jobId, job: await world.settled(jobId) };
}
async function resultsOf(jobId: string, who: Who = 'admin'): Promise<SessionRun> {
  const { status, body } = await get(`${open}/jobs/${jobId}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return sessionRun.parse(body);
}
const outcomesOf = ({ rows }: SessionRun) => rows.map(({ sessionId, outcome }) => [sessionId, outcome]);
const closings = async () => {
  const logs = await world.hub.stores.postgres.db
    .selectFrom('logs')
    .select(['related_id', 'username', 'action'])
    .where('action', '=', 'close')
    .orderBy('id')
    .execute();
  return logs.map(({ related_id, username }) => [related_id, username]);
};

/** Sessions at rest that no other test knows. */
async function three() {
  return (await hub.addOpen(90, 25 * day, 40 * day)) as [PlatformSession, PlatformSession, PlatformSession];
}

describe('POST /bookkeeping/sessions/open/refresh', () => {
  it('reads each session from its platform in one job, and says what became of each', async () => {
    const [ended, still, gone] = await three();
    world.alpina.put({ ...ended, isOpen: false, updatedAt: minutesAgo(1) });
    world.alpina.sessions.delete(gone.sessionId);
    const { jobId, job } = await start('refresh', [ended, still, gone], 'alpinaManager');
    expect(job).toMatchObject({
      name: 'refresh-sessions',
      state: 'completed',
      userId: 'alpinaManager',
      summary: { closed: 1, stillOpen: 1, failed: 1 },
      message: '3 sessions refreshed. Closed: 1, still open: 1, failed: 1.',
    });
    const results = await resultsOf(jobId, 'alpinaManager');
    expect(results).toMatchObject({
      jobId,
      action: 'refresh',
      state: 'completed',
      username: 'alpinaManager',
    });
    expect(outcomesOf(results)).toEqual([
      [ended.sessionId, 'closed'],
      [still.sessionId, 'open'],
      [gone.sessionId, 'failed'],
    ]);
    expect(results.rows[0]).toMatchObject({
      id: idOf(ended),
      integration: { id: world.ids.alpina, name: 'Alpina' },
      reason: null,
    });
    // The platform's own reason, not that of the screen for one session.
    expect(results.rows[2]?.reasonDetail).toEqual({ code: 'services.sessionUnknown', values: {} });
    const { rows } = (await get(open, 'alpinaManager')).body;
    const listed = rows.map(({ sessionId }: { sessionId: string }) => sessionId);
    expect(listed).toContain(still.sessionId);
    expect(listed).not.toContain(ended.sessionId);
  });

  it('refuses sessions of another integration and unknown ones as not found, and adds no job', async () => {
    const jobs = async () =>
      (await world.hub.stores.postgres.db.selectFrom('jobs').select('id').execute()).length;
    const before = await jobs();
    for (const ids of [[idOf(playing), idOf(foreign, 'baltica')], ['00000000-0000-8000-8000-000000000000']]) {
      const { status, body } = await post(`${open}/refresh`, { ids }, 'alpinaAdmin');
      expect([status, body.message]).toEqual([404, 'Session not found']);
    }
    expect(await jobs()).toBe(before);
  });

  it('is refused without a token, to guests, and without ids, with strange or too many ones', async () => {
    const ids = [idOf(playing)];
    expect((await world.hub.call('POST', `${open}/refresh`, { body: { ids } })).status).toBe(401);
    expect((await post(`${open}/refresh`, { ids }, 'guest')).status).toBe(403);
    const many = Array.from(
      { length: 501 },
      (_, n) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`,
    );
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: many }, { ids, action: 'close' }])
      expect((await post(`${open}/refresh`, body)).status, JSON.stringify(body).slice(0, 40)).toBe(422);
  });

  it('publishes the changes of a job together, to the people of their integration', async () => {
    const sessions = await three();
    const before = world.events.length;
    await start('refresh', sessions);
    const changed = world.events.slice(before).filter(([{ name }]) => name === 'changed');
    expect(changed).toEqual([
      [
        { name: 'changed', data: { topic: 'sessions' } },
        { providers: true, integration: world.ids.alpina },
      ],
    ]);
  });

  it('takes each session once', async () => {
    const { jobId } = await start('refresh', [playing, playing]);
    expect((await resultsOf(jobId)).rows).toHaveLength(1);
  });

  it('does nothing once its person has lost the right to it', async () => {
    const account = world.accounts.get('alpinaManager');
    if (account === undefined) throw new Error('No account');
    world.accounts.set('alpinaManager', { ...account, roles: ['integration_guest'] });
    const { jobId, job } = await start('refresh', [playing], 'alpinaManager');
    world.accounts.set('alpinaManager', account);
    expect(job).toMatchObject({ state: 'failed' });
    expect(outcomesOf(await resultsOf(jobId))).toEqual([[playing.sessionId, null]]);
  });
});

describe('POST /bookkeeping/sessions/open/close', () => {
  it('closes by the rules of a single close, with its log, and says why it did not', async () => {
    const before = (await closings()).length;
    const [old] = await three();
    const { jobId, job } = await start('close', [old, playing, closed], 'alpinaAdmin');
    expect(job).toMatchObject({
      name: 'close-sessions',
      state: 'completed',
      summary: { closed: 1, notClosable: 2, failed: 0 },
      message: '3 sessions to close. Closed: 1, not closable: 2, failed: 0.',
    });
    const { rows } = await resultsOf(jobId, 'alpinaAdmin');
    expect(rows.map(({ outcome, reasonDetail }) => [outcome, reasonDetail?.code])).toEqual([
      ['closed', undefined],
      ['refused', 'refusals.sessionRecent'],
      ['refused', 'refusals.sessionClosed'],
    ]);
    expect((await closings()).slice(before)).toEqual([[idOf(old), 'alpinaAdmin']]);
    expect(world.alpina.sessions.get(old.sessionId)?.isOpen).toBe(false);
  });

  it('refuses what the platform does not let it close, and reports what the platform fails with', async () => {
    const before = (await closings()).length;
    const [oldest] = await three();
    world.alpina.closeStatus = 409;
    const { jobId: refused } = await start('close', [oldest]);
    world.alpina.token = 'changed';
    const { jobId: failed } = await start('close', [oldest]);
    expect((await resultsOf(refused)).rows[0]).toMatchObject({
      outcome: 'refused',
      reasonDetail: { code: 'refusals.sessionNotClosable' },
    });
    const [row] = (await resultsOf(failed)).rows;
    expect(row).toMatchObject({ outcome: 'failed' });
    expect(row?.reasonDetail?.code).toMatch(/^services\./);
    expect((await closings()).slice(before)).toEqual([]);
  });

  it('is refused as a refresh is', async () => {
    const ids = [idOf(playing)];
    expect((await world.hub.call('POST', `${open}/close`, { body: { ids } })).status).toBe(401);
    expect((await post(`${open}/close`, { ids }, 'guest')).status).toBe(403);
    expect((await post(`${open}/close`, { ids: [] })).status).toBe(422);
    expect((await post(`${open}/close`, { ids }, 'balticaAdmin')).status).toBe(404);
  });
});

describe('a job that was cut off', () => {
  /** The job of a run as a dead process has left it: it has done some sessions, and had begun others. */
  async function interrupted(action: 'refresh' | 'close', sessions: PlatformSession[]) {
    const { jobId } = await start(action, sessions);
    const { db } = world.hub.stores.postgres;
    return { jobId, rows: db.updateTable('session_run_rows').where('job_id', '=', jobId) };
  }
  /** Runs the task again, as the board does with a job that has failed. */
  async function repeat(jobId: string): Promise<string> {
    const { db } = world.hub.stores.postgres;
    await db.updateTable('jobs').set({ state: 'failed' }).where('id', '=', jobId).execute();
    const again = await world.hub.infra.jobs.retry(jobId);
    if (again === null) throw new Error('Not repeated');
    await world.settled(again);
    return again;
  }

  it('goes on with the sessions that have no outcome yet, and calls no platform for the others', async () => {
    const [first, second] = await three();
    const { jobId, rows } = await interrupted('refresh', [first, second]);
    await rows.set({ outcome: 'failed' }).where('position', '=', 0).execute();
    await rows.set({ outcome: null }).where('position', '=', 1).execute();
    const again = await repeat(jobId);
    expect(outcomesOf(await resultsOf(again))).toEqual([
      [first.sessionId, 'failed'],
      [second.sessionId, 'open'],
    ]);
    // The former job leads to the same results.
    expect(outcomesOf(await resultsOf(jobId))).toEqual(outcomesOf(await resultsOf(again)));
  });

  it('counts a session that it has closed as closed, and logs it once', async () => {
    const before = (await closings()).length;
    const [oldest] = await three();
    const { jobId, rows } = await interrupted('close', [oldest]);
    await rows.set({ outcome: null }).execute();
    const again = await repeat(jobId);
    expect(outcomesOf(await resultsOf(again))).toEqual([[oldest.sessionId, 'closed']]);
    expect((await closings()).slice(before)).toEqual([[idOf(oldest), 'admin']]);
  });

  it('logs a close that had reached the platform and nothing else', async () => {
    const before = (await closings()).length;
    const [session] = await three();
    world.alpina.closeStatus = 409;
    const { jobId, rows } = await interrupted('close', [session]);
    await rows.set({ outcome: null }).execute();
    world.alpina.put({ ...session, isOpen: false, updatedAt: minutesAgo(0) });
    const again = await repeat(jobId);
    expect(outcomesOf(await resultsOf(again))).toEqual([[session.sessionId, 'closed']]);
    expect((await closings()).slice(before)).toEqual([[idOf(session), 'admin']]);
  });
});

describe('GET /bookkeeping/sessions/open/jobs/:id', () => {
  it("is the caller's own, or anybody's for those who manage jobs, and of no other job", async () => {
    const { jobId } = await start('refresh', [playing], 'alpinaAdmin');
    expect(outcomesOf(await resultsOf(jobId, 'admin'))).toHaveLength(1);
    for (const who of ['manager', 'alpinaManager', 'balticaAdmin'] as const)
      expect((await get(`${open}/jobs/${jobId}`, who)).status, who).toBe(404);
    const fetched = await world.fetching.requestInitialFetch();
    await world.settled(fetched);
    expect((await get(`${open}/jobs/${fetched}`)).status).toBe(404);
    expect((await get(`${open}/jobs/none`)).status).toBe(404);
    expect((await get(`${open}/jobs/${jobId}`, 'guest')).status).toBe(403);
    expect((await world.hub.get(`${open}/jobs/${jobId}`)).status).toBe(401);
  });

  it('shows nothing of a former integration to whoever belongs to another one by now', async () => {
    const { jobId } = await start('refresh', [playing], 'alpinaAdmin');
    const moved = await tokenFor('integration_admin', {
      now: world.clock.now(),
      userId: 'alpinaAdmin',
      integration: 'Baltica',
    });
    const { body } = await world.hub.get(`${open}/jobs/${jobId}`, moved);
    expect(body.rows).toEqual([]);
  });
});
