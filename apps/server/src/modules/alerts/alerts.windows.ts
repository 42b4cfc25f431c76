import {
  addDays,
  type Range,
  romeCalendar,
  romeDay,
  romeDayStart,
  sameTimeOn,
} from '../../infra/clock/index.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
const nearMs = 4 * hourMs;

/** A part of the window of a week; 0 is the window itself, 1 that of a week before. */
export interface WeekRange extends Range {
  week: number;
}

/**
 * The window of `hours` that ends at `end`, and the same hours of Rome's clock in the weeks before, newest first. Each hour is looked for
 * by itself, so that a window across a change of the clocks is compared with as many hours as it has: the hour that happens
 * twice is compared twice with the one of other weeks, and the hour that is skipped with none. Hours that follow each other are
 * one range.
 */
export function comparedHours(end: Date, hours: number, weeks: number): WeekRange[] {
  const ranges: WeekRange[] = [];
  const add = (week: number, from: number) => {
    const last = ranges.at(-1);
    if (last?.week === week && last.to.getTime() === from) last.to = new Date(from + hourMs);
    else ranges.push({ week, from: new Date(from), to: new Date(from + hourMs) });
  };
  const first = end.getTime() - hours * hourMs;
  for (let week = 0; week <= weeks; week++) {
    for (let hour = first; hour < end.getTime(); hour += hourMs) {
      add(week, week === 0 ? hour : sameHourBefore(hour, week));
    }
  }
  return ranges;
}

/** The hour of Rome's clock so many weeks before: by plain arithmetic, except near a change of the clocks. */
function sameHourBefore(hour: number, week: number): number {
  const offset = (at: number) => romeCalendar.offset(new Date(at));
  const near = hour - week * weekMs;
  if (offset(near - nearMs) === offset(near + nearMs)) return near + offset(hour) - offset(near);
  const at = new Date(hour);
  return sameTimeOn(addDays(romeDay(at), -7 * week), at).getTime();
}

/** The whole Rome days before the one that `end` lies in, and the same days of the weeks before: of 23 or 25 hours where they are. */
export function comparedDays(end: Date, days: number, weeks: number): WeekRange[] {
  const last = romeDay(end);
  return Array.from({ length: weeks + 1 }, (_, week) => {
    const to = addDays(last, -7 * week);
    return { week, from: new Date(romeDayStart(addDays(to, -days))), to: new Date(romeDayStart(to)) };
  });
}
