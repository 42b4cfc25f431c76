import { Temporal } from 'temporal-polyfill';

/** The zone of the hours, days and months that sessions are counted in. */
export const zone = 'Europe/Rome';

/** A calendar day in Rome, `YYYY-MM-DD`. Days compare and sort as text. */
export type Day = string;

/** A half-open time range: `from` is inside, `to` is not. */
export interface Range {
  from: Date;
  to: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The calendar day an instant falls on in Rome. Cheap enough to call once per session row. */
export function romeDay(instant: Date): Day {
  return wallClock(instant).slice(0, 10);
}

/** The Rome day as a half-open range; 23 or 25 hours long on the days the clocks change. */
export function romeDayRange(day: Day): Range {
  return { from: startOfRomeDay(day), to: startOfRomeDay(addDays(day, 1)) };
}

/** The first instant of a Rome day, given the day or any instant in it. */
export function startOfRomeDay(at: Day | Date): Date {
  return startOf(plainDay(at));
}

/** The first instant of the Rome month that a day or an instant falls in. */
export function startOfRomeMonth(at: Day | Date): Date {
  return startOf(plainDay(at).with({ day: 1 }));
}

/** The day `days` calendar days later (earlier when negative). */
export function addDays(day: Day, days: number): Day {
  return plainDay(day).add({ days }).toString();
}

/** The same day `months` later (earlier when negative); the last of the month where that day does not exist. */
export function addMonths(day: Day, months: number): Day {
  return plainDay(day).add({ months }).toString();
}

/** The calendar day after; plain arithmetic, because plans and axes take hundreds of steps and {@link addDays} is slow. */
export function dayAfter(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

/** The first day of the calendar month after the one a day lies in. */
export function monthAfter(day: Day): Day {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const dayStarts = new Map<Day, number>();
const rememberedDays = 20_000;

/** The first instant of a Rome day in epoch ms; cached, because charts need the same days again and again. */
export function romeDayStart(day: Day): number {
  let start = dayStarts.get(day);
  if (start === undefined) {
    start = startOfRomeDay(day).getTime();
    if (dayStarts.size >= rememberedDays) dayStarts.clear();
    dayStarts.set(day, start);
  }
  return start;
}

/** How many calendar days lie from `first` to `last`, both counted: the same day twice is 1. */
export function daysBetween(first: Day, last: Day): number {
  return plainDay(first).until(plainDay(last), { largestUnit: 'days' }).days + 1;
}

/** How many Rome calendar days a half-open range touches; a range that ends at midnight does not touch that day. */
export function daysTouched(range: Range): number {
  return daysBetween(romeDay(range.from), romeDay(new Date(range.to.getTime() - 1)));
}

/** Rome's wall clock at an instant as `YYYY-MM-DDTHH:mm:ss.sss`, without offset. */
export function wallClock(instant: Date): string {
  return new Date(instant.getTime() + romeOffset(instant)).toISOString().slice(0, 23);
}

/**
 * The instant at which Rome's clocks show on `day` what they show at `at`. An hour that the clocks skip on that day is read as the
 * hour after it, one that they repeat as its first run.
 */
export function sameTimeOn(day: Day, at: Date): Date {
  const time = Temporal.PlainTime.from(wallClock(at).slice(11));
  return new Date(plainDay(day).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
}

/** Rome's wall clock to the minute, as Italians and the British write it: `25/10/2026 02:30`. */
export function minuteText(instant: Date): string {
  const [day = '', time = ''] = wallClock(instant).split('T');
  return `${dayText(day)} ${time.slice(0, 5)}`;
}

/** A day as Italians and the British write it: `25/10/2026`. */
export function dayText(day: string): string {
  return day.split('-').reverse().join('/');
}

/** Rome's offset from UTC at an instant, as `+01:00`. */
export function offsetLabel(instant: Date): string {
  return `+${String(romeOffset(instant) / hourMs).padStart(2, '0')}:00`;
}

// The offset is whole hours and changes only on a full UTC hour, so one look-up per hour of the session store is enough.
const offsets = new Map<number, number>();
const rememberedHours = 200_000;

// 00:00 to 59:59, made when the first file is written.
let minutesAndSeconds: string[] | undefined;
const hourTexts = new Map<number, readonly [before: string, after: string]>();

/** Rome's wall clock to the second with its offset, as `2026-10-25T02:30:00+01:00`; cached by hour, because a file has millions. */
export function wallClockWithOffset(instant: Date): string {
  const ms = instant.getTime();
  const hour = Math.floor(ms / hourMs);
  let texts = hourTexts.get(hour);
  if (texts === undefined) {
    texts = [wallClock(instant).slice(0, 14), offsetLabel(instant)];
    if (hourTexts.size >= rememberedHours) hourTexts.clear();
    hourTexts.set(hour, texts);
  }
  minutesAndSeconds ??= Array.from({ length: 3600 }, (_, second) =>
    [Math.floor(second / 60), second % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  );
  return `${texts[0]}${minutesAndSeconds[Math.floor((ms - hour * hourMs) / 1000)]}${texts[1]}`;
}

/** Rome's offset from UTC at an instant, in milliseconds. */
export function romeOffset(instant: Date): number {
  const hour = Math.floor(instant.getTime() / hourMs);
  let offset = offsets.get(hour);
  if (offset === undefined) {
    const start = Temporal.Instant.fromEpochMilliseconds(hour * hourMs);
    offset = start.toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
    if (offsets.size >= rememberedHours) offsets.clear();
    offsets.set(hour, offset);
  }
  return offset;
}

function plainDay(at: Day | Date): Temporal.PlainDate {
  return Temporal.PlainDate.from(at instanceof Date ? romeDay(at) : at);
}

function startOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds);
}
