const texts = new WeakMap<object, string | null>();

/**
 * Says that a value is answered many times and never changes, so that it is checked and put into JSON once. What is
 * remembered goes with the value.
 */
export function lasting<Value extends object>(value: Value): Value {
  if (!texts.has(value)) texts.set(value, null);
  return value;
}

/** The JSON of a value; `check` runs before it is made for the first time. */
export function jsonOf(value: unknown, check: (value: unknown) => void): string {
  const known = typeof value === 'object' && value !== null ? texts.get(value) : undefined;
  if (typeof known === 'string') return known;
  check(value);
  const text = JSON.stringify(value);
  if (known === null) texts.set(value as object, text);
  return text;
}
