import { decodeStatisticsParameter, type Role, type Statistics } from '@ludus/contract';
import { Notifications, notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedFilters } from '../../lib/stores.ts';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aGame, anIntegration, someStatistics, someTotals } from '../../test/sessions.ts';
import { setViewport } from '../../test/viewport.ts';
import { ChartsPage } from './pages/charts-page.tsx';
import { type ChartsSearch, readChartsSearch } from './search.ts';

const games = [
  aGame(7, 'Wolves of Skadi'),
  aGame(8, 'Jade Lantern', { sub_name: 'Deluxe' }),
  aGame(9, 'Unready', { isDev: true }),
];
const integrations = [
  anIntegration(1, 'Alpina', games.slice(0, 2)),
  { ...anIntegration(2, 'Baltica', games.slice(0, 1)), operators: [] },
];
const plain = { netwin: undefined, due: undefined } as const;
const days = { from: '2026-11-01', to: '2026-11-02', by: 'day' } as const;

type Request = {
  datasetGames: boolean;
  datasetIntegrations: boolean;
  datasetTotals: boolean;
  [key: string]: unknown;
};

/** Answers the datasets that were asked for, over two days, the second of which still runs. */
function statisticsFor(request: Request, isPlain: boolean): Statistics {
  const all = someStatistics(isPlain);
  const { games: byGame, integrations: byIntegration } = all.datasets;
  const totals = someTotals(isPlain ? plain : {});
  const stretch = <S,>(split: S) =>
    JSON.parse(JSON.stringify(split), (key, value) => (key === 'data' ? [value[0], value[0]] : value)) as S;
  const one = (stat: string, total: number | null, unit: string) => ({
    stat,
    label: stat,
    data: [total, null],
    total,
    totalData: { value: total, unit },
  });
  return {
    ...all,
    labels: ['01/11/2026', '02/11/2026'],
    buckets: [
      { key: '2026-11-01', from: '2026-10-31T23:00:00Z', to: '2026-11-01T23:00:00Z', partial: false },
      { key: '2026-11-02', from: '2026-11-01T23:00:00Z', to: '2026-11-02T23:00:00Z', partial: true },
    ],
    datasets: {
      ...(request.datasetGames ? { games: stretch(byGame) } : {}),
      ...(request.datasetIntegrations ? { integrations: stretch(byIntegration) } : {}),
      ...(request.datasetTotals
        ? {
            totals: [
              one('bet', totals.bet, 'euro'),
              one('win', totals.win, 'euro'),
              one('grosswin', totals.grosswin, 'euro'),
              ...(isPlain ? [] : [one('netwin', 75.19, 'euro'), one('due', 12.03, 'euro')]),
              one('rtp', totals.rtp, 'ratio'),
              one('rounds', totals.rounds, 'count'),
              one('sessionsTotal', totals.sessionsTotal, 'count'),
              one('usersCount', totals.usersCount, 'count'),
            ] as never,
          }
        : {}),
    },
    grandTotals: totals,
    coverage: { ...all.coverage, openSessions: 3 },
  };
}

const requestOf = (call: SeenCall | undefined) => decodeStatisticsParameter(call?.query.a ?? '') as Request;

function renderCharts(
  as: Role,
  search: ChartsSearch = {},
  answers: Record<string, unknown> = {},
  reportsHref: string | null = '/reports',
) {
  const isPlain = as === 'ludus_manager';
  const calls = answerCalls({
    getStatistics: (call: SeenCall) => statisticsFor(requestOf(call), isPlain),
    listIntegrations: { rows: as.startsWith('ludus') ? integrations : integrations.slice(0, 1) },
    listGames: { rows: games },
    ...answers,
  });
  const seen: ChartsSearch[] = [];
  const onReports = vi.fn();
  function Page() {
    const [current, setCurrent] = useState<ChartsSearch>({ ...days, ...search });
    const keep = (next: ChartsSearch) => {
      seen.push(next);
      setCurrent(readChartsSearch({ ...next }));
    };
    return (
      <ChartsPage
        search={current}
        onSearch={keep}
        onReplace={keep}
        reportsHref={reportsHref}
        onReports={onReports}
      />
    );
  }
  const view = renderScreen(
    <SignedIn as={as}>
      <Notifications />
      <Page />
    </SignedIn>,
  );
  const asked = () => calls.filter((call) => call.endpoint === 'getStatistics').map(requestOf);
  return { ...view, calls, asked, last: () => seen.at(-1), onReports };
}

const specific: ChartsSearch = { type: 'Specific', games: [7, 8] };
const drawn = () => screen.findByRole('img', { name: /^Chart:/ });
const strip = () => screen.findByRole('list', { name: 'Totals' });
const open = (what: string) => screen.getByRole('combobox', { name: what });

afterEach(() => notifications.clean());

describe('the charts, Totals', () => {
  it('[CHART-03] switches to Specific, and leads to the reports where they exist', async () => {
    const { user, last, onReports, unmount } = renderCharts('ludus_admin');
    await user.click(screen.getByRole('button', { name: 'Specific' }));
    expect(last()?.type).toBe('Specific');
    expect(screen.getByRole('button', { name: 'Specific' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Reports' }));
    expect(onReports).toHaveBeenCalled();
    unmount();
    renderCharts('ludus_admin', {}, {}, null);
    expect(screen.queryByRole('link', { name: 'Reports' })).toBeNull();
  });

  it('[CHART-04] answers every change of a filter at once', async () => {
    const { user, asked } = renderCharts('ludus_admin');
    await drawn();
    await user.click(screen.getByRole('radio', { name: 'Hour' }));
    await user.click(screen.getByRole('radio', { name: 'Fun' }));
    await user.click(open('Games'));
    await user.click(await screen.findByRole('option', { name: 'Wolves of Skadi' }));
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({
        key: 'hour',
        sessionTypeId: 4,
        games: [7],
        datasetTotals: true,
        datasetGames: false,
      }),
    );
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('[CHART-17] the session state cycles unset, open, closed, unset', async () => {
    const { user, asked } = renderCharts('ludus_admin');
    await drawn();
    screen.getByRole('radio', { name: 'Any' }).focus();
    const group = within(screen.getByRole('radiogroup', { name: 'Session state' }));
    const states: unknown[] = [];
    for (let step = 0; step < 3; step++) {
      await user.keyboard('{ArrowRight}');
      states.push(group.getByRole('radio', { checked: true }).getAttribute('value'));
    }
    expect(states).toEqual(['open', 'closed', 'any']);
    expect(asked().map((request) => request.isOpen)).toEqual(
      expect.arrayContaining([undefined, true, false]),
    );
  });

  it('[CHART-05][CHART-06][ROLE-15] shows tiles and pie with net win and due to those who may see them', async () => {
    renderCharts('ludus_admin');
    await drawn();
    const pie = await screen.findByRole('img', { name: 'Pie of Bet, Win, Gross win, Net win, Due' });
    expect(pie.querySelectorAll('path')).toHaveLength(5);
    const rtp = screen.getByRole('button', { name: 'RTP' }).closest('div');
    expect(rtp).toHaveTextContent('89,9800%');
  });

  it('[CHART-06][ROLE-15] leaves net win and due out for a manager of the provider', async () => {
    renderCharts('ludus_manager');
    expect(await screen.findByRole('img', { name: 'Pie of Bet, Win, Gross win' })).toBeVisible();
    expect(screen.queryByText('Net win')).toBeNull();
    expect(screen.queryByText('Due')).toBeNull();
  });

  it('[CHART-06] lists a gross win below zero without a slice', async () => {
    renderCharts(
      'ludus_manager',
      {},
      {
        getStatistics: (call: SeenCall) => {
          const answer = statisticsFor(requestOf(call), true);
          for (const one of answer.datasets.totals ?? []) if (one.stat === 'grosswin') one.total = -20.5;
          return answer;
        },
      },
    );
    const pie = await screen.findByRole('img', { name: 'Pie of Bet, Win, Gross win' });
    expect(pie.querySelectorAll('path')).toHaveLength(2);
    expect(screen.getByText('below zero: no slice')).toBeVisible();
  });

  it('[CHART-16][OPEN-78] fun money leaves bet and win, on both tabs', async () => {
    const { user } = renderCharts('ludus_admin', { money: 'fun', games: [7, 8] });
    expect(await screen.findByRole('img', { name: 'Pie of Bet, Win' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Specific' }));
    await strip();
    const values = within(screen.getByRole('radiogroup', { name: 'Value' })).getAllByRole('radio');
    expect(values).toHaveLength(2);
  });

  it('shows and hides a series from the legend, also by keyboard, and the table follows', async () => {
    const { user, last } = renderCharts('ludus_admin', { view: 'table' });
    const table = await screen.findByRole('table');
    const headings = () =>
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent);
    expect(headings()).toEqual(['When', 'Bet', 'Win', 'Gross win', 'Net win', 'Due']);
    const win = screen.getByRole('button', { name: 'Win' });
    expect(win).toHaveAttribute('aria-pressed', 'true');
    win.focus();
    await user.keyboard('{Enter}');
    expect(win).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'RTP' }));
    expect(headings()).toEqual(['When', 'Bet', 'Gross win', 'Net win', 'Due', 'RTP']);
    expect(last()?.hidden).toBe('sessionsTotals,rounds,usersCount,win');
  });

  it('has the same numbers as a table, N/A where RTP has no bets, and marks the step that still runs', async () => {
    const { user } = renderCharts('ludus_admin', { view: 'table', hidden: 'none' });
    const rows = within(await screen.findByRole('table')).getAllByRole('row');
    const cells = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));
    expect(cells(rows[2])[0]).toBe('Monday 2 Nov 2026(not complete)');
    expect(cells(rows[2]).at(-1)).toBe('N/A');
    expect(cells(rows[3]).slice(0, 4)).toEqual(['Total', '1.000,50 €', '900,25 €', '100,25 €']);
    await user.click(screen.getByRole('button', { name: 'Copy table' }));
    const copied = (await navigator.clipboard.readText()).split('\n').map((line) => line.split('\t'));
    expect(copied[0]?.slice(0, 3)).toEqual(['When', 'Bet', 'Win']);
    expect(copied[1]?.slice(0, 3)).toEqual(['Sunday 1 Nov 2026', '1000.5', '900.25']);
    expect(copied.at(-1)?.[1]).toBe('1000.5');
  });

  it('[CHART-18][ERR-086][OPEN-70] forces bars for one day by day; choosing lines raises the message for five seconds', async () => {
    const shown = vi.spyOn(notifications, 'show');
    const { user, last } = renderCharts('ludus_admin', { from: '2026-11-01', to: '2026-11-01' });
    await drawn();
    expect(screen.getByRole('radio', { name: 'Bars' })).toBeChecked();
    const before = last();
    await user.click(screen.getByRole('radio', { name: 'Line' }));
    expect(shown).toHaveBeenCalledWith(
      expect.objectContaining({
        message: 'Chart type not allowed, increase date range or change date time group.',
        autoClose: 5000,
      }),
    );
    expect(last()).toBe(before);
    expect(screen.getByRole('radio', { name: 'Bars' })).toBeChecked();
  });

  it('[ERR-088] says that nothing was found', async () => {
    const { user, last } = renderCharts(
      'ludus_admin',
      { games: [7] },
      {
        getStatistics: (call: SeenCall) => ({
          ...statisticsFor(requestOf(call), false),
          grandTotals: someTotals({ sessionsTotal: 0 }),
        }),
      },
    );
    expect(await screen.findByText('No results found with these filters')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(last()).toMatchObject({ from: '2026-11-01', to: '2026-11-02', games: undefined });
  });

  it('[ERR-089] logs a failure, raises no message, and offers to try again in place of the chart', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const shown = vi.spyOn(notifications, 'show');
    shown.mockClear();
    let fails = true;
    const { user } = renderCharts(
      'ludus_admin',
      {},
      {
        getStatistics: (call: SeenCall) => (fails ? new Refusal(500) : statisticsFor(requestOf(call), false)),
      },
    );
    const reload = await screen.findByRole('button', { name: 'Reload' });
    expect(logged).toHaveBeenCalled();
    expect(shown).not.toHaveBeenCalled();
    fails = false;
    await user.click(reload);
    expect(await drawn()).toBeVisible();
    logged.mockRestore();
  });

  it('says in the server’s words why a question asks for too much', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const reason = 'The period has more than 20000 steps of one hour. Group by something longer.';
    renderCharts(
      'ludus_admin',
      {},
      {
        getStatistics: new Refusal(422, 'refused', { code: 'validation', fields: { key: reason } }),
      },
    );
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
    logged.mockRestore();
  });

  it('[CHART-07][OPEN-84] asks for a file of the same question', async () => {
    const { user, calls } = renderCharts(
      'ludus_admin',
      {},
      {
        exportStatistics: new Refusal(500, 'Nobody made it.'),
      },
    );
    await drawn();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    expect(await screen.findByText(/Nobody made it\./)).toBeVisible();
    expect(calls.find((call) => call.endpoint === 'exportStatistics')?.body).toMatchObject({
      format: 'xlsx',
      request: { from: '2026-11-01', to: '2026-11-02', key: 'day', datasetTotals: true },
    });
  });

  it('puts the period and grouping that it shows into a URL that says nothing', async () => {
    sharedFilters.set({ from: null, to: null, dateType: null });
    const { last } = renderCharts('ludus_admin', { from: undefined, to: undefined, by: undefined });
    await drawn();
    expect(last()).toMatchObject({ by: 'hour', from: expect.any(String) });
    expect(last()?.from).toBe(last()?.to);
  });
});

describe('the charts, Specific', () => {
  it('[CHART-10][ERR-087] cannot be submitted without a game, and says so', async () => {
    const { asked } = renderCharts('ludus_admin', { type: 'Specific' });
    expect((await screen.findAllByText('Select at least one game')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    expect(asked()).toEqual([]);
  });

  it('[CHART-08][CHART-09] asks on Submit, which is disabled while the answer is awaited', async () => {
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    const { user, asked } = renderCharts(
      'ludus_admin',
      { type: 'Specific' },
      {
        getStatistics: async (call: SeenCall) => {
          await gate;
          return statisticsFor(requestOf(call), false);
        },
      },
    );
    await user.click(open('Games'));
    await user.click(await screen.findByRole('option', { name: 'Wolves of Skadi' }));
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(asked()[0]).toMatchObject({ games: [7], datasetGames: true, datasetTotals: false });
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    release();
    await strip();
    expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled();
  });

  it('[CHART-02][DASH-08] opens with the game of the link', async () => {
    const { asked } = renderCharts(
      'ludus_admin',
      readChartsSearch({ ...days, type: 'Specific', gameId: '8' }),
    );
    await strip();
    expect(asked()[0]?.games).toEqual([8]);
  });

  it('[CHART-22] offers games by name and sub name, without those in dev', async () => {
    const { user } = renderCharts('ludus_admin', { type: 'Specific' });
    await user.click(open('Games'));
    const names = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(names).toEqual(['Select all', 'Jade Lantern - Deluxe', 'Wolves of Skadi']);
  });

  it('[CHART-11] the chosen value drives the chart', async () => {
    const { user } = renderCharts('ludus_admin', { ...specific, view: 'table' });
    const table = await screen.findByRole('table');
    expect(table).toHaveTextContent('800,50');
    await user.click(screen.getByRole('radio', { name: 'Players' }));
    const total = within(table).getAllByRole('row').at(-1) as HTMLElement;
    // Fifteen and nine players of two days: each counts once in the period, so the days do not add up to it.
    expect(
      within(total)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Total', '15', '9']);
  });

  it('[CHART-12] draws lines or bars', async () => {
    const { user, last } = renderCharts('ludus_admin', specific);
    await strip();
    await user.click(screen.getByRole('radio', { name: 'Bars' }));
    expect(last()?.view).toBe('bar');
  });

  it('[CHART-13] shows the totals of eight, and the rest behind +N', async () => {
    const { user } = renderCharts('ludus_admin', specific, {
      getStatistics: (call: SeenCall) => {
        const answer = statisticsFor(requestOf(call), false);
        const series = Array.from({ length: 11 }, (_unused, index) => ({
          gameId: index + 1,
          label: `Series ${index + 1}`,
          data: [1, 2],
          total: 3,
        }));
        return { ...answer, datasets: { games: { bet: series } } };
      },
    });
    expect(within(await strip()).getAllByRole('listitem')).toHaveLength(8);
    await user.click(screen.getByRole('button', { name: '3 more series' }));
    const rest = await screen.findByRole('dialog', { name: 'All other series' });
    expect(within(rest).getAllByRole('listitem')).toHaveLength(3);
    await user.click(within(rest).getByRole('button', { name: 'Series 11' }));
    expect(within(rest).getByRole('button', { name: 'Series 11' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('[CHART-14] shows the time of the last response', async () => {
    renderCharts('ludus_admin', specific);
    expect(await screen.findByText(/^Last response \d\d:\d\d$/)).toBeVisible();
  });

  it('[CHART-15] lets provider staff switch between integrations and games', async () => {
    const { user, asked } = renderCharts('ludus_manager', specific);
    await strip();
    await user.click(screen.getByRole('radio', { name: 'Integrations' }));
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ datasetIntegrations: true, datasetGames: false }),
    );
  });

  it('[CHART-15][ROLE-15] people of an integration have no such switch, and an admin of it sees net win and due', async () => {
    const { asked } = renderCharts('integration_admin', { ...specific, dataset: 'integrations' });
    await strip();
    expect(screen.queryByRole('radiogroup', { name: 'Series' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Integrations' })).toBeNull();
    expect(asked()[0]).toMatchObject({ datasetGames: true, datasetIntegrations: false });
    expect(screen.getByRole('radio', { name: 'Net win' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Due' })).toBeInTheDocument();
    expect(open('Operators')).toBeEnabled();
  });

  it('[CHART-19][CHART-20][CHART-21] the rules hold while filters are chosen', async () => {
    const { user, last, asked } = renderCharts('ludus_admin', { type: 'Specific', games: [7] });
    await strip();
    expect(open('Operators')).toBeDisabled();
    await user.click(open('Integrations'));
    await user.click(await screen.findByRole('option', { name: 'Alpina' }));
    expect(open('Operators')).toBeEnabled();
    await user.click(await screen.findByRole('option', { name: 'Baltica' }));
    expect(open('Operators')).toBeDisabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    // Both, which are all of them.
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ datasetTotals: true, datasetGames: false }));
    expect(screen.getByRole('radio', { name: 'Totals' })).toBeChecked();
    await user.click(open('Games'));
    await user.click(await screen.findByRole('option', { name: 'Jade Lantern - Deluxe' }));
    await user.keyboard('{Escape}');
    await user.click(open('Integrations'));
    expect(await screen.findByRole('option', { name: /Baltica/ })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(last()).toMatchObject({ games: [7, 8], integrations: [1] }));
  });

  it('keeps the old chart while a new one is awaited', async () => {
    let isFirst = true;
    const { user } = renderCharts('ludus_admin', specific, {
      getStatistics: (call: SeenCall) => {
        if (!isFirst) return new Promise(() => {});
        isFirst = false;
        return statisticsFor(requestOf(call), false);
      },
    });
    await strip();
    await user.click(screen.getByRole('radio', { name: 'Month' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await drawn()).toBeVisible();
    expect(await strip()).toHaveClass('hub-stale');
    expect(screen.getByText(/^Last response/)).toBeVisible();
  });

  it('has its filters in a sheet on a phone', async () => {
    setViewport(390);
    const { user } = renderCharts('ludus_admin', specific);
    await strip();
    expect(screen.queryByRole('combobox', { name: 'Games' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    expect(await screen.findByRole('combobox', { name: 'Games' })).toBeVisible();
  });
});
