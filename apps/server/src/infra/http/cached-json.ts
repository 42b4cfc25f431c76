import { Readable } from 'node:stream';
import { jsonPieces } from '../turns/index.ts';

const texts = new WeakMap<object, Buffer | null>();
const large = new WeakSet<object>();

/**
 * Marks a value as immutable so that its JSON is validated and serialised once. The JSON is kept as long as the value.
 */
export function cachedJson<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, null);
  return value;
}

/** Marks a value whose JSON may be large: it is made in pieces, as the caller takes them. The value must not change any more. */
export function largeJson<Value extends object>(value: Value): Value {
  large.add(value);
  return value;
}

/** The JSON of a value, as cached bytes for an immutable one, as a stream for a large one; `check` runs before it is serialised for the first time. */
export function jsonOf(value: unknown, check: (value: unknown) => void): string | Buffer | Readable {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  if (known instanceof Buffer) return known;
  check(value);
  if (large.has(value as object)) return Readable.from(jsonPieces(value));
  const text = JSON.stringify(value);
  if (known !== null) return text;
  const bytes = Buffer.from(text);
  texts.set(value as object, bytes);
  return bytes;
}
