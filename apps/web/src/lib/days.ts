/** Calendar days as plain `YYYY-MM-DD` strings. All arithmetic is on the calendar, so no clock change can shift it. */
import { ZONE } from './format.ts';

export type Day = string;

export interface Period {
  from: Day;
  to: Day;
}

const romeDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The calendar day in Rome at an instant. */
export function dayInRome(instant: Date): Day {
  return romeDay.format(instant);
}

/** Today's calendar day in Rome. */
export function today(): Day {
  return dayInRome(new Date());
}

function parse(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function write(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

/** True for an existing calendar day written `YYYY-MM-DD`. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = parse(value);
  return !Number.isNaN(date.getTime()) && write(date) === value;
}

export function addDays(day: Day, count: number): Day {
  const date = parse(day);
  date.setUTCDate(date.getUTCDate() + count);
  return write(date);
}

/** Number of days of a period, both ends included. */
export function daysOf(period: Period): number {
  return Math.round((parse(period.to).getTime() - parse(period.from).getTime()) / 86_400_000) + 1;
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

export function addMonths(firstOfMonth: Day, count: number): Day {
  const date = parse(firstOfMonth);
  date.setUTCMonth(date.getUTCMonth() + count);
  return write(date);
}

export const presetNames = ['today', 'yesterday', 'thisMonth', 'lastMonth', 'last7', 'last30'] as const;
export type PresetName = (typeof presetNames)[number];

/** The period a preset stands for on a given Rome day. Both ends are included. */
export function presetPeriod(name: PresetName, todayInRome: Day): Period {
  switch (name) {
    case 'today':
      return { from: todayInRome, to: todayInRome };
    case 'yesterday': {
      const day = addDays(todayInRome, -1);
      return { from: day, to: day };
    }
    case 'thisMonth':
      return { from: startOfMonth(todayInRome), to: todayInRome };
    case 'lastMonth': {
      const from = addMonths(startOfMonth(todayInRome), -1);
      return { from, to: addDays(startOfMonth(todayInRome), -1) };
    }
    case 'last7':
      return { from: addDays(todayInRome, -6), to: todayInRome };
    case 'last30':
      return { from: addDays(todayInRome, -29), to: todayInRome };
  }
}

/** The preset that covers exactly this period, if any. */
export function presetOf(period: Period, todayInRome: Day): PresetName | null {
  return (
    presetNames.find((name) => {
      const preset = presetPeriod(name, todayInRome);
      return preset.from === period.from && preset.to === period.to;
    }) ?? null
  );
}

/** A day, null for none, or what was typed in its place and is no day. */
export type TypedDay = Day | string | null;

/** Whether something was typed that is no day: a form that holds it is not sent. */
export function isInvalidDay(value: TypedDay): boolean {
  return value !== null && !isDay(value);
}

/** Reads `dd/MM/yyyy` (also with dots, hyphens or single digits); null when it is no calendar day. */
export function parseDayText(text: string): Day | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text);
  if (!match) return null;
  const day = `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}
