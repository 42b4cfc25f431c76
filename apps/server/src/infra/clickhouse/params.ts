/** Values for the `{name:Type}` placeholders of a statement. */
export type Params = Readonly<Record<string, unknown>>;

/*
 * Placeholders become typed literals here, for both back-ends alike, in the form in which ClickHouse itself puts
 * query parameters into a statement (`_CAST(literal, 'Type')`). Its own binding is not used because inside the process
 * it is not isolated: parameterised queries that run at once on different connections mix up their values, and the
 * binding therefore runs them one after another, so that a light query waits for a heavy one.
 */
const tokens =
  /'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|--[^\n]*|\/\*[\s\S]*?\*\/|\{(\w+):([^}]+)\}/g;

/**
 * Replaces each `{name:Type}` outside of quotes and comments by its value as a literal of that type.
 * @throws TypeError or RangeError when a value is missing or does not fit its type; nothing wraps or is cut off.
 */
export function bindParams(sql: string, params: Params = {}): string {
  return sql.replace(tokens, (token, name?: string, type?: string) => {
    if (name === undefined || type === undefined) return token;
    if (!Object.hasOwn(params, name)) throw new TypeError(`The query parameter ${name} is missing`);
    const declared = type.trim();
    try {
      if (declared === 'Identifier') return identifier(params[name]);
      return `_CAST(${literal(params[name], declared)}, ${quote(declared)})`;
    } catch (error) {
      if (error instanceof Error) error.message = `Query parameter ${name}: ${error.message}`;
      throw error;
    }
  });
}

/** A text as a quoted literal. */
export function quote(text: string): string {
  return `'${text.replace(/[\\'\0\b\f\n\r\t]/g, (char) => escapes[char] ?? char)}'`;
}

/** A name of a table or column, in backquotes. @throws TypeError unless it is letters, digits, _ and single dots. */
export function identifier(name: unknown): string {
  if (typeof name !== 'string' || !/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(name)) {
    throw new TypeError(`not an identifier: ${JSON.stringify(name)}`);
  }
  return name
    .split('.')
    .map((part) => `\`${part}\``)
    .join('.');
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function literal(value: unknown, type: string): string {
  const [, name = type, inner = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(type) ?? [];
  if (name === 'Nullable') return value === null ? 'NULL' : literal(value, inner);
  if (name === 'LowCardinality') return literal(value, inner);
  if (value === null || value === undefined) throw new TypeError(`${type} cannot be ${value}`);
  if (name === 'Array') {
    if (!Array.isArray(value)) throw new TypeError(`${type} needs a list`);
    return `[${value.map((item) => literal(item, inner)).join(', ')}]`;
  }
  if (/^U?Int\d+$/.test(name)) return integer(value, name);
  if (/^(Float|BFloat)\d+$/.test(name)) return finite(value, name);
  if (/^Decimal\d*$/.test(name)) return decimal(value, name);
  if (name === 'Bool') return bool(value);
  if (name === 'String' || name === 'UUID') return text(value, name);
  if (name === 'Date' || name === 'Date32') return day(value, name);
  if (name === 'DateTime') return seconds(value);
  if (name === 'DateTime64') return milliseconds(value, inner);
  throw new TypeError(`the type ${type} is not supported`);
}

function integer(value: unknown, type: string): string {
  const digits = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  const whole =
    typeof digits === 'bigint'
      ? digits
      : typeof digits === 'string' && /^-?\d+$/.test(digits)
        ? BigInt(digits)
        : null;
  if (whole === null) throw new TypeError(`${type} needs a whole number`);
  const bits = Number(type.replace(/\D/g, ''));
  const fits = type.startsWith('U') ? BigInt.asUintN(bits, whole) : BigInt.asIntN(bits, whole);
  if (fits !== whole) throw new RangeError(`${whole} does not fit into ${type}`);
  // A negative literal in front of a wider type would be read as Int64.
  return bits > 64 ? quote(whole.toString()) : whole.toString();
}

function finite(value: unknown, type: string): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError(`${type} needs a number`);
  return String(value);
}

function decimal(value: unknown, type: string): string {
  const digits = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(digits)) throw new TypeError(`${type} needs a decimal number`);
  return quote(digits);
}

function bool(value: unknown): string {
  if (typeof value !== 'boolean') throw new TypeError('Bool needs true or false');
  return String(value);
}

function text(value: unknown, type: string): string {
  if (typeof value !== 'string') throw new TypeError(`${type} needs a text`);
  return quote(value);
}

function day(value: unknown, type: string): string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    throw new TypeError(`${type} needs a day as YYYY-MM-DD`);
  }
  return quote(value);
}

function instantOf(value: unknown): number {
  if (!(value instanceof Date) || Number.isNaN(value.getTime()))
    throw new TypeError('an instant needs a Date');
  return value.getTime();
}

// As a number of seconds an instant means the same whatever the zones of server and process are.
function seconds(value: unknown): string {
  const at = instantOf(value);
  if (at % 1000 !== 0) throw new RangeError('DateTime holds whole seconds; use DateTime64(3) or round');
  return integer(at / 1000, 'UInt32');
}

function milliseconds(value: unknown, inner: string): string {
  if (!/^3\b/.test(inner)) throw new TypeError('of DateTime64 only the precision 3 is supported');
  return quote(new Date(instantOf(value)).toISOString());
}
