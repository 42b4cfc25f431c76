import type { Role } from '@ludus/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, today } from '../../lib/days.ts';
import { sharedFilters } from '../../lib/shared-filters.ts';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { aCoverage } from '../../test/coverage.ts';
import { renderScreen } from '../../test/render.tsx';
import { aReport, someFigures } from '../../test/reports.ts';
import { SignedIn } from '../../test/session-as.tsx';
import { setViewport } from '../../test/viewport.ts';
import { ReportsPage } from './pages/reports-page.tsx';
import {
  countFilters,
  type ReportsSearch,
  readReportsSearch,
  requestOf,
  sortedBy,
  sortOf,
} from './search.ts';

const aDay = { from: '2026-11-20', to: '2026-11-20' };

function renderReports(as: Role, search: ReportsSearch = {}, answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    getDetailedReport: aReport(as === 'ludus_manager'),
    getCoverage: aCoverage({ openSessions: 3 }),
    listGames: { rows: [] },
    ...answers,
  });
  const handlers = {
    onSearch: vi.fn(),
    onReplace: vi.fn(),
    onCharts: vi.fn(),
    onMailStarted: vi.fn(),
    socketId: () => 'socket-1',
  };
  const page = (next: ReportsSearch) => (
    <SignedIn as={as}>
      <ReportsPage search={{ ...aDay, ...next }} {...handlers} />
    </SignedIn>
  );
  const view = renderScreen(page(search));
  const asked = () => {
    const a = calls.filter((call) => call.endpoint === 'getDetailedReport').at(-1)?.query.a ?? '';
    return JSON.parse(atob(a));
  };
  return { ...view, ...handlers, calls, asked, show: (next: ReportsSearch) => view.rerender(page(next)) };
}

const tree = () => screen.findByRole('treegrid', { name: 'Report by integration, operator and game' });

/** Names from top to bottom, indented by their level. */
async function names(): Promise<string[]> {
  const rows = within(await tree())
    .getAllByRole('row')
    .filter((row) => row.id !== '');
  return rows.map((row) => {
    const indent = '  '.repeat(Number(row.getAttribute('aria-level')) - 1);
    return indent + (within(row).getByRole('rowheader').textContent ?? '');
  });
}

/** The screen orders by name by default. */
const byName = [
  'AAlpina',
  '  Orobic NetworkPlatform',
  '    Lago',
  '      Frostjarl',
  '  Vetta Gioco',
  '    Frostjarl',
  '    Wolves of Skadi',
  'BBaltica',
  '  Gdynia',
  '    Wolves of Skadi',
];

/** A text with ordinary spaces. */
const plain = (element: HTMLElement) => (element.textContent ?? '').replaceAll('\u00a0', ' ');

const rowNamed = async (name: RegExp) => within(await tree()).getByRole('row', { name });

// Room for all columns.
const frameWidth = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get');
beforeEach(() => void frameWidth.mockReturnValue(1200));
afterAll(() => frameWidth.mockRestore());

describe('the report', () => {
  it('[REP-01][OPEN-88] is titled REPORTS, says its period, and has a search and an export', async () => {
    renderReports('ludus_admin');
    expect(screen.getByRole('heading', { level: 1, name: 'REPORTS' })).toBeVisible();
    expect(
      await screen.findByText(/Real sessions, Europe\/Rome. Figures as of 20\/11\/2026 14:32/),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: '3 open sessions (7,5%)' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled();
  });

  it('[REP-02][REP-07] shows the whole tree when nothing is searched for', async () => {
    renderReports('ludus_admin');
    expect(await names()).toEqual(byName);
  });

  it('[REP-03][OPEN-81] has Bet, Win, Gross win, Net win, Due and Players, Net win and Due only for those who may see it', async () => {
    const headings = async () =>
      within(await tree())
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent);
    const admin = renderReports('ludus_admin');
    expect(await headings()).toEqual(['Name', 'Bet', 'Win', 'Gross win', 'Net win', 'Due', 'Players']);
    expect(await rowNamed(/^Vetta Gioco/)).toHaveTextContent('100,00 €80,00 €20,00 €1,00 €0,00 €3');
    admin.unmount();
    renderReports('ludus_manager', { sort: 'due' });
    expect(await headings()).toEqual(['Name', 'Bet', 'Win', 'Gross win', 'Players']);
    expect(await names()).toEqual(byName);
  });

  it('[REP-04] writes due from zero on in green and below in red with its sign', async () => {
    renderReports('ludus_admin');
    const due = async (name: RegExp) =>
      within(await rowNamed(name)).getAllByRole('gridcell')[4]?.firstElementChild as HTMLElement;
    expect(await due(/^Alpina/)).toHaveAttribute('data-color', 'positive');
    expect(await due(/^Vetta Gioco/)).toHaveAttribute('data-color', 'positive');
    expect(await due(/^Frostjarl\s*40/)).toHaveAttribute('data-color', 'negative');
    expect(await due(/^Frostjarl\s*40/)).toHaveTextContent('−2,50 €');
  });

  it('shows the totals of the server, players among them', async () => {
    renderReports('ludus_admin');
    expect(await rowNamed(/^Total/)).toHaveTextContent('Total1.250,50 €910,00 €340,50 €1,00 €5,00 €9');
  });

  it('adds further columns, and keeps them on this device', async () => {
    const { user } = renderReports('ludus_admin');
    await tree();
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'RTP' }));
    expect(await rowNamed(/^Total/)).toHaveTextContent('72,7709%');
    expect(localStorage.getItem('ludus.report-columns')).toBe('["netwin","rtp"]');
    await user.click(screen.getByRole('checkbox', { name: 'RTP' }));
  });

  it('orders each level by the column of the URL', async () => {
    const view = renderReports('ludus_admin', { sort: 'bet', direction: 'asc' });
    expect(await names()).toEqual([
      'BBaltica',
      '  Gdynia',
      '    Wolves of Skadi',
      'AAlpina',
      '  Vetta Gioco',
      '    Frostjarl',
      '    Wolves of Skadi',
      '  Orobic NetworkPlatform',
      '    Lago',
      '      Frostjarl',
    ]);
    expect(screen.getByRole('columnheader', { name: /^Bet/ })).toHaveAttribute('aria-sort', 'ascending');
    await view.user.click(screen.getByRole('button', { name: 'Bet' }));
    expect(view.onSearch).toHaveBeenCalledWith(expect.objectContaining({ sort: 'bet', direction: 'desc' }));
    await view.user.click(screen.getByRole('button', { name: 'Win' }));
    expect(view.onSearch).toHaveBeenCalledWith(
      expect.objectContaining({ sort: 'win', direction: undefined }),
    );
  });

  it('opens and closes one branch, and all of them', async () => {
    const { user } = renderReports('ludus_admin');
    await user.click(await rowNamed(/^Alpina/));
    expect(await names()).toEqual(['AAlpina', 'BBaltica', '  Gdynia', '    Wolves of Skadi']);
    expect(await rowNamed(/^Alpina/)).toHaveAttribute('aria-expanded', 'false');
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(await names()).toEqual(['AAlpina', 'BBaltica']);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(await names()).toEqual(byName);
  });

  it('[REP-06] applies the search half a second after the last key, and at once on Enter', async () => {
    const { onReplace } = renderReports('ludus_admin');
    await tree();
    vi.useFakeTimers();
    const field = screen.getByRole('textbox', { name: 'Search' });
    fireEvent.change(field, { target: { value: 'wolf' } });
    vi.advanceTimersByTime(499);
    expect(onReplace).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onReplace).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ search: 'wolf' }));
    fireEvent.change(field, { target: { value: 'wolves' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onReplace).toHaveBeenLastCalledWith(expect.objectContaining({ search: 'wolves' }));
    vi.advanceTimersByTime(1000);
    expect(onReplace).toHaveBeenCalledTimes(2);
  });

  it('[REP-07] marks what was found and opens the ways to it', async () => {
    const view = renderReports('ludus_admin');
    await tree();
    await view.user.click(screen.getByRole('button', { name: 'Collapse all' }));
    view.show({ search: 'SKADI' });
    expect(await names()).toEqual([
      'AAlpina',
      '  Vetta Gioco',
      '    Wolves of Skadi',
      'BBaltica',
      '  Gdynia',
      '    Wolves of Skadi',
    ]);
    const marks = (await tree()).querySelectorAll('mark');
    expect([...marks].map((mark) => mark.textContent)).toEqual(['Skadi', 'Skadi']);
    expect(screen.getByText('2 matches. Totals cover the whole report.')).toBeVisible();
    view.show({ search: 'vetta' });
    expect(await names()).toEqual(['AAlpina', '  Vetta Gioco']);
    view.show({});
    expect(await names()).toEqual(byName);
  });

  it('[ERR-090] says that nothing was found, in the report and by the search', async () => {
    const view = renderReports('ludus_admin', { search: 'no such name' });
    expect(await screen.findByText('No results found.')).toBeVisible();
    const [, below] = screen.getAllByRole('button', { name: 'Clear search' });
    await view.user.click(below as HTMLElement);
    expect(view.onSearch).toHaveBeenCalledWith(expect.objectContaining({ search: undefined }));
    view.unmount();
    renderReports('ludus_admin', {}, { getDetailedReport: { ...aReport(), response: [] } });
    expect(await screen.findByText('No results found.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  it('leads from an empty day to the last 30 days, and names filters only where there are any', async () => {
    const nothing = { getDetailedReport: { ...aReport(), response: [] } };
    const { user, onSearch, show } = renderReports('ludus_admin', { sort: 'due' }, nothing);
    expect(await screen.findByText('Choose a longer period.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
    const last30 = { from: addDays(today(), -29), to: today() };
    expect(onSearch).toHaveBeenCalledExactlyOnceWith({ sort: 'due', ...last30 });
    show({ ...last30, games: [7] });
    expect(await screen.findByText('Choose a longer period or clear the filters.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Last 30 days' })).toBeNull();
  });

  it('[OPEN-62] shows a failed read as a failure, and a question too large in the words of the server', async () => {
    const failed = renderReports('ludus_admin', {}, { getDetailedReport: new Refusal(500) });
    expect(await screen.findByText('Error trying to connect to the server.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    failed.unmount();
    const tooMuch = new Refusal(422, 'bad', {
      code: 'validation',
      fields: { to: 'Choose a shorter period.' },
    });
    renderReports('ludus_admin', {}, { getDetailedReport: tooMuch });
    expect(await screen.findByText('Choose a shorter period.')).toBeVisible();
  });

  it('is one stop of the keyboard: arrows walk and open, Home and End go to the ends', async () => {
    const { user } = renderReports('ludus_admin');
    const grid = await tree();
    grid.focus();
    const active = () => {
      const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      return within(row as HTMLElement).getByRole('rowheader').textContent;
    };
    expect(active()).toBe('AAlpina');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('Lago');
    await user.keyboard('{ArrowLeft}');
    expect((await names()).slice(0, 4)).toEqual([
      'AAlpina',
      '  Orobic NetworkPlatform',
      '    Lago',
      '  Vetta Gioco',
    ]);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(active()).toBe('Frostjarl');
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(active()).toBe('Orobic NetworkPlatform');
    await user.keyboard('{End}');
    expect(active()).toBe('Wolves of Skadi');
    await user.keyboard('{Home}{Enter}');
    expect(active()).toBe('AAlpina');
    expect(await names()).toEqual(['AAlpina', 'BBaltica', '  Gdynia', '    Wolves of Skadi']);
  });

  it('keeps the active row where it was when its branch is closed above it', async () => {
    const { user } = renderReports('ludus_admin');
    const grid = await tree();
    await user.click(await rowNamed(/^Lago/));
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
    expect(row).toHaveTextContent(/^AAlpina/);
  });

  it('[OPEN-88] asks for the period and filters of the URL, per day when there is more than one', async () => {
    const days = [
      { day: '2026-11-19', partial: false, ...someFigures(10, 4) },
      { day: '2026-11-20', partial: true, ...someFigures(30, 6) },
    ];
    const report = { getDetailedReport: { ...aReport(), responsePerDay: days } };
    const search = { from: '2026-11-19', games: [7], integrations: [1], operators: [3] };
    const view = renderReports('ludus_admin', search, report);
    await tree();
    expect(view.asked()).toEqual({ ...search, to: '2026-11-20', singleDay: true });
    expect(screen.getByText('1 game')).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Change in Charts' }));
    expect(view.onCharts).toHaveBeenCalledWith({ ...search, to: '2026-11-20' });
    await view.user.click(screen.getByRole('button', { name: 'Why it changed' }));
    expect(view.onCharts).toHaveBeenLastCalledWith({ ...search, to: '2026-11-20' }, 'Change');
    await view.user.click(screen.getByRole('radio', { name: 'Per day' }));
    expect(view.onSearch).toHaveBeenCalledWith(expect.objectContaining({ view: 'days' }));
    view.show({ ...search, view: 'days' });
    const table = await screen.findByRole('table', { name: 'Report by day' });
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => plain(row));
    expect(rows[1]).toMatch(/^19\/11\/202610,00 €/);
    expect(rows[2]).toMatch(/^20\/11\/2026 in progress30,00 €/);
    expect(rows[3]).toMatch(/^Total1\.250,50 €/);
  });

  it('[OPEN-88] asks for today without figures per day, and fills the URL in', async () => {
    sharedFilters.set({ from: null, to: null, shownOn: null, dateType: null });
    const { asked, onReplace } = renderReports('ludus_admin', { from: undefined, to: undefined });
    await tree();
    expect(asked()).toEqual({ from: today(), to: today(), singleDay: false });
    expect(screen.queryByRole('radio', { name: 'Per day' })).toBeNull();
    expect(onReplace).toHaveBeenCalledWith({ from: today(), to: today() });
  });

  it('[REP-05][ERR-084][ERR-085][ERR-091] sends the report to addresses that start with the own one', async () => {
    const { user, calls, onMailStarted } = renderReports(
      'ludus_admin',
      { games: [7] },
      { mailDetailedReport: { jobId: 'job-1' } },
    );
    await tree();
    await user.click(screen.getByRole('button', { name: 'Email report' }));
    const dialog = await screen.findByRole('dialog', { name: 'Export Report' });
    const field = within(dialog).getByRole('textbox', { name: 'Email addresses' });
    await user.type(field, 'no-one{Enter}');
    expect(within(dialog).getByText('Please enter a valid email address.')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'ludus_admin@ludus.example{Enter}');
    expect(within(dialog).getByText('Email already added')).toBeVisible();
    await user.clear(field);
    await user.type(field, 'cfo@ludus.example');
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(onMailStarted).toHaveBeenCalledWith('job-1'));
    expect(calls.find((call) => call.endpoint === 'mailDetailedReport')?.body).toEqual({
      ...aDay,
      gameIds: [7],
      socketId: 'socket-1',
      emails: ['ludus_admin@ludus.example', 'cfo@ludus.example'],
    });
  });

  it('[REP-08] downloads the workbook of what is shown', async () => {
    const file = {
      id: '0190a7de-0000-4000-8000-000000000001',
      state: 'done',
      fileName: 'report.xlsx',
      format: 'xlsx',
      rows: 10,
      bytes: 900,
      jobId: null,
      url: '/api/exports/file?signature=x',
      expiresAt: '2026-11-21T13:32:07Z',
      error: null,
    };
    const { user, calls } = renderReports('ludus_admin', { operators: [3] }, { exportDetailedReport: file });
    await tree();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    expect((click.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe(file.url);
    expect(calls.find((call) => call.endpoint === 'exportDetailedReport')?.body).toEqual({
      format: 'xlsx',
      request: { ...aDay, singleDay: false, operators: [3] },
    });
  });

  it('[REP-03] leaves out added columns, not those of the report, where there is no room, and says so', async () => {
    frameWidth.mockReturnValue(660);
    setViewport(768);
    renderReports('ludus_admin');
    await rowNamed(/^Vetta Gioco/);
    expect(screen.getAllByRole('columnheader').map(plain)).toEqual([
      'Name',
      'Bet',
      'Win',
      'Gross win',
      'Due',
      'Players',
    ]);
    expect(screen.getByText('Not shown at this width: Net win')).toBeVisible();
  });

  it('[REP-03] has all columns of the report beside each other on a tablet, millions included', async () => {
    frameWidth.mockReturnValue(654);
    setViewport(768);
    const report = aReport();
    const [first] = report.response;
    Object.assign(first ?? {}, {
      bet: 5_908_655.95,
      win: 5_663_544.98,
      grosswin: 245_110.97,
      due: 23_592.03,
    });
    renderReports('ludus_admin', {}, { getDetailedReport: report });
    await rowNamed(/^Vetta Gioco/);
    const sizes = (await tree()).style;
    const [name, figures] = ['--name', '--figures'].map((size) =>
      Number.parseInt(sizes.getPropertyValue(size), 10),
    );
    expect((name ?? 0) + (figures ?? 0)).toBeLessThanOrEqual(654);
  });

  it('shows two figures in a row of a phone, named above the rows, and all of them on tap', async () => {
    setViewport(390);
    const { user } = renderReports('ludus_admin');
    const row = await rowNamed(/^Vetta Gioco/);
    expect(within(row).getAllByRole('gridcell').map(plain)).toEqual(['20,00 €', '100,00 €']);
    expect(screen.getAllByRole('columnheader').map(plain)).toEqual(['Name', 'Gross win', 'Bet']);
    await user.click(row);
    const sheet = await screen.findByRole('dialog', { name: 'Vetta Gioco' });
    expect(sheet).toHaveTextContent('Operator · Alpina');
    expect(sheet).toHaveTextContent('Net win1,00 €');
    expect(sheet).toHaveTextContent('RTP80,0000%');
  });
});

describe('the figures of a report on a phone', () => {
  it.each([
    [{}, 'Bet', '100,00 €'],
    [{ sort: 'grosswin' }, 'Bet', '100,00 €'],
    [{ sort: 'due' }, 'Due', '0,00 €'],
    [{ sort: 'netwin' }, 'Net win', '1,00 €'],
    [{ sort: 'usersCount' }, 'Players', '3'],
  ] as [ReportsSearch, string, string][])(
    'are gross win, and bet or what rows are sorted by: %o',
    async (search, name, second) => {
      setViewport(390);
      renderReports('ludus_admin', search);
      const row = await rowNamed(/^Vetta Gioco/);
      expect(within(row).getAllByRole('gridcell').map(plain)).toEqual(['20,00 €', second]);
      expect(screen.getAllByRole('columnheader').map(plain)).toEqual(['Name', 'Gross win', name]);
    },
  );

  it('have bet in place of due for those who may not see it, though a link sorts by it', async () => {
    setViewport(390);
    renderReports('ludus_manager', { sort: 'due' });
    const row = await rowNamed(/^Vetta Gioco/);
    expect(within(row).getAllByRole('gridcell').map(plain)).toEqual(['20,00 €', '100,00 €']);
  });
});

describe('the days of a report on a phone', () => {
  const twoDays = () => ({
    ...aReport(),
    responsePerDay: [
      { day: '2026-11-19', partial: false, ...someFigures(10, 4) },
      { day: '2026-11-20', partial: true, ...someFigures(30, 40) },
    ],
  });
  const search = { from: '2026-11-19', to: '2026-11-20', view: 'days' } as const;
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Report by day' }))
      .getAllByRole('listitem')
      .map((row) => plain(row));

  it('have four figures, each with its name, one of them what they are sorted by', async () => {
    setViewport(390);
    const { user } = renderReports('ludus_admin', search, { getDetailedReport: twoDays() });
    expect(await rows()).toEqual([
      '19/11/2026Bet 10,00 €Win 4,00 €Gross win 6,00 €Due 5,00 €',
      '20/11/2026 in progressBet 30,00 €Win 40,00 €Gross win −10,00 €Due 5,00 €',
    ]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Players');
    expect((await rows())[0]).toMatch(/Players \d+$/);
  });

  it('are copied beside the switch, and the tree has its tools there and its order beside the search', async () => {
    setViewport(390);
    const view = renderReports('ludus_admin', search, { getDetailedReport: twoDays() });
    await rows();
    const places = () => {
      const beside = screen.getByRole('radiogroup', { name: 'View' }).nextElementSibling;
      return { beside, below: beside?.nextElementSibling };
    };
    const buttons = (place: Element | null | undefined) =>
      [...(place?.querySelectorAll('button') ?? [])].map(
        (one) => one.getAttribute('aria-label') ?? one.textContent,
      );
    expect(buttons(places().beside)).toEqual(['Copy as table']);
    expect(screen.getAllByRole('button', { name: 'Copy as table' })).toHaveLength(1);
    view.show({ ...search, view: undefined });
    await tree();
    expect(buttons(places().beside)).toEqual(['Copy as table', 'Expand all', 'Collapse all']);
    const below = within(places().below as HTMLElement);
    await view.user.selectOptions(below.getByRole('combobox', { name: 'Sort by' }), 'Bet');
    expect(view.onSearch).toHaveBeenLastCalledWith(
      expect.objectContaining({ sort: 'bet', direction: undefined }),
    );
    expect(places().below?.querySelector('input')).toHaveAttribute('placeholder', 'Search by name');
  });
});

describe('the URL of the report', () => {
  it('reads what it knows and leaves the rest at its default', () => {
    const read = readReportsSearch({
      from: '2026-11-20',
      games: '7,x',
      sort: 'coin',
      view: 'days',
      search: ' a ',
    });
    expect(read).toMatchObject({ from: '2026-11-20', games: [7], view: 'days', search: 'a' });
    expect(read.sort).toBeUndefined();
    expect(countFilters(read)).toBe(1);
  });

  it('starts figures with the highest and names with A, and turns round on the second click', () => {
    expect(sortOf({})).toEqual({ by: 'name', desc: false });
    expect(sortOf(sortedBy({}, 'due'))).toEqual({ by: 'due', desc: true });
    expect(sortOf(sortedBy(sortedBy({}, 'due'), 'due'))).toEqual({ by: 'due', desc: false });
    expect(sortOf(sortedBy(sortedBy({}, 'due'), 'name'))).toEqual({ by: 'name', desc: false });
    expect(sortOf(sortedBy({}, 'name'))).toEqual({ by: 'name', desc: true });
  });

  it('[OPEN-88] asks for figures per day only where there is more than one', () => {
    expect(requestOf({}, { from: '2026-11-20', to: '2026-11-20' }).singleDay).toBe(false);
    expect(requestOf({}, { from: '2026-11-19', to: '2026-11-20' }).singleDay).toBe(true);
  });
});
