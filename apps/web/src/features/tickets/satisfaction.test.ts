import { expect, it } from 'vitest';
import { byAssignee, byMonth, goodShare } from './satisfaction.ts';

const mara = { id: 'mara', username: 'mara' };
const rows = [
  { month: '2026-11', assignee: mara, closed: 4, good: 2, bad: 1 },
  { month: '2026-11', assignee: null, closed: 1, good: 0, bad: 0 },
  { month: '2026-10', assignee: mara, closed: 2, good: 1, bad: 0 },
];

it('adds up months and assignees', () => {
  expect(byMonth(rows)).toEqual([
    { key: '2026-11', closed: 5, good: 2, bad: 1 },
    { key: '2026-10', closed: 2, good: 1, bad: 0 },
  ]);
  expect(byAssignee(rows)).toEqual([
    { key: mara, closed: 6, good: 3, bad: 1 },
    { key: null, closed: 1, good: 0, bad: 0 },
  ]);
});

it('has no share where nothing was rated', () => {
  expect(rows.map(goodShare)).toEqual([2 / 3, null, 1]);
});
