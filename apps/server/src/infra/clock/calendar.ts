import { Temporal } from 'temporal-polyfill';
import { type Day, romeDay, romeDayStart, romeOffset, zone } from './zone.ts';

/** The days and hours of one time zone. Figures are cut by Rome's, unless a caller sends another zone. */
export interface Calendar {
  /** IANA name. */
  zone: string;
  /** Returns the calendar day an instant falls on. */
  day(instant: Date): Day;
  /** Returns the first instant of a day in epoch ms. */
  dayStart(day: Day): number;
  /** Returns the offset from UTC at an instant in milliseconds. */
  offset(instant: Date): number;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;

export const romeCalendar: Calendar = { zone, day: romeDay, dayStart: romeDayStart, offset: romeOffset };

/** Returns the calendar of an IANA zone, Rome's without one. @throws RangeError for an unknown zone */
export function calendarOf(timeZone: string | undefined): Calendar {
  if (timeZone === undefined || timeZone === zone) return romeCalendar;
  // Clocks change at a quarter of an hour everywhere, and a file has 100,000 times of a few days.
  const offsetOf = remembered(
    (quarter: number) =>
      Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(timeZone)
        .offsetNanoseconds / 1e6,
  );
  const offset = (instant: Date) => offsetOf(Math.floor(instant.getTime() / quarterMs));
  return {
    zone: timeZone,
    offset,
    day: (instant) => wallClockAt(instant, offset(instant)).slice(0, 10),
    dayStart: remembered(
      (day: Day) => Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds,
    ),
  };
}

const mostRemembered = 10_000;

function remembered<Key>(compute: (key: Key) => number): (key: Key) => number {
  const known = new Map<Key, number>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      if (known.size >= mostRemembered) known.clear();
      known.set(key, value);
    }
    return value;
  };
}

/** Returns the wall clock of a calendar at an instant as `YYYY-MM-DDTHH:mm:ss.sss`, without offset. */
export function wallClockIn(calendar: Calendar, instant: Date): string {
  return wallClockAt(instant, calendar.offset(instant));
}

/** Returns the offset of a calendar from UTC at an instant, as `+01:00`. */
export function offsetLabelIn(calendar: Calendar, instant: Date): string {
  const offset = calendar.offset(instant);
  const minutes = Math.abs(offset) / minuteMs;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Returns how far hours on the clock of a calendar begin before those of UTC, in milliseconds: 0 in most zones. */
export function hourShift(calendar: Calendar, instant: Date): number {
  return ((calendar.offset(instant) % hourMs) + hourMs) % hourMs;
}

/** Returns the start of the hour that an instant falls in, where hours begin `shift` before those of UTC. */
export function startOfHour(instant: Date, shift: number): Date {
  return new Date(Math.floor((instant.getTime() + shift) / hourMs) * hourMs - shift);
}

function wallClockAt(instant: Date, offset: number): string {
  return new Date(instant.getTime() + offset).toISOString().slice(0, 23);
}
