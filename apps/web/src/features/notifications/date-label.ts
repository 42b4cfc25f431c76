import { dayInRome } from '../../lib/days.ts';
import { formatInstant, formatInstantWith } from '../../lib/format.ts';

/** The time for today, month and day for this year, the full date otherwise; by the calendar of Rome. */
export function dateLabel(createdAt: string, language: string, now: Date = new Date()): string {
  const day = dayInRome(new Date(createdAt));
  const today = dayInRome(now);
  if (day === today) return formatInstant(createdAt, 'time');
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return formatInstantWith(createdAt, language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
}
