import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dayInRome, presetPeriod } from '../../lib/days.ts';
import type { SeenCall } from '../../test/answer-calls.ts';
import {
  days,
  drawn,
  open,
  renderCharts,
  requestOf,
  specific,
  statisticsFor,
  strip,
} from '../../test/charts-screen.tsx';
import { setViewport } from '../../test/viewport.ts';
import { readChartsSearch } from './search.ts';

const period = { from: days.from, to: days.to };

describe('the charts, Specific', () => {
  it('opens with the games of the highest bet of the period, as many as five', async () => {
    const { last, asked } = renderCharts('ludus_admin', { type: 'Specific', money: 'fun' });
    const names = within(await strip())
      .getAllByRole('button')
      .map((button) => button.textContent);
    expect(names).toEqual(['Wolves of Skadi', 'Jade Lantern Deluxe']);
    expect(last()).toMatchObject({ type: 'Specific', games: [7, 8] });
    expect(asked()[0]).toMatchObject({ games: [], stats: ['bet'], sessionTypeId: 4, ...period });
  });

  it('[CHART-10][ERR-087] cannot be submitted without a game, and says so', async () => {
    const { user, asked } = renderCharts('ludus_admin', specific);
    await strip();
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect((await screen.findAllByText('Select at least one game')).length).toBeGreaterThan(0);
    expect(screen.getByRole('combobox', { name: 'Games' })).toHaveAttribute('placeholder', 'Choose');
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    expect(asked()).toHaveLength(1);
  });

  it('[CHART-10] asks for games where none has been played', async () => {
    const { asked, user, last } = renderCharts(
      'ludus_admin',
      { type: 'Specific' },
      {
        getStatistics: (call: SeenCall) => ({
          ...statisticsFor(requestOf(call), false),
          datasets: { games: { bet: [] } },
        }),
      },
    );
    expect((await screen.findAllByText('Select at least one game')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    expect(asked()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
    const { from, to } = presetPeriod('last30', dayInRome(new Date()));
    expect(last()).toMatchObject({ type: 'Specific', from, to });
  });

  it('[CHART-08][CHART-09] asks on Submit, which is disabled while the answer is awaited', async () => {
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    const { user, asked } = renderCharts(
      'ludus_admin',
      { type: 'Specific', games: [8] },
      {
        getStatistics: async (call: SeenCall) => {
          if (requestOf(call).games.length === 2) await gate;
          return statisticsFor(requestOf(call), false);
        },
      },
    );
    await user.click(open('Games'));
    await user.click(await screen.findByRole('option', { name: 'Wolves of Skadi' }));
    expect(asked()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toMatchObject({ games: [8, 7], datasetGames: true, datasetTotals: false });
    expect(screen.getByRole('button', { name: 'Submit' })).toBeDisabled();
    release();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
  });

  it('[CHART-02][DASH-08] opens with the game of the link', async () => {
    const { asked } = renderCharts(
      'ludus_admin',
      readChartsSearch({ ...days, type: 'Specific', gameId: '8' }),
    );
    await strip();
    expect(asked()[0]?.games).toEqual([8]);
  });

  it('[CHART-04][CHART-08][OPEN-78] has the filters of Totals in their order, and the session type chosen there', async () => {
    const namesOfFilters = () =>
      [...document.querySelectorAll('form [data-item] :is([role="combobox"], [role="radiogroup"])')].map(
        (control) => (control.getAttribute('aria-label') ?? '').replace(/\..*/, ''),
      );
    const totals = renderCharts('ludus_admin', {});
    await screen.findByRole('radiogroup', { name: 'Session type' });
    const filters = namesOfFilters();
    expect(filters).toContain('Session type');
    totals.unmount();
    renderCharts('ludus_admin', { type: 'Specific', money: 'fun', games: [7] });
    await strip();
    expect(namesOfFilters()).toEqual(filters.filter((name) => name !== 'Session type'));
    expect(screen.getByText('fun money')).toBeVisible();
  });

  it('[CHART-22] offers games by name and sub name, without those in dev', async () => {
    const { user } = renderCharts('ludus_admin', { type: 'Specific', games: [7] });
    await strip();
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
    await user.click(screen.getByRole('radio', { name: 'Bar' }));
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

  it('[CHART-14] shows the time of the last response in Rome, and that of the next one after a submit', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T13:32:07Z') });
    try {
      const { user } = renderCharts('ludus_admin', specific);
      expect(await screen.findByText(/^[A-Z][a-z ]+ 14:32$/)).toBeVisible();
      vi.setSystemTime(new Date('2026-11-20T22:05:59Z'));
      await user.click(screen.getByRole('button', { name: 'Submit' }));
      expect(await screen.findByText(/^[A-Z][a-z ]+ 23:05$/)).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it('[CHART-15] lets provider staff switch between integrations and games', async () => {
    const { user, asked } = renderCharts('ludus_manager', specific);
    await strip();
    await user.click(screen.getByRole('radio', { name: 'Integrations' }));
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ datasetIntegrations: true, datasetGames: false }),
    );
  });

  it('says of integrations how many games they are of, and takes all of them', async () => {
    const { user, asked } = renderCharts('ludus_manager', {
      ...specific,
      dataset: 'integrations',
      games: [7],
    });
    expect(await screen.findByText('Figures of 1 chosen game.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Choose all games' }));
    await waitFor(() => expect(asked().at(-1)?.games?.length).toBeGreaterThan(1));
    expect(screen.queryByRole('button', { name: 'Choose all games' })).toBeNull();
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
    expect(screen.getByText(/^Updated /)).toBeVisible();
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
