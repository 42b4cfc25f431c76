import { dayAfter, monthAfter } from './cube.books.ts';

/** The days of a calendar month, given its first day. */
export function daysOfMonth(first: string): string[] {
  const days: string[] = [];
  for (let day = first; day < monthAfter(first); day = dayAfter(day)) days.push(day);
  return days;
}
