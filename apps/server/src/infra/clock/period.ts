import { type Message, messageOf } from '@ludus/contract';
import { ValidationError } from '../errors/index.ts';
import { type Calendar, romeCalendar, wallClockIn } from './calendar.ts';
import { dayAfter, type Range } from './zone.ts';

/** The ends of a period as they arrive: ISO 8601 instants with offset or Z, or plain days of a calendar. */
export interface PeriodInput {
  from: string;
  to: string;
}

const plainDay = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
// Screens and older clients name the last minute, second or millisecond of the last day when they mean all of it.
const endOfDay = /T23:59:(00\.000|59\.\d{3})$/;

/**
 * Reads a period as a half-open range. A plain day as `to`, and a `to` that is 23:59, 23:59:59 or 23:59:59.999 on
 * the calendar's wall clock, means the whole of that day; any other `to` is the first instant outside.
 * @throws ValidationError naming `from` or `to`, also when the period is empty or runs backwards.
 */
export function parsePeriod({ from, to }: PeriodInput, calendar = romeCalendar): Range {
  const fields: Record<string, Message> = {};
  const start = parseInstant(from, calendar);
  if (start === null) fields.from = unreadable;
  const end = plainDay.test(to)
    ? endOfPlainDay(to, calendar)
    : throughEndOfDay(parseInstant(to, calendar), calendar);
  if (end === null) fields.to = unreadable;
  if (start === null || end === null) throw new ValidationError(fields);
  if (start >= end) throw new ValidationError({ to: messageOf('fields.periodOrder') });
  return { from: start, to: end };
}

/** One instant, or the start of a plain day; null when the text is neither. */
export function parseInstant(text: string, calendar = romeCalendar): Date | null {
  if (plainDay.test(text)) return isDay(text) ? new Date(calendar.dayStart(text)) : null;
  if (!instant.test(text) || !isDay(text.slice(0, 10))) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

const unreadable = messageOf('fields.instantOrDay');

function endOfPlainDay(day: string, calendar: Calendar): Date | null {
  return isDay(day) ? new Date(calendar.dayStart(dayAfter(day))) : null;
}

function throughEndOfDay(at: Date | null, calendar: Calendar): Date | null {
  if (at === null || !endOfDay.test(wallClockIn(calendar, at))) return at;
  return new Date(calendar.dayStart(dayAfter(calendar.day(at))));
}

// `new Date` reads 31 February as 3 March; a day that does not exist is a mistake of the caller.
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
