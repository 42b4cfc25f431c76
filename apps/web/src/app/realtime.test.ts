import { getLastFetch, getStatistics, listIntegrations, listSessions } from '@ludus/contract';
import type { QueryKey } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { jobStore, noJob } from '../domain/job/jobs.ts';
import { queryFor } from '../lib/api/index.ts';
import { testQueryClient } from '../test/render.tsx';
import { applyEvent } from './realtime-events.ts';

const period = { from: '2026-11-01', to: '2026-11-20', sessionTypeId: null };
const lastFetch = queryFor(getLastFetch, {}).queryKey;
const list = queryFor(listSessions, { query: period }).queryKey;
const stats = queryFor(getStatistics, { query: { a: 'x' } }).queryKey;
const integrations = queryFor(listIntegrations, { query: {} }).queryKey;

function filledCache() {
  const queryClient = testQueryClient();
  for (const key of [list, stats, integrations] as QueryKey[]) queryClient.setQueryData(key, {});
  queryClient.setQueryData(lastFetch, { dateTime: null, isFetching: true });
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated ?? false;
  return { queryClient, isStale };
}

describe('realtime bridge', () => {
  beforeEach(() => jobStore.set(noJob));

  it('[RT-05][SHELL-11] fetch-sessions-updated sets the last fetch, ends the indicator and refreshes all session store', () => {
    const { queryClient, isStale } = filledCache();
    applyEvent(queryClient, 'me', 'fetch-sessions-updated', { dateTime: '2026-11-20T13:32:07Z' });
    expect(queryClient.getQueryData(lastFetch)).toEqual({
      dateTime: '2026-11-20T13:32:07Z',
      isFetching: false,
    });
    expect(isStale(list)).toBe(true);
    expect(isStale(stats)).toBe(true);
    expect(isStale(integrations)).toBe(false);
  });

  it('[SHELL-11] asks again whether a fetch runs when a job is over', () => {
    const { queryClient, isStale } = filledCache();
    applyEvent(queryClient, 'me', 'job-completed', {
      jobId: 'j',
      name: 'fetch-sessions',
      data: { userId: 'other' },
    });
    expect(isStale(lastFetch)).toBe(true);
  });

  it('a changed record makes only its topic stale', () => {
    const { queryClient, isStale } = filledCache();
    applyEvent(queryClient, 'me', 'changed', { topic: 'integrations' });
    expect(isStale(integrations)).toBe(true);
    expect(isStale(list)).toBe(false);
  });

  it('[RT-01][RT-03][JOBS-13] hands job events of this user to the widget, and no others', () => {
    const { queryClient } = filledCache();
    const event = {
      jobId: 'j',
      name: 'fetch-sessions',
      progress: { message: 'm', percentage: 5 },
      data: { userId: 'me' },
    };
    applyEvent(queryClient, 'me', 'job-progress', { ...event, data: { userId: 'other' } });
    expect(jobStore.get().status).toBeNull();
    applyEvent(queryClient, 'me', 'job-progress', event);
    expect(jobStore.get().status).toBe('running');
    applyEvent(queryClient, 'me', 'job-error', {
      jobId: 'j',
      name: 'fetch-sessions',
      message: 'x',
      data: { userId: 'me' },
    });
    expect(jobStore.get().status).toBe('error');
  });
});
