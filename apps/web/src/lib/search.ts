/**
 * Search parameters of routes: plain text in the URL (`?from=2026-11-01&games=3,8`), read field by field. What is
 * missing or bad becomes its default, so that an old or hand-written link still opens. Each reader also takes the
 * value itself, as in-app navigation hands it over.
 */
import { type Day, isDay } from './days.ts';

export type SearchInput = Record<string, unknown>;

/** `?a=1&b=2` as a record of texts. A repeated name becomes a comma-separated list. */
export function parseSearchText(text: string): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = result[name];
    result[name] = before === undefined ? value : `${before},${value}`;
  }
  return result;
}

/** The other way: undefined, null, empty texts and empty lists are left out, lists are comma-separated. */
export function writeSearchText(search: SearchInput): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value.join(',')
      : value === undefined || value === null
        ? ''
        : String(value);
    if (text !== '') parameters.set(name, text);
  }
  const text = parameters.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text ? `?${text}` : '';
}

export function readText(value: unknown, maxLength = 200): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  return text === '' || text.length > maxLength ? undefined : text;
}

export function readDay(value: unknown): Day | undefined {
  return isDay(value) ? value : undefined;
}

/** The beginning of an hour, as an instant in UTC. */
export function readHour(value: unknown): string | undefined {
  const isHour = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:00:00(\.000)?Z$/.test(value);
  return isHour && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

export function readInteger(value: unknown, min: number, max: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined;
}

export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function readBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

export function readOneOf<Value extends string>(
  value: unknown,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** A list of record ids: `3,8` or an array. Undefined when nothing valid is in it. */
export function readIds(value: unknown): number[] | undefined {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  const ids = parts.flatMap((part) => readInteger(part, 1, 65_535) ?? []);
  return ids.length > 0 ? [...new Set(ids)] : undefined;
}
