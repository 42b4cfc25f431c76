import { describe, expect, it } from 'vitest';
import { type AggregatesRow, noAggregates } from '../session-store/index.ts';
import { axisOf } from './statistics.buckets.ts';
import { splitSeriesOf } from './statistics.mapper.ts';

const year = { from: new Date('2025-01-01T00:00:00+01:00'), to: new Date('2026-01-01T00:00:00+01:00') };
const hours = axisOf(year, 'hour', new Date('2026-11-20T11:30:00Z'));

/** One session per game in the first hour of the year, the rest of it empty. */
function seriesOf(games: number) {
  const rows = Array.from(
    { length: games },
    (_unused, index) => ({ ...noAggregates, bucket: hours[0]?.number, gameId: index + 1 }) as AggregatesRow,
  );
  return splitSeriesOf(hours, rows, [], new Set(['bet']), ({ gameId }) => ({
    key: gameId,
    ids: { gameId },
    label: `Game ${gameId}`,
  }));
}

describe('series of a split', () => {
  it('a year by hour is answered for twelve games', () => {
    expect(hours).toHaveLength(8760);
    expect(seriesOf(12).bet).toHaveLength(12);
  });

  it('more points than could be drawn are refused, naming the field and saying what to ask for instead', () => {
    const refused = expect.objectContaining({
      status: 422,
      fields: { key: expect.stringContaining('13 series of 8.760 steps') },
    });
    expect(() => seriesOf(13)).toThrow(refused);
  });
});
