import { describe, expect, it } from 'vitest';
import { isFilled, tileColumns } from './stat-tiles.tsx';

it('stands tiles side by side where they fit', () => {
  expect(tileColumns(7, 1200, 144)).toBe(7);
});

it('spreads tiles evenly over as few rows as they need', () => {
  // Eight would fit: nine are five and four.
  expect(tileColumns(9, 1200, 144)).toBe(5);
  expect(tileColumns(7, 358, 144)).toBe(2);
  expect(tileColumns(5, 500, 144)).toBe(3);
  expect(tileColumns(5, 646, 128)).toBe(5);
});

it('keeps to the number of columns that is asked for', () => {
  expect(tileColumns(4, 1200, 144, 2)).toBe(2);
});

it('has one column for what is wider than the place', () => {
  expect(tileColumns(3, 200, 420)).toBe(1);
});

describe('a tile that fills the last row', () => {
  it('comes where one is missing: nine in five columns, seven in four, nine in two', () => {
    expect(isFilled(9, 1170, 144)).toBe(true);
    expect(isFilled(7, 700, 144)).toBe(true);
    expect(isFilled(9, 340, 144)).toBe(true);
  });

  it('does not come where rows are full, or where two are missing', () => {
    expect(isFilled(9, 640, 170)).toBe(false);
    expect(isFilled(9, 1700, 144)).toBe(false);
    expect(isFilled(13, 800, 144)).toBe(false);
  });
});
