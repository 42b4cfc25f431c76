import { messageOf } from '@ludus/contract';
import { LRUCache } from 'lru-cache';
import { parse } from 'qs';
import { ValidationError } from '../errors/index.ts';

const limits = { depth: 3, parameterLimit: 2_100, arrayLimit: 2_100 } as const;

/**
 * Reads the part of an address behind "?": repeated keys become lists, `filter[integrationId]=1` and `order[bet]=desc`
 * become objects. Every value is text.
 * @throws ValidationError for values nested or repeated beyond the limits.
 */
export function parseQuery(text: string): Record<string, unknown> {
  try {
    return parse(text, {
      ...limits,
      strictDepth: true,
      throwOnLimitExceeded: true,
      // Names such as "constructor" stay ordinary names, so that the schema refuses them like any unknown one.
      plainObjects: true,
    });
  } catch (cause) {
    throw new ValidationError({ query: messageOf('fields.tooManyOrDeep') }, undefined, { cause });
  }
}

/** Screens ask with the same few texts again and again. */
const known = new LRUCache<string, Record<string, unknown>>({ max: 500 });
const maxKnownLength = 500;
const unreadable = new WeakMap<object, ValidationError>();

/**
 * The query of every request, as a frozen value: the same one for the same text. Nothing can be refused yet when it is
 * read, so one that cannot be read is empty, and {@link checkedQuery} refuses it.
 */
export function readQuery(text: string): Record<string, unknown> {
  const before = known.get(text);
  if (before !== undefined) return before;
  const query = readable(text);
  if (text.length <= maxKnownLength) known.set(text, query);
  return query;
}

function readable(text: string): Record<string, unknown> {
  try {
    return frozen(parseQuery(text));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const empty = Object.freeze({});
    unreadable.set(empty, error);
    return empty;
  }
}

/** @throws ValidationError for a query that could not be read. */
export function checkedQuery(query: unknown): unknown {
  const error = unreadable.get(query as object);
  if (error !== undefined) throw error;
  return query;
}

/** Freezes lists and plain objects, whatever is in them included. */
export function frozen<Value>(value: Value): Value {
  const isPlain =
    typeof value === 'object' &&
    value !== null &&
    [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
