import type { Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as downloads from '../../lib/download.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aRow } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { OpenSessionsPage } from './pages/open-sessions-page.tsx';
import { queryOf, searchOfSort, tableSortOf } from './query.ts';
import { type OpenSearch, readOpenSearch } from './search.ts';

vi.mock('../../lib/download.ts', () => ({ download: vi.fn() }));

const alpina = { id: 1, name: 'Alpina' };
const baltica = { id: 2, name: 'Baltica' };
const counts = {
  at: '2026-11-20T13:30:00.000Z',
  rows: [
    {
      integration: alpina,
      cells: [
        { age: 'under24h', count: 2, bet: 500.1 },
        { age: 'over30d', count: 1, bet: 0.2 },
      ],
    },
    { integration: baltica, cells: [{ age: 'under24h', count: 3, bet: 10 }] },
  ],
};
const rows = [
  aRow({ createdAt: '2026-10-01T10:00:00.000Z' }),
  aRow({
    id: '0190a7de-0000-7000-8000-000000000002',
    sessionId: 'second',
    createdAt: '2026-11-20T12:30:00.000Z',
    game: { ...aRow().game, name: 'Frostjarl' },
  }),
];
const jobId = '0190a7de-0000-4000-8000-00000000000a';
const run = {
  jobId,
  action: 'close',
  state: 'completed',
  username: 'g.ferraris',
  requestedAt: '2026-11-20T13:31:00.000Z',
  finishedAt: '2026-11-20T13:31:09.000Z',
  rows: [
    {
      id: rows[0]?.id,
      sessionId: 'first',
      integration: alpina,
      game: aRow().game,
      outcome: 'closed',
      reason: null,
    },
    {
      id: rows[1]?.id,
      sessionId: 'second',
      integration: alpina,
      game: aRow().game,
      outcome: 'refused',
      reason: 'A session can be closed when its last update is older than 10 minutes.',
      reasonDetail: { code: 'refusals.sessionRecent', values: {} },
    },
  ],
};
const file = {
  id: jobId,
  state: 'done',
  fileName: 'open-sessions-alpina-2026-11-20-1430.txt',
  format: 'txt',
  rows: 2,
  bytes: 100,
  jobId: null,
  url: '/files/exports/x',
  expiresAt: '2026-11-27T13:30:00.000Z',
  error: null,
};

function renderOpen(
  as: Role = 'ludus_admin',
  search: OpenSearch = {},
  answers: Record<string, unknown> = {},
) {
  const calls = answerCalls({
    countOpenSessions: counts,
    listOpenSessions: { at: counts.at, rows, count: 2 },
    refreshOpenSessions: { jobId },
    closeOpenSessions: { jobId },
    getSessionRun: run,
    exportOpenSessions: file,
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onOpenView: vi.fn(), onStarted: vi.fn() };
  const view = renderScreen(
    <SignedIn as={as}>
      <OpenSessionsPage
        search={search}
        sessionSearch={<button type="button">Search for a session</button>}
        renderDetails={(id) => <div role="dialog">Box of {id}</div>}
        {...handlers}
      />
    </SignedIn>,
  );
  const last = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint).at(-1);
  return { ...view, ...handlers, calls, last };
}

const boxes = () => screen.findAllByRole('checkbox', { name: /^Select session/ });

describe('open sessions', () => {
  it('has the sessions and bets of each integration by age, with exact totals, and their sum in the head', async () => {
    renderOpen();
    const matrix = await screen.findByRole('table', { name: 'By integration and age' });
    const cell = (name: RegExp) => within(matrix).findByRole('button', { name });
    expect(await cell(/^Alpina, 10 min–24 h:/)).toHaveTextContent(/: 2 sessions, 500,10 €$/);
    expect(await cell(/^Alpina, any age:/)).toHaveTextContent(/: 3 sessions, 500,30 €$/);
    expect(await cell(/^All, 10 min–24 h:/)).toHaveTextContent(/: 5 sessions, 510,10 €$/);
    expect(within(matrix).queryByRole('button', { name: /Under 10 min/ })).toBeNull();
    expect(screen.getByText('6 open sessions, 510,30 € bet, at 14:30')).toBeVisible();
  });

  it('narrows the list to a cell, and gives way when it is chosen again', async () => {
    const { user, onSearch, unmount } = renderOpen('ludus_admin', { page: 3, type: 'all' });
    await user.click(await screen.findByRole('button', { name: /^Alpina, Over 30 days/ }));
    expect(onSearch).toHaveBeenLastCalledWith({
      ages: ['over30d'],
      integrations: [1],
      type: 'all',
      page: undefined,
    });
    unmount();
    const chosen = renderOpen('ludus_admin', { ages: ['over30d'], integrations: [1] });
    const cell = await screen.findByRole('button', { name: /^Alpina, Over 30 days/, pressed: true });
    expect(chosen.last('listOpenSessions')?.query).toMatchObject({
      ages: 'over30d',
      integrationId: '1',
      sessionTypeId: '1',
    });
    await chosen.user.click(cell);
    expect(chosen.onSearch).toHaveBeenLastCalledWith(
      expect.objectContaining({ ages: undefined, integrations: undefined }),
    );
  });

  it('lists session, integration, operator, player and age, and opens the session of a row', async () => {
    const { user, onSearch } = renderOpen();
    const table = await screen.findByRole('table', { name: 'Open sessions' });
    const row = await within(table).findByRole('row', {
      name: /^Session 8f41c0de.* of Wolves of Skadi, open for 50 d 3 h$/,
    });
    for (const text of ['Alpina', 'Vetta Gioco', 'vg_2204817', '50 d 3 h', '412'])
      expect(within(row).getByText(text)).toBeVisible();
    await user.click(within(row).getByText('vg_2204817'));
    expect(onSearch).toHaveBeenCalledWith({ session: rows[0]?.id });
  });

  it('refreshes what is selected as one job, whose results then stand on the screen', async () => {
    const { user, onSearch, onStarted, last } = renderOpen();
    const [first] = await boxes();
    await user.click(first as HTMLElement);
    expect(onSearch).not.toHaveBeenCalled();
    // Whoever selects by keyboard stays where they are.
    expect(first).toHaveFocus();
    const bar = screen.getByRole('region', { name: 'Selection' });
    expect(within(bar).getByText('1 session selected')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select all of this page' }));
    expect(within(bar).getByText('2 sessions selected')).toBeVisible();
    await user.click(within(bar).getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(onStarted).toHaveBeenCalledWith(jobId, 'refresh'));
    expect(last('refreshOpenSessions')?.body).toEqual({ ids: rows.map(({ id }) => id) });
    expect(onSearch).toHaveBeenLastCalledWith({ job: jobId });
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  });

  it('asks before it closes, and keeps the selection when the call is refused', async () => {
    const { user, calls, onStarted } = renderOpen(
      'integration_manager',
      {},
      {
        closeOpenSessions: new Refusal(404, 'Session not found'),
      },
    );
    for (const box of await boxes()) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Close sessions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close 2 sessions?' });
    expect(calls.some(({ endpoint }) => endpoint === 'closeOpenSessions')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Close sessions' }));
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'closeOpenSessions')).toBe(true));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Close sessions' })).toBeEnabled());
    expect(onStarted).not.toHaveBeenCalled();
    expect(screen.getByText('2 sessions selected')).toBeVisible();
  });

  it('selects all of the filter, as many as one job takes', async () => {
    const many = { at: counts.at, rows, count: 1200 };
    const { user, last } = renderOpen('ludus_admin', { ages: ['over30d'] }, { listOpenSessions: many });
    const [first] = await boxes();
    await user.click(first as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Select first 500' }));
    expect(await screen.findByText('2 sessions selected')).toBeVisible();
    expect(last('listOpenSessions')?.query).toMatchObject({ ages: 'over30d', page: '1', limit: '500' });
  });

  it('shows what a job has done to each session, what needs a look first, with its reason', async () => {
    const { user, onSearch } = renderOpen('ludus_admin', { job: jobId });
    const panel = await screen.findByRole('region', { name: 'Closing of 2 sessions' });
    const [, first, second] = within(panel).getAllByRole('row');
    expect(first).toHaveTextContent(
      /^Not closablesecond.*Alpina.*A session can be closed when its last update is older than 10 minutes\.$/,
    );
    expect(second).toHaveTextContent(/^Closedfirst/);
    expect(within(panel).getByRole('status')).toHaveTextContent(
      'g.ferraris, 20/11/2026 14:31 · Closed 1 · Not closable 1',
    );
    await user.click(within(panel).getByRole('button', { name: 'Hide results' }));
    expect(onSearch).toHaveBeenLastCalledWith({ job: undefined });
  });

  it('downloads the file of the chosen ages: from a menu of integrations, or at once where there is one', async () => {
    const { user, last, unmount } = renderOpen('ludus_admin', { ages: ['over30d'] });
    await screen.findByRole('button', { name: /^Alpina, Over 30 days/ });
    await user.click(screen.getByRole('button', { name: 'ADM outage file' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Text file of Baltica' }));
    await waitFor(() => expect(downloads.download).toHaveBeenCalledWith(file.url, file.fileName));
    expect(last('exportOpenSessions')?.body).toEqual({ integrationId: 2, ages: ['over30d'] });
    unmount();
    const own = { ...counts, rows: counts.rows.slice(0, 1) };
    const alone = renderOpen('integration_admin', {}, { countOpenSessions: own });
    await screen.findByRole('button', { name: /^Alpina, Over 30 days/ });
    await alone.user.click(screen.getByRole('button', { name: 'ADM outage file' }));
    await waitFor(() => expect(alone.last('exportOpenSessions')?.body).toEqual({ integrationId: 1 }));
    expect(screen.queryByRole('combobox', { name: 'Integrations' })).toBeNull();
  });

  it('says that all are closed, or that none match and how to see the others', async () => {
    const none = { listOpenSessions: { at: counts.at, rows: [], count: 0 } };
    const { unmount } = renderOpen('ludus_admin', {}, none);
    expect(await screen.findByText('All sessions are closed.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    unmount();
    const { user, onSearch } = renderOpen('ludus_admin', { type: 'fun', job: jobId }, none);
    expect(await screen.findByText('No open sessions match the filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(onSearch).toHaveBeenCalledWith({ job: jobId });
  });

  it('offers to load again what could not be loaded, each part for itself', async () => {
    renderOpen('ludus_admin', {}, { countOpenSessions: new Refusal(500) });
    expect(await screen.findByRole('button', { name: /Reload|Try again/ })).toBeVisible();
    expect(await screen.findByRole('table', { name: 'Open sessions' })).toBeVisible();
  });

  it('selects on a phone, too, and opens a session by its name', async () => {
    setViewport(390);
    const { user, onSearch, onOpenView } = renderOpen();
    const [first] = await boxes();
    await user.click(first as HTMLElement);
    expect(screen.getByText('1 session selected')).toBeVisible();
    await user.click(
      screen.getByRole('button', { name: /^Session second of Frostjarl, open for 1 h 0 min$/ }),
    );
    expect(onSearch).toHaveBeenCalledWith({ session: rows[1]?.id });
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect(onOpenView).toHaveBeenCalledWith('list');
  });
});

describe('the address of open sessions', () => {
  it('reads what it knows and drops the rest', () => {
    expect(
      readOpenSearch({
        ages: 'over30d,old,under10m',
        integrations: '2,x',
        type: 'fun',
        sort: 'due',
        page: '2',
        job: jobId,
      }),
    ).toEqual({ ages: ['under10m', 'over30d'], integrations: [2], type: 'fun', page: 2, job: jobId });
    expect(queryOf({ type: 'all' })).toMatchObject({ sessionTypeId: undefined });
    expect(queryOf({})).toMatchObject({ sessionTypeId: 1 });
  });

  it('has the oldest first; the age falls as the time of creation rises', () => {
    expect(tableSortOf({})).toEqual({ id: 'createdAt', desc: true });
    expect(searchOfSort({ id: 'createdAt', desc: false })).toEqual({ sort: 'createdAt', direction: 'desc' });
    expect(searchOfSort({ id: 'bet', desc: true })).toEqual({ sort: 'bet', direction: 'desc' });
    for (const sort of [
      { id: 'createdAt', desc: true },
      { id: 'win', desc: false },
    ])
      expect(tableSortOf(searchOfSort(sort))).toEqual(sort);
  });
});
