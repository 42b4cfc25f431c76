import type { Role } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aCoverage, anIntegrationCoverage } from '../../test/coverage.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aGame, anIntegration, aRow, someTotals } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { choosableGames } from './components/more-filters.tsx';
import { SessionsListPage } from './pages/sessions-list-page.tsx';
import {
  activeFilters,
  figureFilterOf,
  filtersOf,
  type ListSearch,
  queryOf,
  rangeRefusals,
  readListSearch,
  searchOf,
} from './search.ts';

const wolves = aGame(7, 'Wolves of Skadi');
const frostjarl = aGame(8, 'Frostjarl', { sub_name: 'Thunder Spins' });
const games = [wolves, frostjarl, aGame(9, 'Secret', { isDev: true })];
const integrations = [anIntegration(1, 'Alpina', [wolves]), anIntegration(2, 'Baltica', [frostjarl])];
const exported = {
  id: '0190a7de-0000-4000-8000-000000000001',
  state: 'done',
  fileName: 'sessions.csv',
  format: 'csv',
  rows: 2,
  bytes: 300,
  jobId: null,
  url: '/api/exports/file?signature=x',
  expiresAt: '2026-11-21T13:32:07Z',
  error: null,
};
const rows = [
  aRow(),
  aRow({ id: '0190a7de-0000-7000-8000-000000000002', sessionTypeId: 4, isOpen: false, aamsTicketId: null }),
];

const someSums = (real = {}) => ({
  grandTotals: someTotals(real),
  byType: {
    real: someTotals(real),
    fun: someTotals({ bet: 7.5, win: 5, grosswin: 2.5, sessionsTotal: 2, usersCount: 1 }),
  },
});
/** The lines of totals as someone reads them. */
const totalLines = async () => {
  const [first] = await screen.findAllByText(/total of|^Total of/i);
  const lines = [...(first?.parentElement?.parentElement?.children ?? [])];
  return lines.map((line) => line.textContent?.replaceAll(/\s/g, ' '));
};

function renderList(as: Role, search: ListSearch = {}, answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    listSessions: { rows, hasMore: true, count: 48_213 },
    countSessions: { count: 48_213 },
    sumSessions: someSums(),
    getCoverage: aCoverage(),
    getLastFetch: { dateTime: '2026-11-20T13:32:07Z', isFetching: false },
    listIntegrations: { rows: integrations },
    listGames: { rows: games },
    ...answers,
  });
  const handlers = { onSearch: vi.fn(), onOpenOverview: vi.fn(), onOpenOpen: vi.fn() };
  const view = renderScreen(
    <SignedIn as={as}>
      <SessionsListPage
        search={{ from: '2026-11-01', to: '2026-11-20', ...search }}
        sessionSearch={<button type="button">Search for a session</button>}
        renderDetails={(id) => <div role="dialog">Box of {id}</div>}
        {...handlers}
      />
    </SignedIn>,
  );
  const listCall = () => calls.filter((call) => call.endpoint === 'listSessions').at(-1)?.query;
  return { ...view, ...handlers, calls, listCall };
}

async function openFilters(view: ReturnType<typeof renderList>) {
  await view.user.click(screen.getByRole('button', { name: /More filters/ }));
  await screen.findByRole('switch', { name: 'Rounds > 0' });
}

describe('the sessions list', () => {
  it('[LIST-01] has a search button, the way back to Overall, the count and the fetching indicator', async () => {
    const fetching = { getLastFetch: { dateTime: null, isFetching: true } };
    const { user, onOpenOverview } = renderList('ludus_admin', {}, fetching);
    expect(await screen.findByText('48.213 sessions with rounds, newest first')).toBeVisible();
    expect(screen.getByTitle('Fetching sessions')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Search for a session' })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Overall' }));
    expect(onOpenOverview).toHaveBeenCalledWith({ from: '2026-11-01', to: '2026-11-20', type: 'real' });
  });

  it('says what is missing among the sessions, and counts no open ones: its rows say that', async () => {
    const integrations = [anIntegrationCoverage({ integrationName: 'Baltica', state: 'neverFetched' })];
    const { calls } = renderList(
      'ludus_admin',
      { integrations: [2], games: [8], state: 'closed' },
      { getCoverage: aCoverage({ integrations, openSessions: 4 }) },
    );
    const strip = await screen.findByRole('button', { name: /Baltica not fetched yet/ });
    expect(strip).not.toHaveTextContent('open sessions');
    const [asked] = calls.filter((call) => call.endpoint === 'getCoverage');
    expect(asked?.query).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
      sessionTypeId: '1',
      isOpen: 'false',
      integrations: '2',
      games: '8',
    });
  });

  it('takes its filters along to Overall and to the open sessions', async () => {
    const filters: ListSearch = {
      type: 'all',
      state: 'closed',
      integrations: [2],
      games: [8],
      user: 'vg_1',
      bet: '1,50',
      played: false,
    };
    const { user, onOpenOverview, onOpenOpen } = renderList('ludus_admin', {
      ...filters,
      page: 2,
      sort: 'bet',
    });
    await user.click(await screen.findByRole('radio', { name: 'Overall' }));
    expect(onOpenOverview).toHaveBeenCalledWith({ from: '2026-11-01', to: '2026-11-20', ...filters });
    await user.click(screen.getByRole('radio', { name: 'Open sessions' }));
    expect(onOpenOpen).toHaveBeenCalledWith({ integrations: [2], type: 'all' });
  });

  it('[LIST-01] has the way back to Overall on a phone, too', async () => {
    setViewport(390);
    const { user, onOpenOverview } = renderList('ludus_admin');
    await user.click(await screen.findByRole('radio', { name: 'Overall' }));
    expect(onOpenOverview).toHaveBeenCalled();
  });

  it('offers to clear filters only when one is set, and yesterday where today has no session yet', async () => {
    const day = today();
    const none = { listSessions: { rows: [], hasMore: false, count: 0 } };
    const { user, onSearch, unmount } = renderList('ludus_admin', { from: day, to: day }, none);
    expect(await screen.findByText('No sessions yet today')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show yesterday' }));
    const yesterday = addDays(day, -1);
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ from: yesterday, to: yesterday }));
    unmount();
    renderList('ludus_admin', { from: day, to: day, user: 'vg_1' }, none);
    expect(await screen.findByText('No sessions found')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  });

  it('[LIST-02] filters by date range and state on submit; the default state is all', async () => {
    const { user, onSearch, listCall } = renderList('ludus_admin');
    await screen.findByRole('table', { name: 'Sessions' });
    expect(listCall()?.isOpen).toBeUndefined();
    await user.click(screen.getByRole('radio', { name: 'Open' }));
    expect(onSearch).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ state: 'open', from: '2026-11-01' }));
  });

  it('[LIST-05][LIST-06][LIST-08][LIST-09][LIST-10][LIST-11] opens and closes the additional filters', async () => {
    const view = renderList('ludus_admin');
    await openFilters(view);
    expect(screen.getByRole('combobox', { name: 'Integrations' })).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Games' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'User ID' })).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Rounds > 0' })).toBeChecked();
    for (const range of ['Bet', 'Win', 'Gross win']) {
      for (const end of ['minimum', 'maximum']) {
        const field = screen.getByRole('textbox', { name: `${range}, ${end}` });
        expect(field).toHaveValue('');
        expect(field).toHaveAttribute('placeholder', 'Any');
      }
      expect(screen.getByRole('slider', { name: `${range}, maximum` })).toBeInTheDocument();
    }
    await view.user.click(screen.getByRole('button', { name: /Close filters/ }));
    expect(screen.queryByRole('textbox', { name: 'User ID' })).toBeNull();
  });

  it('[LIST-12] switches between real, fun and all, and asks for each on submit', async () => {
    const { user, onSearch } = renderList('ludus_admin');
    await screen.findByRole('table', { name: 'Sessions' });
    const types = within(screen.getByRole('radiogroup', { name: 'Session type' }));
    expect(types.getAllByRole('radio').map((one) => one.getAttribute('value'))).toEqual([
      'real',
      'fun',
      'all',
    ]);
    expect(types.getByRole('radio', { name: 'Real' })).toBeChecked();
    for (const [name, type] of [
      ['Fun', 'fun'],
      ['All', 'all'],
      ['Real', undefined],
    ] as const) {
      await user.click(types.getByRole('radio', { name }));
      expect(types.getByRole('radio', { name })).toBeChecked();
      await user.click(screen.getByRole('button', { name: 'Submit' }));
      expect(onSearch.mock.lastCall?.[0].type).toBe(type);
    }
  });

  it('[LIST-23][OPEN-79] takes at least 0,10 typed as bet or win, and gross win below zero', async () => {
    const view = renderList('ludus_admin');
    await openFilters(view);
    const least = async (range: string, text: string) => {
      const field = screen.getByRole('textbox', { name: `${range}, minimum` });
      await view.user.clear(field);
      await view.user.type(field, `${text}{Enter}`);
      return field;
    };
    expect(await least('Bet', '0,05')).toHaveValue('0,10');
    expect(await least('Win', '0')).toHaveValue('0,10');
    expect(await least('Gross win', '-250')).toHaveValue('−250');
    const greatest = screen.getByRole('textbox', { name: 'Bet, maximum' });
    await view.user.clear(greatest);
    await view.user.type(greatest, '4500{Enter}');
    const slider = (range: string) => screen.getByRole('slider', { name: `${range}, maximum` });
    expect(slider('Bet')).toHaveAttribute('aria-valuemax', '4500');
    expect(slider('Win')).toHaveAttribute('aria-valuemax', '3000');
    await view.user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(view.onSearch.mock.lastCall?.[0]).toMatchObject({
      bet: '0.1,4500',
      win: '0.1,',
      grossWin: '-250,',
    });
  });

  it('[LIST-20][LIST-21] says beside a reversed range that it is wrong, and counts only filters that are applied', async () => {
    const view = renderList('ludus_admin');
    await openFilters(view);
    const type = async (name: string, text: string) =>
      view.user.type(screen.getByRole('textbox', { name }), `${text}{Enter}`);
    await type('Bet, minimum', '10');
    expect(screen.queryByText('Invalid Bet range')).toBeNull();
    await type('Bet, maximum', '5');
    const bet = screen.getByRole('group', { name: /^Bet/ });
    expect(within(bet).getByText('Invalid Bet range')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Bet, minimum' })).toBeInvalid();
    expect(screen.getByRole('button', { name: /filters$/ })).not.toHaveTextContent(/\d/);
  });

  it('[LIST-07] gives integration users operators in place of integrations', async () => {
    const own = { listIntegrations: { rows: [anIntegration(1, 'Alpina', [wolves])] } };
    const view = renderList('integration_manager', {}, own);
    await openFilters(view);
    expect(screen.queryByRole('combobox', { name: 'Integrations' })).toBeNull();
    await view.user.type(screen.getByRole('combobox', { name: 'Operators' }), 'vetta');
    await view.user.click(await screen.findByRole('option', { name: 'Vetta Gioco' }));
    await view.user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(view.onSearch).toHaveBeenCalledWith(expect.objectContaining({ operators: [3] }));
  });

  it('[LIST-14] lists games as "name - sub_name" without dev games', async () => {
    const view = renderList('ludus_admin');
    await openFilters(view);
    await view.user.type(screen.getByRole('combobox', { name: 'Games' }), '{ArrowDown}');
    expect(await screen.findByRole('option', { name: 'Frostjarl - Thunder Spins' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Secret' })).toBeNull();
  });

  it('[LIST-13] shows the number of active filters, and clears them all', async () => {
    const { user, onSearch } = renderList('ludus_admin', { games: [7], bet: '1,5', played: false });
    expect(await screen.findByRole('button', { name: /3 active/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(onSearch).toHaveBeenCalledWith(
      expect.objectContaining({ games: undefined, bet: undefined, played: undefined }),
    );
  });

  it('[LIST-15] has the columns of the documents, integration for provider staff', async () => {
    renderList('ludus_admin');
    const table = await screen.findByRole('table', { name: 'Sessions' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent)
        .slice(1),
    ).toEqual([
      'Integration',
      'Game',
      'External ticket ID',
      'Bet',
      'Win',
      'Gross win',
      'Net win',
      'Due',
      'Rounds',
      'Last update',
    ]);
    const [row, withoutTicket] = await screen.findAllByRole('row', { name: /Session of Wolves of Skadi/ });
    // A platform without external tickets names its sessions by its own id.
    expect(withoutTicket).toHaveTextContent('Wolves of SkadiSession 8f41c0de-72ab-4b1e-9d03-5c1e494,40');
    expect(row).toHaveTextContent(
      'AlpinaWolves of SkadiN2F0A17C4B93D201494,40 €317,85 €176,55 €132,41 €21,19 €412',
    );
    expect(row).toHaveTextContent('20/11/2026 14:11');
  });

  it('[LIST-15][OPEN-81] has operators for integration users, and no due without the right', async () => {
    renderList('integration_manager');
    const table = await screen.findByRole('table', { name: 'Sessions' });
    const headers = within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent);
    expect(headers).toContain('Operator');
    expect(headers).not.toContain('Due');
    expect(headers).toContain('Net win');
    expect(await within(table).findAllByText('Vetta Gioco')).toHaveLength(2);
  });

  it('[OPEN-81] opens a link that orders by due in the usual order without the right to see due', async () => {
    const { listCall } = renderList('ludus_manager', { sort: 'due', direction: 'asc' });
    await screen.findByRole('table', { name: 'Sessions' });
    expect(listCall()).toMatchObject({ 'order[externalUpdatedAt]': 'desc' });
    expect(listCall()).not.toHaveProperty(['order[due]']);
  });

  it('[LIST-16] marks real sessions with a euro and fun ones with a gift', async () => {
    renderList('ludus_admin');
    const table = await screen.findByRole('table', { name: 'Sessions' });
    expect(await within(table).findByRole('img', { name: 'Real' })).toBeInTheDocument();
    expect(within(table).getByRole('img', { name: 'Fun' })).toBeInTheDocument();
  });

  it('[LIST-17] pages with Previous, Next, numbers and an ellipsis', async () => {
    const { user, onSearch } = renderList('ludus_admin');
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(pages).toHaveTextContent('1–14 of 48.213');
    expect(pages).toHaveTextContent('Previous123…3.4433.444Next');
    await user.click(within(pages).getByRole('button', { name: 'Next' }));
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ page: 2 }));
  });

  it('[LIST-19] asks for 14 rows, 11 on screens narrower than 640 px', async () => {
    const wide = renderList('ludus_admin');
    await waitFor(() => expect(wide.listCall()?.limit).toBe('14'));
    wide.unmount();
    // A taller tablet upright has room for one more, of two lines each.
    setViewport(768);
    vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(1056);
    const tablet = renderList('ludus_admin');
    await waitFor(() => expect(tablet.listCall()?.limit).toBe('15'));
    tablet.unmount();
    vi.restoreAllMocks();
    setViewport(639);
    const phone = renderList('ludus_admin');
    await waitFor(() => expect(phone.listCall()?.limit).toBe('11'));
  });

  it('[OPEN-83] sorts by last update descending and sends the column a header asks for', async () => {
    const { user, onSearch, listCall } = renderList('ludus_admin', { page: 4 });
    await screen.findByRole('table', { name: 'Sessions' });
    expect(listCall()?.['order[externalUpdatedAt]']).toBe('desc');
    await user.click(screen.getByRole('button', { name: 'Bet' }));
    expect(onSearch).toHaveBeenCalledWith(
      expect.objectContaining({ sort: 'bet', direction: 'desc', page: undefined }),
    );
  });

  it('[LIST-10] says how many sessions without rounds are left out', async () => {
    renderList(
      'ludus_admin',
      {},
      { listSessions: { rows: [], hasMore: false, count: 48_213, withoutRounds: 2_283 } },
    );
    const context = await screen.findByText(/48\.213 sessions with rounds, newest first/);
    expect(context).toHaveTextContent(
      '48.213 sessions with rounds, newest first · 2.283 more without rounds',
    );
  });

  it('[LIST-01][LIST-11] shows the rows of a filter with ranges before they are counted', async () => {
    const { listCall } = renderList(
      'ludus_admin',
      { bet: '100,' },
      { listSessions: { rows, hasMore: true }, countSessions: { count: 48_213, withoutRounds: 2_283 } },
    );
    expect(await screen.findByText(/48\.213 sessions with rounds, newest first/)).toHaveTextContent(
      '2.283 more without rounds',
    );
    expect(listCall()?.counted).toBe('false');
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('of 48.213');
  });

  it('[LIST-17] keeps rows and pages of a filter with ranges whose count fails, and counts again', async () => {
    const { user, calls } = renderList(
      'ludus_admin',
      { bet: '100,' },
      { listSessions: { rows, hasMore: true }, countSessions: new Refusal(500) },
    );
    await user.click(await screen.findByRole('button', { name: 'Count again' }));
    expect(calls.filter(({ endpoint }) => endpoint === 'countSessions')).toHaveLength(2);
    expect(screen.getByRole('table', { name: 'Sessions' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent(`1–${rows.length}`);
  });

  it('names the amounts of a session on a phone', async () => {
    setViewport(390);
    renderList('ludus_admin');
    const [first] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Gross win 176,55 €Bet 494,40 €$/);
  });

  it('[LIST-16] says day, time and type of a session on a phone, and the time alone within one day', async () => {
    setViewport(390);
    const ofDays = renderList('ludus_admin');
    const [real, fun] = await screen.findAllByRole('listitem');
    expect(real).toHaveTextContent(/Alpina20 Nov \d\d:\d\d/);
    expect(within(real as HTMLElement).getByRole('img', { name: 'Real' })).toBeVisible();
    expect(within(fun as HTMLElement).getByRole('img', { name: 'Fun' })).toBeVisible();
    ofDays.unmount();
    const ofOneDay = renderList('ludus_admin', { from: '2026-11-20', to: '2026-11-20' });
    expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent(/Alpina\d\d:\d\d/);
    ofOneDay.unmount();
    // Played on after the day that the period ends with.
    renderList('ludus_admin', { from: '2026-11-19', to: '2026-11-19' });
    expect((await screen.findAllByRole('listitem'))[0]).toHaveTextContent(/Alpina20 Nov/);
  });

  it('says on one line of a tablet how many have rounds and how many have none', async () => {
    setViewport(768);
    renderList(
      'ludus_admin',
      {},
      { listSessions: { rows, hasMore: false, count: 48_213, withoutRounds: 2_283 } },
    );
    expect(await screen.findByText('48.213 with rounds · 2.283 without')).toBeVisible();
  });

  it('[LIST-01][LIST-04] has one line for the count and one button for export and email on a phone', async () => {
    setViewport(390);
    const { user } = renderList(
      'ludus_admin',
      {},
      { listSessions: { rows, hasMore: false, count: 48_213, withoutRounds: 0 } },
    );
    expect(await screen.findByText('48.213 sessions with rounds')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Email CSV' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Page actions' }));
    expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Email CSV' }));
    expect(await screen.findByRole('dialog', { name: 'Email list as CSV' })).toBeVisible();
  });

  it('[LIST-18][OPEN-64] says that no sessions were found', async () => {
    renderList('ludus_admin', {}, { listSessions: { rows: [], hasMore: false, count: 0 } });
    expect(await screen.findByText('No sessions found')).toBeVisible();
  });

  it('shows a failed read as a failure and keeps the filters', async () => {
    renderList('ludus_admin', { state: 'open' }, { listSessions: new Refusal(500) });
    expect(await screen.findByText('Error trying to connect to the server.')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Open' })).toBeChecked();
  });

  it('[LIST-20][ERR-082] refuses a reversed bet range with a toast and sends nothing', async () => {
    const view = renderList('ludus_admin', { bet: '50,20' });
    await screen.findByRole('table', { name: 'Sessions' });
    await view.user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(view.onSearch).not.toHaveBeenCalled();
  });

  it('[BOX-01] opens the session box with a click on a row', async () => {
    const { user, onSearch } = renderList('ludus_admin');
    const opened = await screen.findAllByRole('row', { name: /Session of Wolves of Skadi at Alpina/ });
    await user.click(opened[0] as HTMLElement);
    expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ session: rows[0]?.id }));
  });

  it('[LIST-04][LIST-24][LIST-25] emails the filtered list to addresses that start with the own one', async () => {
    const { user, calls } = renderList('ludus_admin', { games: [7] }, { mailSessions: { jobId: 'job-1' } });
    await screen.findByRole('table', { name: 'Sessions' });
    await user.click(screen.getByRole('button', { name: 'Email CSV' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('ludus_admin@ludus.example');
    const field = within(dialog).getByRole('textbox', { name: 'Email addresses' });
    await user.type(field, 'not an address{Enter}');
    expect(within(dialog).getByText('Please enter a valid email address.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'ludus_admin@ludus.example{Enter}');
    expect(within(dialog).getByText('Email already added')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'cfo@ludus.example{Enter}');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(calls.some((call) => call.endpoint === 'mailSessions')).toBe(true));
    const sent = calls.find((call) => call.endpoint === 'mailSessions')?.query;
    expect(sent).toMatchObject({
      emails: 'ludus_admin@ludus.example,cfo@ludus.example',
      gameIds: '7',
      from: '2026-11-01',
    });
  });

  it('[OPEN-84] makes a file of the filtered list in the order shown, and downloads it', async () => {
    const { user, calls } = renderList(
      'ludus_admin',
      { games: [7], sort: 'bet', direction: 'asc' },
      { exportSessions: exported },
    );
    await screen.findByRole('table', { name: 'Sessions' });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe(exported.url);
    expect(calls.find((call) => call.endpoint === 'exportSessions')?.body).toMatchObject({
      format: 'csv',
      filter: {
        gameIds: ['7'],
        from: '2026-11-01',
        to: '2026-11-20',
        sessionTypeId: 1,
        order: { bet: 'asc' },
      },
    });
  });

  it('[OPEN-84] offers no file to those who may not have the list by email', async () => {
    renderList('integration_guest');
    await screen.findByRole('table', { name: 'Sessions' });
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('[LIST-25] cannot send to an empty list', async () => {
    const { user } = renderList('ludus_admin');
    await screen.findByRole('table', { name: 'Sessions' });
    await user.click(screen.getByRole('button', { name: 'Email CSV' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove ludus_admin@ludus.example' }));
    expect(within(dialog).getByRole('button', { name: 'Send' })).toBeDisabled();
  });
});

describe('the filters of the list', () => {
  const period = { from: '2026-11-01', to: '2026-11-20' };
  const untouched = filtersOf({}, period);

  it('[LIST-03] send closed as false, open as true and all as nothing', () => {
    expect(queryOf({ ...untouched, state: 'closed' }).isOpen).toBe(false);
    expect(queryOf({ ...untouched, state: 'open' }).isOpen).toBe(true);
    expect(queryOf(untouched).isOpen).toBeUndefined();
  });

  it('[LIST-12] send real as 1, fun as 4 and all as nothing', () => {
    expect(queryOf(untouched).sessionTypeId).toBe(1);
    expect(queryOf({ ...untouched, type: 'fun' }).sessionTypeId).toBe(4);
    expect(queryOf({ ...untouched, type: 'all' }).sessionTypeId).toBeUndefined();
  });

  it('[LIST-10] ask for sessions with rounds unless the toggle is off', () => {
    expect(queryOf(untouched).nonZeroRounds).toBe(true);
    expect(queryOf({ ...untouched, played: false }).nonZeroRounds).toBeUndefined();
  });

  it('[OPEN-79] leave untouched ranges out', () => {
    const query = queryOf(untouched);
    expect([query.betRange, query.winRange, query.grossWinRange]).toEqual([undefined, undefined, undefined]);
    expect(queryOf({ ...untouched, grossWin: { min: -20, max: null } }).grossWinRange).toBe('-20,');
  });

  it('[LIST-20][LIST-21][OPEN-80] call a bet or win range wrong when its max is set and below its min', () => {
    const of = (bet: [number | null, number | null]) =>
      rangeRefusals({ ...untouched, bet: { min: bet[0], max: bet[1] } }).bet ?? null;
    expect(of([10, 5])).toBe('Invalid Bet range');
    expect(of([10, 0])).toBeNull();
    expect(of([10, null])).toBeNull();
    expect(queryOf({ ...untouched, bet: { min: 10, max: 0 } }).betRange).toBe('10,');
    expect(rangeRefusals({ ...untouched, win: { min: 2, max: 1 } })).toEqual({ win: 'Invalid Win range' });
  });

  it('[LIST-22][ERR-083] call a touched gross win range wrong when it is empty or reversed', () => {
    const of = (min: number | null, max: number | null) =>
      rangeRefusals({ ...untouched, grossWin: { min, max } }).grossWin ?? null;
    expect(of(null, null)).toBe('Invalid Gross Win range');
    expect(of(5, -5)).toBe('Invalid Gross Win range');
    expect(of(-500, -1)).toBeNull();
    expect(rangeRefusals(untouched)).toEqual({});
  });

  it('[LIST-08] offer only games of the selected integrations', () => {
    const offered = (chosen: string[]) => choosableGames(games, integrations, chosen).map((one) => one.id);
    expect(offered([])).toEqual([7, 8]);
    expect(offered(['2'])).toEqual([8]);
    expect(offered(['1', '2'])).toEqual([7, 8]);
  });

  it('survive the journey through the URL', () => {
    const filters = {
      ...untouched,
      state: 'closed' as const,
      integrations: ['1', '2'],
      user: 'vg_1',
      played: false,
      grossWin: { min: -20, max: 5.5 },
    };
    const url = Object.fromEntries(
      Object.entries(searchOf(filters, { page: 9, sort: 'bet', direction: 'asc' })).map(([key, value]) => [
        key,
        value === undefined ? undefined : String(value),
      ]),
    );
    const read = readListSearch(url);
    expect(filtersOf(read, period)).toEqual(filters);
    expect(read).toMatchObject({ page: undefined, sort: 'bet', direction: 'asc' });
    expect(activeFilters(filters)).toBe(5);
  });
});

describe('the totals of the sessions list', () => {
  it('stand above the rows of every list, of the filter as it is, and come after the rows', async () => {
    const { calls } = renderList('ludus_admin', { user: 'vg_1' });
    expect(await totalLines()).toEqual([
      'Total of 40 sessionsPlayers 21Bet 1.000,50 €Win 900,25 €Gross win 100,25 €Net win 75,19 €Due 12,03 €RTP 89,9800%Rounds 2.500',
    ]);
    const order = calls.map(({ endpoint }) => endpoint);
    expect(order.indexOf('sumSessions')).toBeGreaterThan(order.indexOf('listSessions'));
    const asked = calls.find(({ endpoint }) => endpoint === 'sumSessions');
    expect(asked?.query).toMatchObject({ userId: 'vg_1', nonZeroRounds: 'true', sessionTypeId: '1' });
  });

  it('add no play money to euro, and name no due of it', async () => {
    renderList('ludus_admin', { type: 'all' });
    const [real, fun] = await totalLines();
    expect(real).toMatch(/^Real: total of 40 sessions.*Due 12,03 €/);
    expect(fun).toMatch(/^Fun, play money: total of 2 sessionsPlayers 1Bet 7,50 €/);
    expect(fun).not.toContain('Due');
  });

  it('are not asked for where there is no session', async () => {
    const { calls } = renderList('ludus_admin', {}, { listSessions: { rows: [], hasMore: false, count: 0 } });
    await screen.findByText('No sessions found');
    expect(screen.queryByText(/Total of/)).toBeNull();
    expect(calls.filter(({ endpoint }) => endpoint === 'countSessions')).toHaveLength(0);
  });

  it('leave out the due of fun sessions in their rows', async () => {
    renderList('ludus_admin', { type: 'all' });
    const table = await screen.findByRole('table', { name: 'Sessions' });
    const [real, fun] = await within(table).findAllByRole('row', { name: /^Session of/ });
    expect(real).toHaveTextContent('21,19 €');
    expect(fun).not.toHaveTextContent('21,19 €');
  });
});

describe('the sessions list of a figure', () => {
  const ofFigure: ListSearch = { figure: 'grosswin', played: false, integrations: [1], state: 'closed' };

  it('has the total of all its pages above the rows, of the same filter, the figure first', async () => {
    const { calls } = renderList('ludus_admin', ofFigure);
    expect(await totalLines()).toEqual([
      'Total of 40 sessionsGross win 100,25 €Bet 1.000,50 €Win 900,25 €Players 21Net win 75,19 €Due 12,03 €RTP 89,9800%Rounds 2.500',
    ]);
    const [asked] = calls.filter(({ endpoint }) => endpoint === 'sumSessions');
    expect(asked?.query).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
      sessionTypeId: '1',
      isOpen: 'false',
      'filter[integrationId]': '1',
    });
  });

  it('says who played and when it was created, by which a session belongs to the figure', async () => {
    renderList('ludus_admin', ofFigure);
    const table = await screen.findByRole('table', { name: 'Sessions' });
    const heads = within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);
    expect(heads).toEqual(expect.arrayContaining(['Player', 'Created', 'Last update']));
    expect(heads).not.toContain('External ticket ID');
    const [row] = await within(table).findAllByRole('row', { name: /^Session of/ });
    expect(row).toHaveTextContent(aRow().userId);
  });

  it('has the totals of what its rows were narrowed to beyond a figure, too', async () => {
    const { calls } = renderList('ludus_admin', { ...ofFigure, bet: '1,50' });
    expect(await totalLines()).toHaveLength(1);
    const [asked] = calls.filter(({ endpoint }) => endpoint === 'sumSessions');
    expect(asked?.query).toMatchObject({ betRange: '1,50' });
  });

  it('names no figure that the role may not see', async () => {
    const seen = { netwin: undefined, due: undefined };
    renderList('ludus_manager', { ...ofFigure, figure: 'due' }, { sumSessions: someSums(seen) });
    await screen.findByRole('columnheader', { name: 'Player' });
    const [line] = await totalLines();
    expect(line).not.toContain('Due');
    expect(line).toContain('Gross win 100,25 €');
  });

  it('says that the total is missing where it cannot be read, keeps the rows, and reads it again', async () => {
    let isAway = true;
    const { user } = renderList('ludus_admin', ofFigure, {
      sumSessions: () => (isAway ? new Refusal(500) : someSums()),
    });
    expect(await screen.findByText(/^Couldn't load the total\./)).toBeVisible();
    expect(screen.getByRole('table', { name: 'Sessions' })).toBeVisible();
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    expect(await totalLines()).toHaveLength(1);
  });

  it('stays so when filters are changed, until they are cleared', () => {
    const filters = filtersOf(ofFigure, { from: '2026-11-01', to: '2026-11-20' });
    expect(searchOf(filters, ofFigure).figure).toBe('grosswin');
    expect(readListSearch({ figure: 'profit' }).figure).toBeUndefined();
    expect(figureFilterOf(filters)).toMatchObject({ sessionTypeId: 1, isOpen: false, integrations: [1] });
    for (const narrower of [{ played: true }, { user: 'vg_1' }, { win: { min: 1, max: null } }])
      expect(figureFilterOf({ ...filters, ...narrower })).toBeNull();
  });
});
