import type { Job, PickedUser } from '@ludus/contract';
import { listAllJobs } from '@ludus/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyEvent } from '../../app/realtime-events.ts';
import { keyOf } from '../../lib/api/index.ts';
import { today } from '../../lib/days.ts';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SettingsPage } from './pages/settings-page.tsx';
import { readSettingsSearch, type SettingsSearch } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../lib/realtime.ts', () => ({ socketId: () => 'socket-1' }));

const user = (id: number, username: string, parts: Partial<PickedUser> = {}): PickedUser => ({
  id,
  userId: `u${id}`,
  username,
  email: `${username}@ludus.test`,
  roles: ['integration_admin'],
  integrationId: 1,
  integration: 'Alpina',
  ...parts,
});
const users = [
  user(1, 'chief', { roles: ['ludus_admin'], integrationId: null, integration: null }),
  user(2, 'silent', { roles: ['ludus_admin'], integrationId: null, integration: null, email: null }),
  user(3, 'anna'),
  user(4, 'boris', { integrationId: 2, integration: 'Baltica' }),
  user(5, 'nomail', { email: 'nowhere' }),
];
const integrations = {
  rows: [1, 2].map((id) => ({
    id,
    name: id === 1 ? 'Alpina' : 'Baltica',
    version: 'GAI2',
    externalIdentifier: String(id),
    createdAt: '2026-01-01T10:00:00Z',
    updatedAt: '2026-01-01T10:00:00Z',
  })),
};

const job = (id: string, parts: Partial<Job> = {}): Job => ({
  id,
  name: 'fetch-sessions',
  state: 'completed',
  queueQualifiedName: 'hub:bookkeeping',
  data: { userId: 'u1', dateStart: '2026-11-01', dateEnd: '2026-11-03', integrationIds: null },
  username: 'anna',
  progress: { percentage: 100, message: 'Done' },
  summary: {},
  integrations: [],
  error: null,
  timestamp: '2026-11-20T10:00:00Z',
  processedOn: '2026-11-20T10:00:10Z',
  finishedOn: '2026-11-20T10:01:15Z',
  delay: 0,
  ...parts,
});
type Lists = Record<'active' | 'waiting' | 'completed' | 'delayed' | 'failed', Job[]>;
const none: Lists = { active: [], waiting: [], completed: [], delayed: [], failed: [] };

function Page() {
  const [search, setSearch] = useState<SettingsSearch>({});
  return <SettingsPage search={search} onSearch={setSearch} />;
}

function show(
  answers: Record<string, unknown> = {},
  boards: { bookkeeping?: Partial<Lists>; reports?: Partial<Lists> } = {},
) {
  const calls = answerCalls({
    listIntegrations: integrations,
    listUsers: ({ query }: { query: { integrationId?: string } }) => ({
      rows: users.filter(
        ({ integrationId, roles }) =>
          query.integrationId === undefined ||
          integrationId === Number(query.integrationId) ||
          roles.includes('ludus_admin'),
      ),
    }),
    listAllJobs: ({ path }: { path: string }) => ({
      ...none,
      ...boards[path.endsWith('reports') ? 'reports' : 'bookkeeping'],
    }),
    listWaitingJobs: [],
    ...answers,
  });
  return { calls, ...renderScreen(<Page />) };
}
const called = (calls: { endpoint: string }[], name: string) =>
  calls.filter(({ endpoint }) => endpoint === name);
const send = () => screen.getByRole('button', { name: 'Send report' });
const people = () => screen.getByRole('combobox', { name: 'Recipients' });
const columnOf = (name: string) => screen.findByRole('region', { name });

beforeEach(() => vi.mocked(toast).mockClear());
afterEach(() => vi.useRealTimers());

describe('what only administrators of the provider see', () => {
  it('[ROLE-12] others have language and appearance alone, and nothing is asked for', () => {
    const calls = answerCalls({});
    renderScreen(<Page />, { role: 'ludus_manager' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Language',
      'Appearance',
    ]);
    expect(calls).toEqual([]);
  });
});

describe('the report generator', () => {
  it('[SET-02][SET-04] offers four types; a custom report waits for recipients, the others do not', async () => {
    const { user: person } = show();
    const types = screen.getByRole('radiogroup', { name: 'Report type' });
    expect(
      within(types)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value')),
    ).toEqual(['daily', 'custom', 'monthly', 'italy-games']);
    expect(send().hasAttribute('disabled')).toBe(false);
    await person.click(within(types).getByRole('radio', { name: 'Custom' }));
    expect(send().hasAttribute('disabled')).toBe(true);
    await person.click(await screen.findByRole('combobox', { name: 'Recipients' }));
    await person.click(await screen.findByRole('option', { name: /anna/ }));
    expect(send().hasAttribute('disabled')).toBe(false);
  });

  it('[SET-05] lists administrators and whoever has a valid address', async () => {
    const { user: person } = show();
    await person.click(people());
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'chiefchief@ludus.test',
      'silentno e-mail',
      'annaanna@ludus.test',
      'borisboris@ludus.test',
    ]);
  });

  it('[SET-06][SET-07] an integration leaves its people and the administrators, and of those chosen the latter', async () => {
    const { user: person } = show();
    await person.click(people());
    for (const name of [/chief/, /boris/]) await person.click(await screen.findByRole('option', { name }));
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Remove boris' })).toBeTruthy();
    await person.click(screen.getByRole('combobox', { name: 'Integration' }));
    await person.click(await screen.findByRole('option', { name: 'Alpina' }));
    expect(screen.queryByRole('button', { name: 'Remove boris' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove chief' })).toBeTruthy();
    await person.click(people());
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'chiefchief@ludus.test',
        'silentno e-mail',
        'annaanna@ludus.test',
      ]),
    );
  });

  it('[SET-03][ERR-049] takes a typed address, and says what is none', async () => {
    const { user: person } = show();
    const field = screen.getByRole('textbox', { name: 'Another address' });
    await person.type(field, 'nobody{Enter}');
    expect(await screen.findByText('Email is not valid')).toBeTruthy();
    await person.clear(field);
    await person.type(field, 'new@elsewhere.test{Enter}');
    expect(screen.getByRole('button', { name: 'Remove new@elsewhere.test' })).toBeTruthy();
    await person.type(field, 'NEW@elsewhere.test{Enter}');
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  });

  it('[SET-08][API-061][ERR-045][RT-07] sends range, people and integration, tells it, clears the people and reads the jobs again', async () => {
    const { user: person, calls } = show({ mailCustomReport: { jobId: 'j1' } });
    await person.click(screen.getByRole('radio', { name: 'Custom' }));
    await person.type(screen.getByRole('textbox', { name: 'Another address' }), 'new@elsewhere.test{Enter}');
    const before = called(calls, 'listAllJobs').length;
    await person.click(send());
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('success', 'Reports request created successfully'),
    );
    const [sent] = called(calls, 'mailCustomReport') as { query?: object; body?: Record<string, unknown> }[];
    expect(sent?.query).toEqual({ socketId: 'socket-1' });
    expect(sent?.body).toMatchObject({ to: ['new@elsewhere.test'], integrationId: null });
    expect(String(sent?.body?.dateStart) < today()).toBe(true);
    expect(screen.queryByRole('button', { name: /^Remove new/ })).toBeNull();
    expect(called(calls, 'listAllJobs').length).toBe(before + 2);
  });

  it('[OPEN-55][API-058] without people it goes to the mailing list', async () => {
    const { user: person, calls } = show({ mailDailyReport: { jobId: 'j1' } });
    expect(screen.getByText('Without recipients it goes to the mailing list.')).toBeTruthy();
    await person.click(send());
    await waitFor(() => expect(called(calls, 'mailDailyReport')).toHaveLength(1));
    expect(called(calls, 'mailDailyReport')[0]).toMatchObject({ body: { to: null, integrationId: null } });
  });

  it('[ERR-047][OPEN-63] a failure is logged only, and the people stay', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { user: person } = show({ mailDailyReport: new Refusal(500) });
    await person.type(screen.getByRole('textbox', { name: 'Another address' }), 'new@elsewhere.test{Enter}');
    await person.click(send());
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect(toast).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Remove new@elsewhere.test' })).toBeTruthy();
    warn.mockRestore();
  });
});

describe('the user guide', () => {
  const field = () => screen.getByRole('textbox', { name: /^E-?mail addresses/i });
  const sendGuide = () => screen.getByRole('button', { name: 'Send guide' });

  it('[SET-09][API-062][ERR-046] adds what is still typed, and sends', async () => {
    const { user: person, calls } = show({ sendUserGuide: { message: 'Emails sent successfully' } });
    await person.type(field(), 'a@b.it{Enter}');
    await person.type(field(), 'c@d.it');
    await person.click(sendGuide());
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Emails sent successfully'));
    expect(called(calls, 'sendUserGuide')[0]).toMatchObject({ body: { to: ['a@b.it', 'c@d.it'] } });
    await waitFor(() => expect(screen.queryByText('a@b.it')).toBeNull());
  });

  it('[SET-10][ERR-050] marks the field when there is no address', async () => {
    const { user: person, calls } = show();
    await person.click(sendGuide());
    expect(await screen.findByText('Please enter at least one email address')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(called(calls, 'sendUserGuide')).toEqual([]);
  });

  it('[SET-11][ERR-048] does not add what is no address', async () => {
    const { user: person } = show();
    await person.type(field(), 'a b@c{Enter}');
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });
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
    for (const name of ['Waiting', 'Completed', 'Delayed', 'Failed']) {
      expect(await within(await columnOf(name)).findByText('Empty')).toBeTruthy();
    }
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
                  keptAside: 0,
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
    expect(within(card).getByText('Took 1 min 5 s')).toBeTruthy();
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
    expect(text).toContain('Read 1.200, New 7, Unchanged 1.193');
    expect(text).toContain('It does not answer.');
    const other = within(column).getByRole('article', { name: 'Report by e-mail, italy games' });
    await person.click(within(other).getByRole('button', { expanded: false }));
    expect(other.textContent).toContain('IntegrationsAll');
  });

  it('[JOBS-18][JOBS-20][JOBS-22] ticks each second: how long a job runs, and when a delayed one begins; the bar closes above 95 %', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:00:20Z') });
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
    expect((await within(active).findAllByText('Runs for 10 s')).length).toBe(2);
    expect(within(await columnOf('Delayed')).getByText('Starts in 1 min 5 s')).toBeTruthy();
    const fills = within(active)
      .getAllByRole('progressbar')
      .map((bar) => bar.firstElementChild?.hasAttribute('data-near-end'));
    expect(fills).toEqual([true, false]);
    act(() => vi.advanceTimersByTime(3000));
    expect(within(active).getAllByText('Runs for 13 s').length).toBe(2);
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

  it('[JOBS-23][RT-02] progress arrives by socket without a call; an end reads all jobs again', async () => {
    const { calls, queryClient } = show(
      {},
      { bookkeeping: { active: [job('a', { state: 'active', finishedOn: null })] } },
    );
    await columnOf('Active');
    await waitFor(() => expect(called(calls, 'listAllJobs')).toHaveLength(2));
    const event = { jobId: 'a', name: 'fetch-sessions', data: { userId: 'somebody' } };
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
    expect(await within(column).findByText('No job fits the search.')).toBeTruthy();
    expect(readSettingsSearch({ jobs: ' x ' })).toEqual({ jobs: 'x' });
    expect(readSettingsSearch({ jobs: ['x'] })).toEqual({});
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
