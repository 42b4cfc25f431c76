import { addDays, addMonths, type Calendar, daysBetween } from '../../infra/clock/index.ts';
import type { Period } from '../session-store/index.ts';

/** Since when a running period is known: the last fetch where it was today, else now, as on the dashboard. */
export function knownUntil(now: Date, asOf: string | null, calendar: Calendar): Date {
  const fetched = asOf === null ? now : new Date(asOf);
  return fetched < now && fetched.getTime() >= calendar.dayStart(calendar.day(now)) ? fetched : now;
}

/**
 * Returns the period that a period is compared with: as many months before whole months, the same days of the month before for a month up to
 * today, as many days before whole days, else as much time. Of a period that is still running, what comes after `knownTo` has no
 * counterpart: a month of three weeks beside a whole one would look like a loss.
 */
export function periodBefore(period: Period, calendar: Calendar, knownTo: Date): Period {
  const [first, end] = [calendar.day(period.from), calendar.day(period.to)];
  const startOf = (day: string) => new Date(calendar.dayStart(day));
  const isWholeDays =
    startOf(first).getTime() === period.from.getTime() && startOf(end).getTime() === period.to.getTime();
  if (!isWholeDays) {
    const length = period.to.getTime() - period.from.getTime();
    return { from: new Date(period.from.getTime() - length), to: period.from };
  }
  const isRunning = knownTo < period.to && knownTo > period.from;
  const days = daysBetween(first, end) - 1;
  const months = monthsOf(first, end, isRunning && days > 1);
  const start = months > 0 ? addMonths(first, -months) : addDays(first, -days);
  const before = { from: startOf(start), to: period.from };
  if (!isRunning) return before;
  const day = calendar.day(knownTo);
  const sameDay = startOf(addDays(start, daysBetween(first, day) - 1));
  const until = new Date(sameDay.getTime() + knownTo.getTime() - calendar.dayStart(day));
  return { from: before.from, to: until < before.to ? until : before.to };
}

/** The whole months of a period, whose end is the day after it; 0 where it has others. A month up to today is one. */
function monthsOf(first: string, end: string, isToDate: boolean): number {
  if (!first.endsWith('-01')) return 0;
  if (isToDate && first.slice(0, 7) === end.slice(0, 7)) return 1;
  if (!end.endsWith('-01')) return 0;
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(end) - count(first);
}
