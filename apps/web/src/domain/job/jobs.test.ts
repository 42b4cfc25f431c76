import type { Job } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { type JobAction, type JobState, jobReducer, noJob } from './jobs.ts';

const me = 'user-1';
const progress = (
  percentage: number,
  message: string,
  extra: { type?: 'start' | 'end'; userId?: string; jobId?: string; data?: object } = {},
): JobAction => ({
  type: 'progress',
  userId: me,
  at: 1000,
  event: {
    ...(extra.type ? { type: extra.type } : {}),
    jobId: extra.jobId ?? 'j1',
    name: 'fetch-sessions',
    progress: { percentage, message },
    data: { userId: extra.userId ?? me, ...extra.data },
  },
});
const failed = (userId = me): JobAction => ({
  type: 'failed',
  userId: me,
  event: { jobId: 'j1', name: 'fetch-sessions', message: 'x', data: { userId } },
});
const job = (state: Job['state'], id = 'j1'): Job => ({
  id,
  name: 'fetch-sessions',
  state,
  queueQualifiedName: 'hub:bookkeeping',
  data: { userId: me },
  username: 'admin',
  progress: { percentage: 40, message: 'Alpina', detail: { code: 'plain.text', values: { text: 'Alpina' } } },
  summary: { received: 10 },
  integrations: [],
  error: null,
  timestamp: '2026-11-20T10:00:00Z',
  processedOn: null,
  finishedOn: null,
  delay: 0,
});
const run = (actions: JobAction[], from: JobState = noJob) => actions.reduce(jobReducer, from);
const called: JobAction = { type: 'called', jobId: 'j1', name: 'fetch-sessions', at: 0 };

describe('job widget state', () => {
  it('[JOBS-03] is called, without a message, once a job was asked for', () => {
    expect(run([called])).toMatchObject({ status: 'called', message: '', name: 'fetch-sessions' });
  });

  it('[JOBS-06] a job that failed before its id was answered stays failed, and one that began stays under way', () => {
    expect(run([failed(), called])).toMatchObject({ status: 'error', jobId: 'j1' });
    expect(run([progress(0, '', { type: 'start' }), called])).toMatchObject({ status: 'running' });
    expect(run([failed(), { ...called, jobId: 'j2' }])).toMatchObject({ status: 'called', jobId: 'j2' });
  });

  it('[JOBS-06] what happened before the socket was there is taken from the job itself', () => {
    expect(run([called, { type: 'reconnected', job: job('failed'), at: 5 }])).toMatchObject({
      status: 'error',
    });
  });

  it('[JOBS-04][JOBS-09][RT-01] runs with name, message and percentage of the latest progress', () => {
    expect(run([called, progress(10, 'one'), progress(64, 'Alpina, 12 November')])).toMatchObject({
      status: 'running',
      name: 'fetch-sessions',
      message: 'Alpina, 12 November',
      percentage: 64,
    });
  });

  it('[JOBS-08] a start event resets message and data', () => {
    const before = run([called, progress(50, 'half', { data: { summary: { received: 5 } } })]);
    expect(run([progress(0, 'ignored', { type: 'start' })], before)).toMatchObject({
      status: 'running',
      message: '',
      detail: null,
      percentage: 0,
      summary: {},
    });
  });

  it('[JOBS-01] keeps the key/value data of the progress, and counts the quarantined rows', () => {
    const data = {
      summary: { received: 1284, odd: { a: 1 } },
      integrations: [{ quarantined: 2 }, { quarantined: 1 }],
    };
    expect(run([progress(64, 'x', { data })])).toMatchObject({ summary: { received: 1284 }, quarantined: 3 });
  });

  it('[JOBS-05][JOBS-10] ends on an end event; closing clears it', () => {
    const ended = run([called, progress(100, 'done', { type: 'end' })]);
    expect(ended).toMatchObject({ status: 'ended', percentage: 100, finishedAt: 1000 });
    expect(run([{ type: 'close' }], ended)).toEqual(noJob);
  });

  it('does not clear a job that is under way', () => {
    const running = run([called, progress(10, 'x')]);
    expect(run([{ type: 'close' }], running)).toEqual(running);
  });

  it('[JOBS-06][RT-03] goes to error on a job-error of the user', () => {
    expect(run([called, progress(30, 'x'), failed()])).toMatchObject({ status: 'error' });
  });

  it('[JOBS-13][OPEN-69] ignores the events of other users', () => {
    const before = run([called]);
    expect(run([progress(50, 'x', { userId: 'other' }), failed('other')], before)).toEqual(before);
  });

  it('[JOBS-07][RT-06][OPEN-69] shows a lost socket only while a job is called or running', () => {
    expect(run([{ type: 'disconnected' }])).toEqual(noJob);
    expect(run([called, { type: 'disconnected' }])).toMatchObject({
      status: 'disconnected',
      before: 'called',
    });
    expect(run([called, progress(40, 'x'), { type: 'disconnected' }])).toMatchObject({
      status: 'disconnected',
    });
    const ended = run([called, progress(100, 'x', { type: 'end' })]);
    expect(run([{ type: 'disconnected' }], ended)).toEqual(ended);
  });

  it('[OPEN-69] takes the state of the job from the API when the socket is back', () => {
    const lost = run([called, progress(10, 'x'), { type: 'disconnected' }]);
    const back = (answer: Job | null) => run([{ type: 'reconnected', job: answer, at: 5 }], lost);
    expect(back(job('active'))).toMatchObject({
      status: 'running',
      percentage: 40,
      message: 'Alpina',
      detail: { code: 'plain.text', values: { text: 'Alpina' } },
    });
    expect(back(job('completed'))).toMatchObject({ status: 'ended', percentage: 100 });
    expect(back(job('failed'))).toMatchObject({ status: 'error' });
    expect(back(job('waiting'))).toMatchObject({ status: 'called' });
    expect(back(null)).toEqual(noJob);
  });

  it('goes on by itself when a progress event arrives before the catch-up', () => {
    const lost = run([called, { type: 'disconnected' }]);
    expect(run([progress(20, 'x')], lost)).toMatchObject({ status: 'running', percentage: 20 });
  });

  it('[JOBS-11] clears leftovers in error or disconnected on load, even with a job under way', () => {
    const leftovers = [run([called, failed()]), run([called, { type: 'disconnected' }])];
    for (const leftover of leftovers) {
      expect(run([{ type: 'loaded', leftBehind: 'j1', active: [job('active')] }], leftover)).toEqual(noJob);
    }
  });

  it('[JOBS-12][SHELL-15] clears everything on load when no bookkeeping job is active, and keeps it otherwise', () => {
    for (const state of [
      run([called]),
      run([progress(50, 'x')]),
      run([progress(100, 'x', { type: 'end' })]),
    ]) {
      expect(run([{ type: 'loaded', leftBehind: 'j1', active: [] }], state)).toEqual(noJob);
    }
    expect(run([{ type: 'loaded', leftBehind: 'j1', active: [job('active')] }], run([called]))).toMatchObject(
      {
        status: 'running',
        percentage: 40,
      },
    );
  });

  it('a list of jobs that is older than a job of this visit says nothing about it', () => {
    for (const state of [run([called]), run([called, progress(100, 'x', { type: 'end' })])]) {
      expect(run([{ type: 'loaded', leftBehind: null, active: [] }], state)).toEqual(state);
      expect(run([{ type: 'loaded', leftBehind: 'j0', active: [job('active', 'j0')] }], state)).toEqual(
        state,
      );
    }
  });

  it('shows on load a job that another window started', () => {
    expect(run([{ type: 'loaded', leftBehind: null, active: [job('active', 'j9')] }])).toMatchObject({
      status: 'running',
      jobId: 'j9',
    });
  });

  it('a late end of an earlier job does not end the one that runs', () => {
    const running = run([called, progress(10, 'x')]);
    expect(run([progress(100, 'y', { type: 'end', jobId: 'j0' })], running)).toEqual(running);
  });
});
