import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.tsx';
import { called, job, showSettings as show } from '../../test/settings-screen.tsx';
import { readSettingsSearch, sectionOf } from './search.ts';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../lib/realtime.ts', () => ({ socketId: () => 'socket-1' }));

const table = () => screen.findByRole('table', { name: 'Jobs' });
const rowTexts = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const row = async (name: string) => within(await table()).findByRole('row', { name });

beforeEach(() => vi.mocked(toast).mockClear());

describe('the table of jobs', () => {
  const running = job('a', {
    state: 'active',
    finishedOn: null,
    progress: { percentage: 42, message: 'Day 3 of 7' },
  });
  const failed = job('f', {
    name: 'email-report',
    queueQualifiedName: 'hub:reports',
    username: 'carla',
    state: 'failed',
    error: 'The mail server cannot be reached.',
    data: { userId: 'u', type: 'daily', integrationId: 1 },
    finishedOn: '2026-11-20T11:00:00Z',
  });
  const done = job('c', {
    name: 'synchronise-integrations',
    progress: { percentage: 100, message: '5 integrations' },
  });

  it('[JOBS-17][JOBS-19] shows what runs first, then what has ended last, with progress, duration and result', async () => {
    show({}, { bookkeeping: { active: [running], completed: [done] }, reports: { failed: [failed] } });
    await waitFor(async () => expect(await rowTexts()).toHaveLength(3));
    const [first, second, third] = await rowTexts();
    for (const part of ['Active', 'Fetch sessions', 'All', 'anna', '42%', 'Day 3 of 7'])
      expect(first).toContain(part);
    for (const part of [
      'Failed',
      'Report by email, daily',
      'Alpina',
      'carla',
      '59 min 50 s',
      'cannot be reached',
    ]) {
      expect(second).toContain(part);
    }
    for (const part of ['Completed', 'Synchronise integrations', '1 min 5 s', '5 integrations']) {
      expect(third).toContain(part);
    }
    expect(screen.getByText('1 active · 1 completed · 1 failed')).toBeVisible();
  });

  it('[JOBS-16] opens a job beside it, with creator, period and integrations', async () => {
    const { user } = show(
      {},
      {
        bookkeeping: {
          completed: [
            job('a', {
              data: { userId: 'u', dateStart: '2026-11-01', dateEnd: '2026-11-03', integrationIds: [2] },
            }),
          ],
        },
      },
    );
    await user.click(await row('Fetch sessions'));
    const panel = await screen.findByRole('dialog', { name: 'Fetch sessions' });
    for (const part of [
      'Creatoranna',
      'Period01/11/2026 – 03/11/2026',
      'IntegrationsBaltica',
      'Took 1 min 5 s',
    ]) {
      expect(panel).toHaveTextContent(part);
    }
    await user.click(within(panel).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens the job of the address, with its ID, and for a report that waits exactly when it starts, what came of the last one, and the way to send one now', async () => {
    const delayed = [
      job('d', {
        name: 'email-report',
        queueQualifiedName: 'hub:reports',
        state: 'delayed',
        delay: 65_000,
        startsAt: '2026-11-28T05:00:00Z',
        username: 'system',
        data: { userId: 'system', type: 'daily' },
        progress: { percentage: 0, message: '' },
        processedOn: null,
        finishedOn: null,
      }),
    ];
    const sent = (id: string, type: string, finishedOn: string, message: string) =>
      job(id, {
        name: 'email-report',
        username: 'system',
        data: { userId: 'system', type },
        finishedOn,
        progress: { percentage: 100, message },
      });
    const completed = [
      sent('a', 'daily', '2026-11-19T06:00:00Z', 'Addresses reached: 1 of 2'),
      sent('b', 'daily', '2026-11-20T06:00:00Z', 'Addresses reached: 2 of 2'),
      sent('c', 'monthly', '2026-11-21T06:00:00Z', 'Addresses reached: 3 of 3'),
    ];
    show({}, { reports: { delayed, completed } }, { id: 'd' });
    const panel = await screen.findByRole('dialog', { name: 'Report by email, daily' });
    const facts = within(panel)
      .getAllByRole('term')
      .map(({ textContent }) => textContent);
    expect(facts).toEqual(['Creator', 'Integrations', 'Recipients', 'Format', 'Requested', 'Job ID']);
    for (const part of [
      'Scheduled for 28/11/2026 06:00, in',
      'CreatorLudus Hub',
      'RecipientsThe mailing list',
      'FormatExcel file',
      'Last reports20/11/2026 07:00Addresses reached: 2 of 219/11/2026 07:00Addresses reached: 1 of 2',
    ]) {
      expect(panel).toHaveTextContent(part);
    }
    expect(panel).not.toHaveTextContent('–');
    expect(within(panel).getByRole('link', { name: 'Send a report now' })).toHaveAttribute(
      'href',
      '/settings#reports',
    );
    expect(within(panel).getByRole('button', { name: /Job ID$/ })).toBeVisible();
  });

  it.each([
    [{ view: 'board' as const }, 'jobs'],
    [{ id: 'a' }, 'jobs'],
    [{ state: 'failed' }, 'jobs'],
    [{ webhook: 3 }, 'webhooks'],
    [{}, undefined],
  ])('an address with %j is about the section %s', (search, section) => {
    expect(sectionOf(search)).toBe(section);
  });

  it('is narrowed down by state, task and person, and says when none is left', async () => {
    const { user } = show(
      {},
      { bookkeeping: { active: [running], completed: [done] }, reports: { failed: [failed] } },
    );
    await waitFor(async () => expect(await rowTexts()).toHaveLength(3));
    const choose = async (label: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await choose('State', 'Failed');
    await waitFor(async () => expect(await rowTexts()).toHaveLength(1));
    await choose('Creator', 'anna');
    expect(await screen.findByText('No matching jobs.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await choose('Job', 'Synchronise integrations');
    await waitFor(async () => expect(await rowTexts()).toEqual([expect.stringContaining('Synchronise')]));
    const address = { jobs: 'x', state: 'failed', job: 'email-report', by: 'anna', view: 'board' };
    expect(readSettingsSearch(address)).toEqual(address);
    expect(readSettingsSearch({ view: 'x' })).toEqual({});
    expect(readSettingsSearch({ id: 'a' })).toEqual({ id: 'a' });
  });

  it('[JOBS-21] removes what waits and runs again what failed, without opening the row', async () => {
    const waits = job('w', { state: 'waiting', processedOn: null, finishedOn: null });
    const { user, calls } = show(
      { clearJob: null, retryJob: job('n', { state: 'waiting' }) },
      { bookkeeping: { waiting: [waits], completed: [done] }, reports: { failed: [failed] } },
    );
    await user.click(await screen.findByRole('button', { name: 'Remove Fetch sessions from the queue' }));
    await waitFor(() =>
      expect(called(calls, 'clearJob')).toMatchObject([{ path: '/api/jobs/clear/bookkeeping/w' }]),
    );
    await user.click(screen.getByRole('button', { name: 'Run again' }));
    await waitFor(() =>
      expect(called(calls, 'retryJob')).toMatchObject([{ path: '/api/jobs/retry/reports/f' }]),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  });

  it('[JOBS-20] shows of a job that waits for its time when it starts, and no duration', async () => {
    const delayed = [job('d', { state: 'delayed', delay: 65_000, processedOn: null, finishedOn: null })];
    show({}, { reports: { delayed } });
    await waitFor(async () => expect(await rowTexts()).toHaveLength(1));
    const heads = within(await table())
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    const cells = within(await row('Fetch sessions'))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells[heads.indexOf('Start')]).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\din 1 min \d s$/);
    expect(cells[heads.indexOf('Duration')]).toBe('–');
  });

  it('pages through thousands of jobs, 20 at a time', async () => {
    const waiting = Array.from({ length: 3_000 }, (_unused, index) =>
      job(`w${index}`, { state: 'waiting', processedOn: null, finishedOn: null }),
    );
    const { user } = show({}, { bookkeeping: { waiting } });
    await waitFor(async () => expect(await rowTexts()).toHaveLength(20));
    expect(screen.getByText('1–20 of 3.000')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('21–40 of 3.000')).toBeVisible();
  });

  it('[JOBS-14] leads to the board, which draws the first 50 of a column and says how many more there are', async () => {
    const waiting = Array.from({ length: 1_250 }, (_unused, index) =>
      job(`w${index}`, { state: 'waiting', processedOn: null, finishedOn: null }),
    );
    const { user } = show({}, { bookkeeping: { waiting } });
    await table();
    await user.click(screen.getByRole('radio', { name: 'Board' }));
    const column = await screen.findByRole('region', { name: 'Waiting' });
    expect(within(column).getByRole('heading')).toHaveTextContent('1.250');
    expect(within(column).getAllByRole('article')).toHaveLength(50);
    await user.click(within(column).getByRole('button', { name: '1.200 more' }));
    await waitFor(async () => expect(await rowTexts()).toHaveLength(20));
    expect(screen.queryByRole('region', { name: 'Waiting' })).toBeNull();
  });

  it('counts open jobs that the server left out, and says that they are not listed', async () => {
    const waiting = [job('w', { state: 'waiting', processedOn: null, finishedOn: null })];
    const more = { active: 0, waiting: 9_800, delayed: 0 };
    const { user } = show({}, { bookkeeping: { waiting, more }, reports: { more } });
    await table();
    expect(await screen.findByText(/^19\.600 more open jobs are not listed/)).toBeVisible();
    expect(screen.getByText('19.601 waiting')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Board' }));
    const column = await screen.findByRole('region', { name: 'Waiting' });
    expect(within(column).getByRole('heading')).toHaveTextContent('19.601');
    expect(within(column).getByRole('button', { name: '19.600 more' })).toBeVisible();
  });
});
