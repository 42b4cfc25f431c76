import { expect, it } from 'vitest';
import { tileColumns } from './stat-tiles.tsx';

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
