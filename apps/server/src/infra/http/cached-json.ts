const texts = new WeakMap<object, Buffer | null>();

/**
 * Marks a value as immutable so that its JSON is validated and serialised once. The JSON is kept as long as the value.
 */
export function cachedJson<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, null);
  return value;
}

/** The JSON of a value, as cached bytes for an immutable one; `check` runs before it is serialised for the first time. */
export function jsonOf(value: unknown, check: (value: unknown) => void): string | Buffer {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  if (known instanceof Buffer) return known;
  check(value);
  const text = JSON.stringify(value);
  if (known !== null) return text;
  const bytes = Buffer.from(text);
  texts.set(value as object, bytes);
  return bytes;
}
