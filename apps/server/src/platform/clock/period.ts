import { ValidationError } from '../errors/index.ts';
import { addDays, type Range, romeDay, startOfRomeDay, wallClock } from './zone.ts';

/** The ends of a period as they arrive: ISO 8601 instants with offset or Z, or plain Rome days. */
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
 * Rome's wall clock, means the whole of that day; any other `to` is the first instant outside.
 * @throws ValidationError naming `from` or `to`, also when the period is empty or runs backwards.
 */
export function parsePeriod({ from, to }: PeriodInput): Range {
  const fields: Record<string, string> = {};
  const start = parseInstant(from);
  if (start === null) fields.from = unreadable;
  const end = plainDay.test(to) ? endOfPlainDay(to) : throughEndOfDay(parseInstant(to));
  if (end === null) fields.to = unreadable;
  if (start === null || end === null) throw new ValidationError(fields);
  if (start >= end) throw new ValidationError({ to: 'The period must end after it starts.' });
  return { from: start, to: end };
}

/** One instant, or the start of a plain Rome day; null when the text is neither. */
export function parseInstant(text: string): Date | null {
  if (plainDay.test(text)) return isDay(text) ? startOfRomeDay(text) : null;
  if (!instant.test(text) || !isDay(text.slice(0, 10))) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

const unreadable = 'Give an instant with an offset (2026-03-29T00:00:00+01:00) or a day (2026-03-29).';

function endOfPlainDay(day: string): Date | null {
  return isDay(day) ? startOfRomeDay(addDays(day, 1)) : null;
}

function throughEndOfDay(at: Date | null): Date | null {
  if (at === null || !endOfDay.test(wallClock(at))) return at;
  return startOfRomeDay(addDays(romeDay(at), 1));
}

// `new Date` reads 31 February as 3 March; a day that does not exist is a mistake of the caller.
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
