const texts = new WeakMap<object, Buffer | null>();

/**
 * Says that a value is answered many times and never changes, so that it is checked and put into JSON once. What is
 * remembered goes with the value.
 */
export function lasting<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, null);
  return value;
}

/** The JSON of a value, of a lasting one as bytes; `check` runs before it is made for the first time. */
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
