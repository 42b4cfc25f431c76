import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { explainsFor } from '../../lib/explain.ts';
import { figureAt } from '../../lib/explained-figure.ts';
import { renderScreen } from '../../test/render.tsx';
import { ChartCursor, type ChosenPoint } from './chart-cursor.tsx';
import type { ChartSeries } from './chart-model.ts';

const points = ['2026-11-18', '2026-11-19', '2026-11-20'].map((key) => ({
  key,
  axis: key,
  title: `Day ${key}`,
}));
const series: ChartSeries[] = [
  { id: 'total', name: 'All', values: [10, 20.5, 30], color: 'bet', unit: 'euro' },
  { id: 'i2', name: 'Baltica', values: [1, null, 3], color: 2, unit: 'euro' },
];

function renderCursor() {
  const onMove = vi.fn();
  const onPoint = vi.fn<(point: ChosenPoint) => void>();
  const view = renderScreen(
    <ChartCursor name="Bet" points={points} series={series} unit="euro" onMove={onMove} onPoint={onPoint} />,
  );
  const cursor = screen.getByRole('slider', { name: 'Values of Bet: arrow keys move, Enter explains' });
  const text = () => cursor.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ');
  return { ...view, onMove, onPoint, cursor, text };
}

describe('the cursor of a chart', () => {
  it('walks over places and series, says each value, and shows what stands there', async () => {
    const { user, cursor, text, onMove } = renderCursor();
    await user.tab();
    expect(cursor).toHaveFocus();
    expect(text()).toBe('Day 2026-11-20, All: 30,00 €');
    await user.keyboard('{ArrowLeft}');
    expect(text()).toBe('Day 2026-11-19, All: 20,50 €');
    expect(onMove).toHaveBeenLastCalledWith(1);
    await user.keyboard('{ArrowDown}');
    expect(text()).toBe('Day 2026-11-19, Baltica: N/A');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(text()).toBe('Day 2026-11-18, Baltica: 1,00 €');
    await user.tab();
    expect(onMove).toHaveBeenLastCalledWith(null);
  });

  it('explains the value that Enter is pressed on', async () => {
    const { user, onPoint, cursor } = renderCursor();
    await user.tab();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowDown}{Enter}');
    expect(onPoint).toHaveBeenCalledWith({ index: 0, series: series[1], element: cursor });
  });
});

describe('a point as a figure', () => {
  it('is that of what stands around it, narrowed to its interval and its series', () => {
    renderScreen(
      <div {...explainsFor({ from: '2026-11-01', to: '2026-11-20', sessionTypeId: 1, games: [7] })}>
        <span data-testid="chart" />
      </div>,
    );
    const within = { from: '2026-11-18', to: '2026-11-18', integrations: [2] };
    expect(figureAt({ element: screen.getByTestId('chart'), metric: 'bet', within, shown: 1 })).toEqual({
      metric: 'bet',
      shown: 1,
      filter: { from: '2026-11-18', to: '2026-11-18', sessionTypeId: 1, games: [7], integrations: [2] },
    });
  });
});
