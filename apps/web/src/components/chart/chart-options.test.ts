import { describe, expect, it } from 'vitest';
import { axisUnits, chartOptions, slightDip, symmetricExtent } from './chart-options.ts';

const points = ['A', 'B'].map((name) => ({ key: name, axis: name, title: name }));

describe('a chart of two units', () => {
  it('has one axis for each, and puts every series on its own', () => {
    const options = chartOptions({
      kind: 'bar',
      points,
      series: [
        { id: 'netWin', name: 'Net win', values: [120.5, -40], color: 'net-win' },
        { id: 'sessions', name: 'Sessions', values: [7, 3], color: 'win', unit: 'count' },
      ],
      unit: 'euro',
      scheme: 'dark',
      width: 800,
      zoom: false,
    }) as { yAxis: { min: (extent: object) => number }[]; series: { yAxisIndex: number }[] };
    expect(options.yAxis).toHaveLength(2);
    expect(options.series.map((one) => one.yAxisIndex)).toEqual([0, 1]);
    // Both axes share the zero line.
    expect(options.yAxis[1]?.min({ min: 3, max: 7 })).toBe(-10);
  });

  it('has one axis when every series has the chart’s unit', () => {
    expect(axisUnits([{}, { unit: 'euro' }], 'euro')).toEqual(['euro']);
  });

  it('begins at zero, unless its figures are compared with one another', () => {
    const of = (closeUp?: boolean) =>
      chartOptions({
        kind: 'line',
        points,
        series: [{ id: 'rtp', name: 'RTP', values: [0.95, 0.96], color: 1 }],
        unit: 'ratio',
        scheme: 'dark',
        width: 800,
        zoom: false,
        ...(closeUp === undefined ? {} : { closeUp }),
      }) as { yAxis: { scale: boolean }[] };
    expect(of().yAxis[0]?.scale).toBe(false);
    expect(of(true).yAxis[0]?.scale).toBe(true);
  });

  it('has its first place well beneath the lowest value, whose text stands at the left of it', () => {
    const { xAxis } = chartOptions({
      kind: 'line',
      points,
      series: [],
      unit: 'euro',
      scheme: 'dark',
      width: 800,
      zoom: false,
    }) as { xAxis: { axisLabel: { margin: number; fontSize: number } } };
    // Half of the value's text lies beneath the line, too.
    expect(xAxis.axisLabel.margin - xAxis.axisLabel.fontSize / 2).toBeGreaterThanOrEqual(8);
  });

  it('reaches to the next round number', () => {
    expect(symmetricExtent({ min: -790, max: 815 })).toBe(1000);
    expect(symmetricExtent({ min: 0, max: 130 })).toBe(150);
    expect(symmetricExtent({ min: 0, max: 0 })).toBe(1);
  });
});

describe('the places of an outage', () => {
  it('are shaded over their own width, half of it at the edge of a line chart, and named in the tooltip', () => {
    const interrupted = points.map((point, index) =>
      index === 1 ? { ...point, interrupted: 'Outage of Alpina' } : point,
    );
    const input = {
      kind: 'line',
      series: [],
      unit: 'euro',
      scheme: 'dark',
      width: 800,
      zoom: false,
    } as const;
    const options = chartOptions({ ...input, points: interrupted }) as {
      series: { id: string; data: unknown; renderItem(...given: unknown[]): unknown }[];
      tooltip: { formatter(hovered: unknown): HTMLElement };
    };
    const [shade] = options.series;
    expect(shade).toMatchObject({ type: 'custom', data: [[1, '-']], silent: true });
    const drawn = shade?.renderItem(
      { coordSys: { x: 10, y: 5, width: 100, height: 50 } },
      { value: () => 1, coord: () => [110, 0], size: () => [100, 0] },
    );
    expect(drawn).toMatchObject({ type: 'rect', shape: { x: 60, y: 5, width: 50, height: 50 } });
    expect(options.tooltip.formatter([{ dataIndex: 1 }]).textContent).toBe('BOutage of Alpina');
    expect(options.tooltip.formatter([{ dataIndex: 0 }]).textContent).toBe('A');
    expect((chartOptions({ ...input, points }) as typeof options).series).toEqual([]);
  });
});

describe('bars that hardly reach below zero', () => {
  it('end the axis shortly below them, so that no room is given to nothing and none looks cut', () => {
    expect(slightDip([{ values: [2_000, null, -40] }, { values: [0, 10] }])).toBe(-100);
  });

  it('have the axis of any other chart where they reach further, or nowhere', () => {
    expect(slightDip([{ values: [2_000, -400] }])).toBeNull();
    expect(slightDip([{ values: [2_000, 0] }])).toBeNull();
    expect(slightDip([{ values: [-5] }])).toBeNull();
    expect(slightDip([])).toBeNull();
  });
});
