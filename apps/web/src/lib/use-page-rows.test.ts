import { describe, expect, it } from 'vitest';
import { pageRowsFor } from './use-page-rows.ts';

const list = { atLeast: 14, reserved: 238 };

describe('rows of a page', () => {
  it('are those of a low window, at the least height', () => {
    expect(pageRowsFor(600, list)).toEqual({ rows: 14, rowHeight: 34 });
  });

  it('fill a laptop with the same number, higher', () => {
    expect(pageRowsFor(900, list)).toEqual({ rows: 14, rowHeight: 47 });
  });

  it('are more on a large screen', () => {
    expect(pageRowsFor(1080, list)).toEqual({ rows: 18, rowHeight: 46 });
    expect(pageRowsFor(1440, list)).toEqual({ rows: 26, rowHeight: 46 });
  });

  it('end at what a person takes in', () => {
    expect(pageRowsFor(9000, list)).toEqual({ rows: 50, rowHeight: 48 });
  });
});
