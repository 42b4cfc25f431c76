import { hourShift, offsetLabelIn, romeCalendar, startOfHour, wallClockIn } from './calendar.ts';
import { addDays, addMonths, type Range, romeDay, startOfRomeDay, startOfRomeMonth } from './zone.ts';

/** One step of a time axis. */
export interface Bucket extends Range {
  /** Unique within an axis, and the same for the same calendar hour, day or month on every axis. */
  key: string;
  /** What people read; equal to the key. */
  label: string;
  /** True when the requested range cuts the hour, day or month short; `from` and `to` are then the cut ends. */
  partial: boolean;
}

const hourMs = 3_600_000;

/**
 * The hours of a range, `YYYY-MM-DD HH`. The hour that happens twice when summer time ends is two buckets, which
 * carry their offset (`2026-10-25 02 +02:00`, `2026-10-25 02 +01:00`); the hour that summer time skips is none.
 */
export function hourBuckets(from: Date, to: Date, calendar = romeCalendar): Bucket[] {
  const firstHour = startOfHour(from, hourShift(calendar, from));
  return steps(
    { from, to },
    firstHour,
    (start) => new Date(start.getTime() + hourMs),
    (start) => hourKey(start, calendar),
  );
}

/** The Rome calendar days of a range, `YYYY-MM-DD`. */
export function dayBuckets(from: Date, to: Date): Bucket[] {
  return steps(
    { from, to },
    startOfRomeDay(from),
    (start) => startOfRomeDay(addDays(romeDay(start), 1)),
    romeDay,
  );
}

/** The Rome calendar months of a range, `YYYY-MM`. */
export function monthBuckets(from: Date, to: Date): Bucket[] {
  const next = (start: Date) => startOfRomeMonth(addMonths(romeDay(start), 1));
  return steps({ from, to }, startOfRomeMonth(from), next, (start) => romeDay(start).slice(0, 7));
}

/** The key of the hour bucket an hour's first instant belongs to; see {@link hourBuckets}. */
export function hourKey(start: Date, calendar = romeCalendar): string {
  const wallHour = (at: Date) => wallClockIn(calendar, at).slice(0, 13).replace('T', ' ');
  const wall = wallHour(start);
  const sameWallNear = [-hourMs, hourMs].some(
    (shift) => wallHour(new Date(start.getTime() + shift)) === wall,
  );
  return sameWallNear ? `${wall} ${offsetLabelIn(calendar, start)}` : wall;
}

function steps(
  range: Range,
  first: Date,
  next: (start: Date) => Date,
  keyOf: (start: Date) => string,
): Bucket[] {
  const buckets: Bucket[] = [];
  for (let start = first; start < range.to; ) {
    const end = next(start);
    const key = keyOf(start);
    const from = start < range.from ? range.from : start;
    const to = end > range.to ? range.to : end;
    buckets.push({ key, label: key, from, to, partial: from > start || to < end });
    start = end;
  }
  return buckets;
}
