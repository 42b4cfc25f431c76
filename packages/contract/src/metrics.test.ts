import { describe, expect, it } from 'vitest';
import { metricByName, metricIds, metricOfSplit, metrics, splitStatNames } from './metrics.ts';

/** The number of series colours that the web's theme has. */
const paletteSize = 12;

function expectUnique(values: readonly unknown[]) {
  expect(values.toSorted()).toEqual([...new Set(values)].toSorted());
}

describe('the table of metrics', () => {
  it('gives each metric a title, a formula and a colour of its own', () => {
    const all = metricIds.map((id) => metrics[id]);
    for (const { title, formula, color } of all) {
      expect(title).toMatch(/^[A-Z]/);
      expect(formula).toMatch(/^[A-Z].*\.$/);
      if (typeof color === 'number') {
        expect(Number.isInteger(color) && color >= 1 && color <= paletteSize, title).toBe(true);
      }
    }
    expectUnique(all.map(({ title }) => title));
    expectUnique(all.map(({ formula }) => formula));
    expectUnique(all.map(({ color }) => color));
  });

  it('leads from every name to one metric', () => {
    expectUnique(
      metricIds.flatMap((id) => [...new Set([id, metrics[id].splitName ?? id]), ...metrics[id].aliases]),
    );
    for (const id of metricIds) {
      for (const name of [id, ...metrics[id].aliases]) expect(metricByName(name)).toBe(id);
    }
    for (const name of splitStatNames) {
      expect(metricByName(name)).toBe(metricOfSplit(name));
      expect(metrics[metricOfSplit(name)].splitName).toBe(name);
    }
  });

  it('has the columns in the order of the documents', () => {
    expect(splitStatNames).toEqual([
      'bet',
      'win',
      'grosswin',
      'netwin',
      'due',
      'rtp',
      'sessionsTotals',
      'rounds',
      'usersCount',
    ]);
  });
});
