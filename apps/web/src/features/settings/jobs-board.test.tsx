import { type Job, listAllJobs, messageOf, textMessage } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '../../app/realtime-events.ts';
import { keyOf } from '../../lib/api/index.ts';
import { setLanguage } from '../../lib/language.ts';
import { toast } from '../../lib/toast.tsx';
import { Refusal } from '../../test/answer-calls.ts';
import { called, job, none, showSettings } from '../../test/settings-screen.tsx';
import { readSettingsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../lib/realtime.ts', () => ({ socketId: () => 'socket-1' }));

const show = (
  answers: Parameters<typeof showSettings>[0] = {},
  boards: Parameters<typeof showSettings>[1] = {},
) => showSettings(answers, boards, { view: 'board' });
const columnOf = (name: string) => screen.findByRole('region', { name });

beforeEach(() => vi.mocked(toast).mockClear());
afterEach(async () => {
  vi.useRealTimers();
  await setLanguage('en');
});

describe('the jobs board', () => {
  it('[JOBS-14][JOBS-15] has a column for each state of both queues, and says which are empty', async () => {
    show(
      {},
      {
        bookkeeping: { active: [job('a', { state: 'active', finishedOn: null })] },
        reports: { active: [job('b', { state: 'active', finishedOn: null, name: 'email-report' })] },
      },
    );
    expect(await within(await columnOf('Active')).findAllByRole('article')).toHaveLength(2);
    for (const name of ['Waiting', 'Completed', 'Delayed']) {
      expect(await within(await columnOf(name)).findByText('Empty')).toBeTruthy();
    }
    // That of failures is there once a job has failed.
    expect(screen.queryByRole('region', { name: 'Failed' })).toBeNull();
  });

  it('[JOBS-16][JOBS-17][JOBS-19] a card opens and says who, when, of what, how far, how long and what was done', async () => {
    const { user: person } = show(
      {},
      {
        bookkeeping: {
          completed: [
            job('a', {
              data: { userId: 'u1', dateStart: '2026-11-01', dateEnd: '2026-11-03', integrationIds: [2] },
              summary: { received: 1200 },
              integrations: [
                {
                  integrationId: 2,
                  integrationName: 'Baltica',
                  received: 1200,
                  new: 7,
                  changed: 0,
                  unchanged: 1193,
                  quarantined: 0,
                  error: 'It does not answer.',
                },
              ],
            }),
            job('b', {
              name: 'email-report',
              data: { userId: 'u1', type: 'italy-games', integrationId: null },
              finishedOn: '2026-11-20T09:00:00Z',
            }),
          ],
        },
      },
    );
    const column = await columnOf('Completed');
    const card = await within(column).findByRole('article', { name: 'Fetch sessions' });
    expect(within(card).getByRole('img', { name: 'Completed with errors' })).toBeTruthy();
    expect(within(card).getByText('Took 1 min 5 s')).toBeTruthy();
    expect(within(card).getByText('anna · 20/11/2026 11:01')).toBeTruthy();
    expect(within(card).queryByText('Creator')).toBeNull();
    await person.click(within(card).getByRole('button', { expanded: false }));
    const text = card.textContent ?? '';
    for (const part of [
      'Creatoranna',
      'From01/11/2026',
      'To03/11/2026',
      'IntegrationsBaltica',
      '100% Done',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Received 1.200, New 7, Unchanged 1.193');
    expect(text).toContain('It does not answer.');
    const other = within(column).getByRole('article', { name: 'Report by email, Italy games' });
    await person.click(within(other).getByRole('button', { expanded: false }));
    expect(other.textContent).toContain('IntegrationsAll');
  });

  it('marks a fetch that quarantined rows with a warning and leads to them', async () => {
    const part = (quarantined: number) => ({
      integrationId: 2,
      integrationName: 'Baltica',
      received: 12,
      new: 12 - quarantined,
      changed: 0,
      unchanged: 0,
      quarantined,
      error: null,
    });
    const completed = [
      job('a', { integrations: [part(3)] }),
      job('b', { name: 'synchronise-integrations', integrations: [part(0)] }),
    ];
    show({}, { bookkeeping: { completed } });
    const column = await columnOf('Completed');
    const card = await within(column).findByRole('article', { name: 'Fetch sessions' });
    expect(within(card).getByRole('img', { name: 'Completed with quarantined rows' })).toBeVisible();
    expect(within(card).getByRole('link', { name: 'Show quarantined rows' })).toHaveAttribute(
      'href',
      '/quarantine?job=a',
    );
    const other = within(column).getByRole('article', { name: 'Synchronise integrations' });
    expect(within(other).queryByRole('img', { name: /Completed/ })).toBeNull();
    expect(within(other).queryByRole('link')).toBeNull();
  });

  it('[JOBS-18][JOBS-20][JOBS-22] ticks each second: how long a job runs, and when a delayed one begins; the bar closes above 95 %', async () => {
    // The clock of the board stands, however long the page takes to come.
    vi.useFakeTimers({
      now: new Date('2026-11-20T10:00:20Z'),
      toFake: ['Date', 'setInterval', 'clearInterval'],
    });
    show(
      {},
      {
        bookkeeping: {
          active: [
            job('a', { state: 'active', finishedOn: null, progress: { percentage: 96, message: 'Almost' } }),
            job('b', {
              state: 'active',
              finishedOn: null,
              progress: { percentage: 95, message: '' },
              name: 'b',
            }),
          ],
        },
        reports: {
          delayed: [job('c', { state: 'delayed', delay: 65_000, processedOn: null, finishedOn: null })],
        },
      },
    );
    const active = await columnOf('Active');
    expect((await within(active).findAllByText('Running for 10 s')).length).toBe(2);
    expect(within(await columnOf('Delayed')).getByText('Starts in 1 min 5 s')).toBeTruthy();
    const fills = within(active)
      .getAllByRole('progressbar')
      .map((bar) => bar.firstElementChild?.hasAttribute('data-near-end'));
    expect(fills).toEqual([true, false]);
    act(() => vi.advanceTimersByTime(3000));
    expect(within(active).getAllByText('Running for 13 s').length).toBe(2);
    expect(within(await columnOf('Delayed')).getByText('Starts in 1 min 2 s')).toBeTruthy();
  });

  it('[JOBS-24] reads what waits every 30 s while a job runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = show(
      {},
      { bookkeeping: { active: [job('a', { state: 'active', finishedOn: null })] } },
    );
    await waitFor(() => expect(called(calls, 'listWaitingJobs')).toHaveLength(2));
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await waitFor(() => expect(called(calls, 'listWaitingJobs')).toHaveLength(4));
  });

  it('[JOBS-24] reads nothing by the clock when none runs', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = show({}, { bookkeeping: { waiting: [job('a', { state: 'waiting' })] } });
    await columnOf('Waiting');
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(called(calls, 'listWaitingJobs')).toEqual([]);
  });

  it('[JOBS-21][API-057][ERR-043] only a waiting job can be removed, by the name of its queue', async () => {
    const waits = job('w', { state: 'waiting', queueQualifiedName: 'hub:reports', processedOn: null });
    const { user: person, calls } = show(
      {
        clearJob: null,
        listWaitingJobs: ({ path }: { path: string }) => (path.endsWith('reports') ? [waits] : []),
      },
      {
        reports: {
          waiting: [waits],
          completed: [job('c')],
          delayed: [job('d', { state: 'delayed', delay: 5000 })],
          failed: [job('f', { state: 'failed', error: 'Broken' })],
          active: [job('a', { state: 'active' })],
        },
      },
    );
    const icon = await screen.findByRole('button', { name: /^Remove .* from the queue/ });
    await person.click(icon);
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Job removed successfully'));
    expect(called(calls, 'clearJob')[0]).toMatchObject({ path: '/api/jobs/clear/reports/w' });
    expect(called(calls, 'listAllJobs')).toHaveLength(4);
  });

  it('[ERR-044] a removal that fails is told with the status in words', async () => {
    const { user: person } = show(
      { clearJob: new Refusal(409, 'It runs.') },
      { bookkeeping: { waiting: [job('w', { state: 'waiting' })] } },
    );
    await person.click(await screen.findByRole('button', { name: /^Remove .* from the queue/ }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('error', 'Something went wrong: Conflict'));
  });

  it('a failed job says why and runs again', async () => {
    const { user: person, calls } = show(
      { retryJob: job('n', { state: 'waiting' }) },
      {
        bookkeeping: { failed: [job('f', { state: 'failed', error: 'The mail server cannot be reached.' })] },
      },
    );
    const failed = await columnOf('Failed');
    expect(await within(failed).findByText('The mail server cannot be reached.')).toBeTruthy();
    await person.click(within(failed).getByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(called(calls, 'retryJob')).toHaveLength(1));
    expect(called(calls, 'retryJob')[0]).toMatchObject({ path: '/api/jobs/retry/bookkeeping/f' });
  });

  it('says that a job runs again also when an event takes its card away before the response arrives', async () => {
    const response = Promise.withResolvers<Job>();
    const board = { bookkeeping: { failed: [job('f', { state: 'failed', error: 'Broken' })] } };
    const { user: person, queryClient } = show({ retryJob: () => response.promise }, board);
    await person.click(await screen.findByRole('button', { name: 'Run again' }));
    board.bookkeeping.failed = [];
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull());
    response.resolve(job('n', { state: 'waiting' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Job restarted'));
  });

  it('[JOBS-23][RT-02] progress arrives by socket without a call; an end reads all jobs again', async () => {
    const { calls, queryClient } = show(
      {},
      { bookkeeping: { active: [job('a', { state: 'active', finishedOn: null })] } },
    );
    await columnOf('Active');
    await waitFor(() => expect(called(calls, 'listAllJobs')).toHaveLength(2));
    const event = { jobId: 'a', name: 'fetch-sessions', data: { userId: 'someone' } };
    act(() =>
      applyEvent(queryClient, 'me', 'job-progress', {
        ...event,
        progress: { percentage: 42, message: 'Day 3 of 7' },
      }),
    );
    expect(await screen.findByText('Day 3 of 7')).toBeTruthy();
    expect(called(calls, 'listAllJobs')).toHaveLength(2);
    act(() => applyEvent(queryClient, 'me', 'job-completed', event));
    await waitFor(() => expect(called(calls, 'listAllJobs')).toHaveLength(4));
    expect(queryClient.getQueriesData({ queryKey: keyOf(listAllJobs) })).toHaveLength(2);
  });

  it('is searched by name, person, message and integration', async () => {
    const { user: person } = show(
      {},
      {
        bookkeeping: {
          completed: [
            job('a', { data: { userId: 'u', integrationIds: [2] } }),
            job('b', { username: 'carla', data: { userId: 'u', integrationIds: [1] } }),
          ],
        },
      },
    );
    const column = await columnOf('Completed');
    const field = screen.getByRole('textbox', { name: 'Search jobs' });
    await person.type(field, 'fetch carla{Enter}');
    await waitFor(() => expect(within(column).getAllByRole('article')).toHaveLength(1));
    await person.clear(field);
    await person.type(field, 'baltica{Enter}');
    await waitFor(() => expect(within(column).getByText(/Took/)).toBeTruthy());
    await person.clear(field);
    await person.type(field, 'nothing like it{Enter}');
    expect(await within(column).findByText('No matching jobs.')).toBeTruthy();
    expect(readSettingsSearch({ jobs: ' x ' })).toEqual({ jobs: 'x' });
    expect(readSettingsSearch({ jobs: ['x'] })).toEqual({});
  });

  const report = (id: string, type: string, parts: Partial<Job> = {}) =>
    job(id, {
      name: 'email-report',
      queueQualifiedName: 'hub:reports',
      data: { userId: 'u', type, integrationId: 1 },
      ...parts,
    });
  const partly = report('p', 'custom', {
    progress: {
      percentage: 100,
      message: 'Addresses reached: 1 of 3, delivery failed for 1, 1 without access',
      detail: messageOf('jobs.mailedFailedRefused', { sent: 1, all: 3, failed: 1, refused: 1 }),
    },
    summary: { recipients: 3, sent: 1, failed: 1, refused: 1 },
  });
  const mayNot = 'The person at this address has no access to the integrations of this report.';
  const listReportDeliveries = [
    {
      jobId: 'p',
      deliveries: [
        { recipient: 'dbl@ludus.test', outcome: 'sent', reason: null },
        {
          recipient: 'admin@baltica.test',
          outcome: 'refused',
          reason: mayNot,
          reasonDetail: messageOf('mail.otherIntegrations'),
        },
        { recipient: 'bounces@x.test', outcome: 'failed', reason: 'It was not taken (SMTP 550).' },
      ],
    },
  ];

  it('[JOBS-16][JOBS-17] a report that reached some alone says so on its card, and names each address with its outcome', async () => {
    const whole = report('w', 'daily', { summary: { recipients: 1, sent: 1, failed: 0, refused: 0 } });
    const { user: person } = show({ listReportDeliveries }, { reports: { completed: [partly, whole] } });
    const column = await columnOf('Completed');
    const card = await within(column).findByRole('article', { name: 'Report by email, custom' });
    expect(within(card).getByRole('img', { name: 'Completed with errors' })).toBeTruthy();
    expect(card.textContent).toContain('Addresses reached: 1 of 3, delivery failed for 1, 1 without access');
    await person.click(within(card).getByRole('button', { expanded: false }));
    const list = await within(card).findByRole('list', { name: 'Recipients' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'dbl@ludus.testSent',
      `admin@baltica.testNo access${mayNot}`,
      'bounces@x.testDelivery failedIt was not taken (SMTP 550).',
    ]);
    const other = within(column).getByRole('article', { name: 'Report by email, daily' });
    expect(within(other).queryByRole('img', { name: 'Completed with errors' })).toBeNull();
    await person.click(within(other).getByRole('button', { expanded: false }));
    expect(other.textContent).not.toContain('No access');
  });

  it.each([
    ['en', 'italy', 'i'],
    ['en', 'Report by email, daily', 'd'],
    ['en', 'custom', 'p'],
    ['en', 'baltica.test', 'p'],
    ['en', 'alpina italy', 'i'],
    ['it', 'giochi italia', 'i'],
    ['it', 'giornaliero', 'd'],
    ['it', 'personalizzato inviato', 'p'],
  ] as const)('[JOBS-14][JOBS-16] in %s, "%s" finds what the cards say', async (language, words, id) => {
    await setLanguage(language);
    const types = { i: 'italy-games', d: 'daily', p: 'custom' };
    const completed = [report('i', 'italy-games'), report('d', 'daily'), partly];
    const { user: person } = show({ listReportDeliveries }, { reports: { completed } });
    const column = await columnOf(language === 'en' ? 'Completed' : 'Completati');
    await waitFor(() => expect(within(column).getAllByRole('article')).toHaveLength(3));
    const names = within(column)
      .getAllByRole('article')
      .map((card) => card.getAttribute('aria-labelledby'));
    const field = screen.getByRole('textbox', { name: language === 'en' ? 'Search jobs' : 'Cerca processi' });
    await person.type(field, `${words}{Enter}`);
    await waitFor(() => expect(within(column).getAllByRole('article')).toHaveLength(1));
    const [left] = within(column).getAllByRole('article');
    expect(left?.getAttribute('aria-labelledby')).toBe(names[Object.keys(types).indexOf(id)]);
  });

  it('[I18N-01] shows progress, results and reasons in Italian', async () => {
    await setLanguage('it');
    const active = [
      ['a', messageOf('jobs.received', { integration: 'Alpina', count: 1065 })],
      ['b', messageOf('jobs.fetchStarted')],
    ] as const;
    const failure = { integration: 'Cimone', reason: textMessage('It does not answer.') };
    const partlyFetched = messageOf('jobs.fetchedWithRemarks', {
      count: 65,
      done: 2,
      all: 3,
      remarks: [messageOf('jobs.integrationFailed', failure)],
    });
    const completed = [
      { ...partly, id: 'x' },
      job('c', { progress: { percentage: 100, message: 'Untranslated', detail: partlyFetched } }),
    ];
    const failed = [
      job('f', { state: 'failed', error: 'Untranslated', errorDetail: messageOf('mail.unreachable') }),
    ];
    const reasonDetail = messageOf('mail.otherIntegrations');
    const listReportDeliveries = [
      { jobId: 'x', deliveries: [{ recipient: 'a@b.it', outcome: 'refused', reason: mayNot, reasonDetail }] },
    ];
    const { user: person } = show(
      { listReportDeliveries },
      {
        bookkeeping: {
          active: active.map(([id, detail]) =>
            job(id, {
              state: 'active',
              finishedOn: null,
              progress: { percentage: 10, message: 'Untranslated', detail },
            }),
          ),
          completed,
          failed,
        },
      },
    );
    expect(await screen.findByText('Alpina: 1.065 sessioni ricevute')).toBeTruthy();
    expect(screen.getByText('Aggiornamento delle sessioni in corso...')).toBeTruthy();
    expect(screen.getByText('Il server di posta non è raggiungibile.')).toBeTruthy();
    const column = await columnOf('Completati');
    const sent = 'Indirizzi raggiunti: 1 su 3, non recapitati: 1, senza accesso: 1';
    expect(within(column).getByText(sent)).toBeTruthy();
    const card = within(column).getByRole('article', { name: 'Aggiornamento sessioni' });
    await person.click(within(card).getByRole('button', { expanded: false }));
    expect(card.textContent).toContain(
      '65 sessioni ricevute. Integrazioni raggiunte: 2 su 3. Cimone: It does',
    );
    const report = within(column).getByRole('article', { name: 'Report via email, personalizzato' });
    await person.click(within(report).getByRole('button', { expanded: false }));
    expect(report.textContent).toContain(
      'a@b.itNessun accessoL’utente con questo indirizzo non ha accesso alle integrazioni di questo report.',
    );
    expect(screen.queryByText(/Untranslated/)).toBeNull();
  });

  it('shows the English message where it does not know the code, as of a newer server', async () => {
    await setLanguage('it');
    const progress = { percentage: 10, message: 'Polishing', detail: { code: 'jobs.polishing', values: {} } };
    show({}, { bookkeeping: { active: [job('a', { state: 'active', finishedOn: null, progress })] } });
    expect(await screen.findByText('Polishing')).toBeTruthy();
  });

  it('[OPEN-62] a failed refetch leaves the cards as they are, and says so', async () => {
    let isDown = false;
    const board = { ...none, active: [job('a', { state: 'active', finishedOn: null })] };
    const { queryClient } = show({ listAllJobs: () => (isDown ? new Refusal(500) : board) });
    const column = await columnOf('Active');
    expect(await within(column).findAllByRole('article')).toHaveLength(2);
    isDown = true;
    await act(() => queryClient.refetchQueries({ queryKey: keyOf(listAllJobs) }));
    expect(await screen.findByText(/^Couldn't refresh/)).toBeTruthy();
    expect(within(column).getAllByRole('article')).toHaveLength(2);
    expect(screen.queryByText('Server error, reload to try again')).toBeNull();
  });

  it('[ERR-032][OPEN-62] a failed read is said, and read again', async () => {
    let isDown = true;
    const { user: person } = show({ listAllJobs: () => (isDown ? new Refusal(500) : none) });
    expect(await screen.findByText('Server error, reload to try again')).toBeTruthy();
    isDown = false;
    await person.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await columnOf('Active')).toBeTruthy();
  });
});
