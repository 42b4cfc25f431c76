import { messageOf, type Role } from '@ludus/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobState, jobStore, noJob, showRequestedJob } from '../../domain/job/jobs.ts';
import { setLanguage } from '../../lib/language.ts';
import { renderScreen } from '../../test/render.tsx';
import { dismissalMs, JobWidget } from './job-widget.tsx';

const show = (state: Partial<JobState>, role?: Role) => {
  jobStore.set({ ...noJob, jobId: 'j1', name: 'fetch-sessions', ...state });
  return renderScreen(<JobWidget />, role === undefined ? {} : { role });
};
const fill = () => screen.getByRole('progressbar').firstElementChild as HTMLElement;

describe('job widget', () => {
  beforeEach(() => jobStore.set(noJob));
  afterEach(() => setLanguage('en'));

  it('[JOBS-02] is hidden without a job', () => {
    const { container } = show({ status: null });
    expect(container.querySelector('aside')).toBeNull();
  });

  it('[JOBS-03] says "waiting on queue" while it has no message, otherwise the message', () => {
    const { unmount } = show({ status: 'called' });
    expect(screen.getByRole('status').textContent).toBe('Fetch sessionswaiting on queue');
    unmount();
    show({ status: 'called', message: '2nd of 3' });
    expect(screen.getByRole('status').textContent).toContain('2nd of 3');
  });

  it('[JOBS-01][JOBS-04] shows name, message, percentage and the key/value summary', () => {
    show({
      status: 'running',
      message: 'Alpina, 12 November',
      percentage: 64,
      summary: { received: 1284310, changed: 18 },
    });
    expect(screen.getByRole('status').textContent).toBe('Fetch sessionsAlpina, 12 November');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('64');
    expect(screen.getByText('64%')).toBeTruthy();
    expect(screen.getByText('1.284.310')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('[JOBS-05] shows "Last job" when it ended; closing clears it', async () => {
    const { user } = show({ status: 'ended', percentage: 100, startedAt: 0, finishedAt: 48_000 });
    expect(screen.getByRole('status').textContent).toBe('Last job: Fetch sessionsFinished in 48 s');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(jobStore.get()).toEqual(noJob);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('[JOBS-05] goes by itself some time after success, but not while the pointer is on it', () => {
    vi.useFakeTimers();
    try {
      show({ status: 'ended', percentage: 100, startedAt: 0, finishedAt: 48_000 });
      fireEvent.mouseEnter(screen.getByRole('complementary'));
      act(() => void vi.advanceTimersByTime(2 * dismissalMs));
      expect(screen.getByRole('status').textContent).toContain('Last job: Fetch sessions');
      fireEvent.mouseLeave(screen.getByRole('complementary'));
      act(() => void vi.advanceTimersByTime(dismissalMs - 1));
      expect(jobStore.get().status).toBe('ended');
      act(() => void vi.advanceTimersByTime(1));
      expect(jobStore.get()).toEqual(noJob);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[JOBS-05][JOBS-06] stays when something went wrong', () => {
    vi.useFakeTimers();
    try {
      const partly = show({ status: 'ended', percentage: 100, summary: { received: 120, failed: 'Alpina' } });
      act(() => void vi.advanceTimersByTime(2 * dismissalMs));
      expect(jobStore.get().status).toBe('ended');
      partly.unmount();
      show({ status: 'error' });
      act(() => void vi.advanceTimersByTime(2 * dismissalMs));
      expect(jobStore.get().status).toBe('error');
    } finally {
      vi.useRealTimers();
    }
  });

  it('[JOBS-05] marks a report that did not reach everyone, and says whom it reached', () => {
    show({
      status: 'ended',
      percentage: 100,
      startedAt: 0,
      finishedAt: 48_000,
      message: 'English',
      detail: messageOf('jobs.mailedRefused', { sent: 3, all: 4, refused: 1 }),
      summary: { recipients: 4, sent: 3, failed: 0, refused: 1 },
    });
    expect(screen.getByRole('status').textContent).toBe(
      'Last job: Fetch sessionsAddresses reached: 3 of 4, 1 without access',
    );
    expect(fill().dataset.status).toBe('partial');
    expect(screen.queryByText('Failed')).toBeNull();
    expect(screen.getByText('No access')).toBeTruthy();
  });

  it('[JOBS-05] marks a fetch in which an integration failed, and says why', () => {
    const message =
      '120 sessions received. Integrations reached: 4 of 5. Alpina: The data service answered 500.';
    show({ status: 'ended', percentage: 100, message, summary: { received: 120, failed: 'Alpina' } });
    expect(screen.getByRole('status').textContent).toBe(`Last job: Fetch sessions${message}`);
    expect(fill().dataset.status).toBe('partial');
  });

  it('marks a fetch that quarantined rows, and leads to them those who may see them', () => {
    const detail = messageOf('jobs.fetchedWithRemarks', {
      count: 120,
      done: 5,
      all: 5,
      remarks: [messageOf('jobs.rowsQuarantined', { count: 3 })],
    });
    const ended = { status: 'ended', percentage: 100, message: 'English', detail, quarantined: 3 } as const;
    const { unmount } = show({ ...ended, summary: { received: 120, quarantined: 3 } });
    expect(screen.getByRole('status').textContent).toBe(
      'Last job: Fetch sessions120 sessions received. Integrations reached: 5 of 5. 3 rows quarantined.',
    );
    expect(fill().dataset.status).toBe('partial');
    expect(screen.getByRole('link', { name: 'Show quarantined rows' }).getAttribute('href')).toBe(
      '/quarantine?job=j1',
    );
    unmount();
    show({ ...ended, message: '', detail: null }, 'ludus_manager');
    expect(screen.getByRole('status').textContent).toBe(
      'Last job: Fetch sessionsCompleted with quarantined rows',
    );
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('[JOBS-06][ERR-005] shows its error texts and a full bar', () => {
    show({ status: 'error', percentage: 30 });
    expect(screen.getByRole('status').textContent).toBe('Something went wrongPlease try again');
    expect(fill().style.width).toBe('100%');
    expect(fill().dataset.status).toBe('error');
  });

  it('[JOBS-07][ERR-006] shows its lost-connection texts', () => {
    show({ status: 'disconnected', percentage: 64 });
    expect(screen.getByRole('status').textContent).toBe('Lost connection to jobs serverTrying to reconnect');
    expect(fill().style.width).toBe('64%');
  });

  it('[I18N-01] shows all of it in Italian', async () => {
    await setLanguage('it');
    const { unmount } = show({ status: 'called' });
    expect(screen.getByRole('status').textContent).toBe('Aggiornamento sessioniin coda');
    unmount();
    const detail = messageOf('jobs.received', { integration: 'Alpina', count: 1065 });
    const running = show({ status: 'running', message: 'English', detail, summary: { received: 1065 } });
    expect(screen.getByRole('status').textContent).toBe(
      'Aggiornamento sessioniAlpina: 1.065 sessioni ricevute',
    );
    expect(screen.getByText('Ricevute')).toBeTruthy();
    running.unmount();
    show({ status: 'disconnected' });
    expect(screen.getByRole('status').textContent).toBe(
      'Connessione al server dei processi persaRiconnessione in corso',
    );
  });

  it('minimises to a pill that still says how far it is', async () => {
    const { user } = show({ status: 'running', percentage: 64 });
    await user.click(screen.getByRole('button', { name: 'Minimise' }));
    const pill = screen.getByRole('button', { name: /Show the job/ });
    expect(pill.textContent).toBe('Fetch sessions64%Show the job');
    await user.click(pill);
    expect(screen.getByRole('status')).toBeTruthy();
  });

  it('[SHELL-15] keeps its state on the client', () => {
    showRequestedJob('j7', 'fetch-sessions');
    expect(JSON.parse(localStorage.getItem('ludus.job') ?? '{}')).toMatchObject({
      status: 'called',
      jobId: 'j7',
    });
  });
});
