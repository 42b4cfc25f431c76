import type { ReportType } from '@ludus/contract';
import {
  addDays,
  addMonths,
  type Day,
  offsetLabel,
  romeDay,
  startOfRomeDay,
  startOfRomeMonth,
} from '../../infra/clock/index.ts';

/** What a run may be of: a type of the mailing list, or a range that someone chose. */
export type RunType = ReportType | 'custom';

/** How long after its time a report is still worth sending: a hub that was off for longer leaves out what lies before. */
export const catchUpDays: Record<ReportType, number> = { daily: 7, monthly: 31, 'italy-games': 31 };

/** The first time after an instant at which a type is due: 06:00 in Rome, each day or each first of the month. */
export function nextDue(type: ReportType, after: Date): Date {
  const today = romeDay(after);
  const first = romeDay(startOfRomeMonth(after));
  const days = type === 'daily' ? [today, addDays(today, 1)] : [first, addMonths(first, 1)];
  const due = days.map(sixOClock).find((at) => at > after);
  if (due === undefined) throw new Error(`No time at which ${type} reports are due follows.`);
  return due;
}

/** The days that a report requested at an instant covers, both included: yesterday, or the last calendar month. */
export function reportDays(type: ReportType, at: Date): { dateStart: Day; dateEnd: Day } {
  if (type === 'daily') {
    const yesterday = addDays(romeDay(at), -1);
    return { dateStart: yesterday, dateEnd: yesterday };
  }
  const thisMonth = romeDay(startOfRomeMonth(at));
  return { dateStart: addMonths(thisMonth, -1), dateEnd: addDays(thisMonth, -1) };
}

// The clocks change at night: from six o'clock on, a day has the offset that it ends with.
function sixOClock(day: Day): Date {
  const lastInstant = new Date(startOfRomeDay(addDays(day, 1)).getTime() - 1);
  return new Date(`${day}T06:00:00${offsetLabel(lastInstant)}`);
}
