import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedFilters } from '../../lib/shared-filters.ts';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import {
  days,
  drawn,
  open,
  renderCharts,
  requestOf,
  statisticsFor,
  strip,
} from '../../test/charts-screen.tsx';
import { aCoverage } from '../../test/coverage.ts';
import { someTotals } from '../../test/sessions.ts';

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

  it('says how complete the figures of all its filters are', async () => {
    const answer = { getCoverage: aCoverage({ openSessions: 4, isRunning: true }) };
    const { calls } = renderCharts(
      'ludus_admin',
      { money: 'all', games: [7], integrations: [1], operators: [3], state: 'open' },
      answer,
    );
    expect(
      await screen.findByRole('button', { name: /4 open sessions \(10,0%\) · Period in progress/ }),
    ).toBeVisible();
    const asked = calls.filter((call) => call.endpoint === 'getCoverage').at(-1);
    expect(asked?.query).toEqual({
      from: days.from,
      to: days.to,
      sessionTypeId: 'null',
      games: '7',
      integrations: '1',
      operators: '3',
      isOpen: 'true',
    });
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
    const pie = await screen.findByRole('img', { name: 'Pie chart of Bet, Win, Gross win, Net win, Due' });
    expect(pie.querySelectorAll('path')).toHaveLength(5);
    const rtp = screen.getByRole('button', { name: 'RTP' }).closest('div');
    expect(rtp).toHaveTextContent('89,9800%');
  });

  it('leads from bet to due step by step, in amounts that add up', async () => {
    renderCharts('ludus_admin');
    await drawn();
    const panel = await screen.findByRole('region', { name: 'Bet, win and results' });
    const steps = within(panel).getAllByRole('term');
    expect(
      steps.map((step) => [
        step.textContent,
        step.nextElementSibling?.textContent?.replaceAll('\u00a0', ' '),
      ]),
    ).toEqual([
      ['Bet', '1.000,50 €'],
      ['Win', '900,25 €'],
      ['Gross win', '100,25 €'],
      ['Tax and fees', '25,06 €'],
      ['Net win', '75,19 €'],
      ['Net win less due', '63,16 €'],
      ['Due', '12,03 €'],
    ]);
  });

  it('[CHART-06][ROLE-15] leaves net win and due out for a manager of the provider', async () => {
    renderCharts('ludus_manager');
    expect(await screen.findByRole('img', { name: 'Pie chart of Bet, Win, Gross win' })).toBeVisible();
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
    const pie = await screen.findByRole('img', { name: 'Pie chart of Bet, Win, Gross win' });
    expect(pie.querySelectorAll('path')).toHaveLength(2);
    expect(screen.getByText('Negative, not charted')).toBeVisible();
  });

  it('[CHART-16][OPEN-78] fun money leaves bet and win, on both tabs', async () => {
    const { user } = renderCharts('ludus_admin', { money: 'fun', games: [7, 8] });
    expect(await screen.findByRole('img', { name: 'Pie chart of Bet, Win' })).toBeVisible();
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
    expect(cells(rows[2])[0]).toBe('Monday 2 Nov 2026incomplete');
    expect(cells(rows[2]).at(-1)).toBe('N/A');
    expect(cells(rows[3]).slice(0, 4)).toEqual(['Total', '1.000,50 €', '900,25 €', '100,25 €']);
    await user.click(screen.getByRole('button', { name: 'Copy as table' }));
    const copied = (await navigator.clipboard.readText()).split('\n').map((line) => line.split('\t'));
    expect(copied[0]?.slice(0, 3)).toEqual(['When', 'Bet', 'Win']);
    expect(copied[1]?.slice(0, 3)).toEqual(['Sunday 1 Nov 2026', '1000.50', '900.25']);
    expect(copied.at(-1)?.[1]).toBe('1000.50');
  });

  it('says that a line leaves out the step that has just begun, which bars and table show', async () => {
    const { user } = renderCharts(
      'ludus_admin',
      {},
      {
        getStatistics: (call: SeenCall) => {
          const all = statisticsFor(requestOf(call), false);
          return { ...all, coverage: { ...all.coverage, asOf: '2026-11-02T04:00:00Z' } };
        },
      },
    );
    await drawn();
    const leftOut = /An interval that has just begun is not drawn; totals and the table include it\./;
    expect(screen.getByText(leftOut)).toBeVisible();
    expect(screen.queryByText(/mark intervals that are in progress or incomplete/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Bar' }));
    expect(screen.queryByText(leftOut)).toBeNull();
    expect(screen.getByText(/mark intervals that are in progress or incomplete/)).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(await screen.findByText('Monday 2 Nov 2026')).toBeVisible();
  });

  it('says nothing of old figures under new filters, and gives neither a picture nor a table of them', async () => {
    const fun = Promise.withResolvers<void>();
    const { user } = renderCharts(
      'ludus_admin',
      { integrations: [1] },
      {
        getStatistics: async (call: SeenCall) => {
          const request = requestOf(call);
          if (request.sessionTypeId === 4) await fun.promise;
          return statisticsFor(request, false);
        },
      },
    );
    await drawn();
    expect(
      await screen.findByText(/real money, open and closed sessions, Europe\/Rome: Alpina\./),
    ).toBeVisible();
    const picture = async () => {
      await user.click(screen.getByRole('button', { name: 'Export' }));
      return screen.findByRole('menuitem', { name: 'Light, for documents' });
    };
    expect(await picture()).toBeEnabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('radio', { name: 'Fun' }));
    expect(await screen.findAllByText('Loading figures...')).toHaveLength(2);
    expect(await picture()).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(screen.queryByText(/fun money, open/)).toBeNull();
    fun.resolve();
    expect(
      await screen.findByText(/fun money, open and closed sessions, Europe\/Rome: Alpina\./),
    ).toBeVisible();
    expect(await picture()).toBeEnabled();
  });

  it('[CHART-18][ERR-086][OPEN-70] forces bars for one day by day; choosing lines raises the message for five seconds', async () => {
    const shown = vi.spyOn(notifications, 'show');
    const { user, last } = renderCharts('ludus_admin', { from: '2026-11-01', to: '2026-11-01' });
    await drawn();
    expect(screen.getByRole('radio', { name: 'Bar' })).toBeChecked();
    const before = last();
    await user.click(screen.getByRole('radio', { name: 'Line' }));
    expect(shown).toHaveBeenCalledWith(
      expect.objectContaining({
        message: 'Chart type not allowed, increase date range or change date time group.',
        autoClose: 5000,
      }),
    );
    expect(last()).toBe(before);
    expect(screen.getByRole('radio', { name: 'Bar' })).toBeChecked();
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
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
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
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const reason = 'The period has more than 20000 steps of one hour. Group by a longer interval.';
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
        exportStatistics: new Refusal(500, 'No one made it.'),
      },
    );
    await drawn();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    expect(await screen.findByText(/No one made it\./)).toBeVisible();
    expect(calls.find((call) => call.endpoint === 'exportStatistics')?.body).toMatchObject({
      format: 'xlsx',
      request: { from: '2026-11-01', to: '2026-11-02', key: 'day', datasetTotals: true },
    });
  });

  it('puts the period and grouping that it shows into a URL that says nothing', async () => {
    sharedFilters.set({ from: null, to: null, shownOn: null, dateType: null });
    const { last } = renderCharts('ludus_admin', { from: undefined, to: undefined, by: undefined });
    await drawn();
    expect(last()).toMatchObject({ by: 'hour', from: expect.any(String) });
    expect(last()?.from).toBe(last()?.to);
  });
});
