import { act, render } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RowsInSight, useRowsInSight } from './use-rows-in-sight.ts';

const rowHeight = 36;
const fixed = 78;
// As tall as the tests' window is said to be, less what stays.
const room = 300 - fixed;

function renderRows(count: number) {
  const latest: { sight?: RowsInSight } = {};
  function Rows() {
    latest.sight = useRowsInSight(count, rowHeight, fixed);
    return <div ref={latest.sight.frameRef} data-testid="frame" />;
  }
  const view = render(<Rows />);
  const frame = view.getByTestId('frame');
  const sight = () => latest.sight as RowsInSight;
  const scrollTo = (top: number) =>
    act(() => {
      frame.scrollTop = top;
      frame.dispatchEvent(new Event('scroll'));
    });
  return { ...view, frame, sight, scrollTo };
}

describe('the rows in sight', () => {
  const counts = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 1_300_000 }));

  it('fill the window at every place, however many rows there are, with few drawn', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (count, part) => {
        const { sight, scrollTo, unmount } = renderRows(count);
        const { height } = sight();
        expect(height).toBeLessThanOrEqual(12_000_000);
        const scrolled = Math.floor(Math.max(0, height - room) * part);
        scrollTo(scrolled);
        const { first, end, top } = sight();
        expect(end - first).toBeLessThan(40);
        if (first > 0) expect(top(first)).toBeLessThanOrEqual(scrolled);
        if (end < count) expect(top(end - 1) + rowHeight).toBeGreaterThanOrEqual(scrolled + room);
        unmount();
      }),
      { numRuns: 60 },
    );
  });

  it('reach the last row and the first', () => {
    fc.assert(
      fc.property(counts, (count) => {
        const { sight, scrollTo, unmount } = renderRows(count);
        const { height } = sight();
        scrollTo(Math.max(0, height - room));
        expect(sight().end).toBe(count);
        expect(sight().top(count - 1) + rowHeight).toBeCloseTo(height, 0);
        scrollTo(0);
        expect(sight().first).toBe(0);
        expect(sight().top(0)).toBe(0);
        unmount();
      }),
      { numRuns: 60 },
    );
  });

  it('include any row that is to be shown', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), (count, part) => {
        const { sight, scrollTo, frame, unmount } = renderRows(count);
        const row = Math.min(count - 1, Math.floor(count * part));
        act(() => sight().show(row));
        scrollTo(frame.scrollTop);
        const top = sight().top(row);
        expect(top).toBeGreaterThanOrEqual(frame.scrollTop - 1);
        expect(top + rowHeight).toBeLessThanOrEqual(frame.scrollTop + room + 1);
        unmount();
      }),
      { numRuns: 60 },
    );
  });
});
