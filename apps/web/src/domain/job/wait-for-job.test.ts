import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aJob } from '../../test/integrations.ts';
import { jobStore, noJob, showRequestedJob } from './jobs.ts';
import { waitForJob } from './wait-for-job.ts';

const told = (status: 'ended' | 'error') => jobStore.set((before) => ({ ...before, status }));

describe('the end of a job', () => {
  beforeEach(() => {
    // The next question by the clock is asked when a test says so, and never by itself.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    jobStore.set(noJob);
    showRequestedJob('j1', 'synchronise-integrations');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is found at once when it is told while an older answer is on the way', async () => {
    const states = ['active', 'completed'] as const;
    const calls = answerCalls({
      getJob: () => {
        const state = states[calls.length - 1] ?? 'completed';
        told('ended');
        return aJob(state);
      },
    });
    await waitForJob('j1');
    expect(calls).toHaveLength(2);
  });

  it('is found when it is told later, with the reason of a failure', async () => {
    let job = aJob('active');
    const calls = answerCalls({ getJob: () => job });
    const end = waitForJob('j1');
    await expect.poll(() => calls).toHaveLength(1);
    job = aJob('failed', { error: 'Baltica did not answer.' });
    told('error');
    await expect(end).rejects.toThrow('Baltica did not answer.');
  });

  it('is found by the clock when no one tells it, also after a hub that was away', async () => {
    const answers = [new Refusal(503), aJob('active'), aJob('completed')];
    const calls = answerCalls({ getJob: () => answers[calls.length - 1] });
    const end = waitForJob('j1');
    for (const asked of [1, 2]) {
      await expect.poll(() => calls).toHaveLength(asked);
      await vi.advanceTimersByTimeAsync(4000);
    }
    await end;
    expect(calls).toHaveLength(3);
  });
});
