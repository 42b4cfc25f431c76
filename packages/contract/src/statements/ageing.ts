import type { Ageing } from './schema.ts';

/** How late what is open of a statement is, in days after the day it was due. */
export const ages = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const;
export type Age = (typeof ages)[number];

/** Those that are late, the latest last. */
export const lateAges = ['upTo30', 'upTo60', 'upTo90', 'over90'] as const satisfies Age[];

const dayMs = 86_400_000;

/** Counts the days from the one that a statement was due on to today, both days of Rome. 0 while it is not late. */
export function daysLate(dueOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(dueOn)) / dayMs));
}

/** The only place that says where an age ends. */
export function ageOf(late: number): Age {
  if (late <= 0) return 'notDue';
  if (late <= 30) return 'upTo30';
  if (late <= 60) return 'upTo60';
  return late <= 90 ? 'upTo90' : 'over90';
}

/** Nothing open, at any age. */
export const noAgeing: Readonly<Ageing> = {
  notDue: 0,
  upTo30: 0,
  upTo60: 0,
  upTo90: 0,
  over90: 0,
  credit: 0,
};
