import { DAY_MS, HOUR_MS } from './clock.ts';

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Rome',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const offsets = new Map<number, number>();

/** Offset of Rome from UTC in milliseconds. Rome changes its clocks on full UTC hours, so one offset serves an hour. */
export function romeOffset(instant: number): number {
  const hour = Math.floor(instant / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const start = hour * HOUR_MS;
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(start)) part[type] = Number(value);
  const local = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  );
  offsets.set(hour, local - start);
  return local - start;
}

/** Hour of the day in Rome, 0 to 23. */
export function romeHour(instant: number): number {
  return Math.floor((instant + romeOffset(instant)) / HOUR_MS) % 24;
}

/** Day of the week in Rome, 0 is Sunday. */
export function romeWeekday(instant: number): number {
  return (Math.floor((instant + romeOffset(instant)) / DAY_MS) + 4) % 7;
}

/** Number of the Rome calendar day, counted from 1970-01-01. */
export function romeDayNumber(instant: number): number {
  return Math.floor((instant + romeOffset(instant)) / DAY_MS);
}

/** `YYYY-MM-DD` of a day number. */
export function dayText(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** Day number of `YYYY-MM-DD`. */
export function dayNumberOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

/** First millisecond of a Rome calendar day. */
export function startOfRomeDay(dayNumber: number): number {
  const midnightAsUtc = dayNumber * DAY_MS;
  return midnightAsUtc - romeOffset(midnightAsUtc - romeOffset(midnightAsUtc));
}

/** `DD/MM/YYYY HH:MM:SS` in Rome, for pages that people read. */
export function romeText(instant: number): string {
  const iso = new Date(instant + romeOffset(instant)).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}
