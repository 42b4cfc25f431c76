import type { AnyEndpoint } from '@ludus/contract';
import type { z } from 'zod';
import { NotFoundError, ValidationError } from '../errors/index.ts';

interface Raw {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Checks what came in against the endpoint's schemas; parts without a schema must be empty.
 * @throws NotFoundError when the path cannot name an object and the endpoint answers 404 for missing ones.
 * @throws ValidationError naming every bad field of query and body.
 */
export function validateInput(endpoint: AnyEndpoint, raw: Raw): Raw {
  const params = check(endpoint.params, raw.params ?? {});
  if (params.fields !== undefined && endpoint.failures?.includes(404)) throw new NotFoundError();
  const query = check(endpoint.query, raw.query ?? {});
  const body = endpoint.method === 'GET' ? none : check(endpoint.body, raw.body ?? undefined);
  const fields = {
    ...params.fields,
    ...query.fields,
    ...body.fields,
    ...zeroBytes(raw.body),
    ...zeroBytes(raw.query),
  };
  if (Object.keys(fields).length > 0) throw new ValidationError(fields, messageOf(fields));
  return { params: params.value, query: query.value, body: body.value };
}

/** The same for what an address says, before a body is read. */
export function validateAddress(endpoint: AnyEndpoint, raw: Omit<Raw, 'body'>): void {
  const { id, method, path, access, tag, summary, response, params, query, failures = [] } = endpoint;
  const address = { id, method, path, access, tag, summary, response, params, query, failures };
  validateInput(address, { ...raw, body: undefined });
}

interface Checked {
  value?: unknown;
  fields?: Record<string, string>;
}
const none: Checked = { value: undefined };

function check(schema: z.ZodType | undefined, value: unknown): Checked {
  if (schema === undefined) {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return keys.length === 0 ? none : { fields: Object.fromEntries(keys.map((key) => [key, unknownKey])) };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { value: parsed.data } : { fields: fieldsOf(parsed.error.issues) };
}

// PostgreSQL keeps no text with such a character, and nobody types one.
function zeroBytes(value: unknown, path = '', found: Record<string, string> = {}): Record<string, string> {
  const name = path || 'body';
  if (typeof value === 'string') {
    if (value.includes('\0')) found[name] = 'Not a text.';
  } else if (typeof value === 'object' && value !== null && name.split('.').length < deepest) {
    for (const [key, inner] of Object.entries(value)) {
      zeroBytes(key, name, found);
      zeroBytes(inner, path === '' ? key : `${path}.${key}`, found);
    }
  }
  return found;
}
const deepest = 10;

const unknownKey = 'Unknown field.';

/** What is wrong with each field, by its path (`filter.integrationId`, `rows.0.name`), the first finding each. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  const add = (path: readonly PropertyKey[], message: string) => {
    const name = path.length === 0 ? 'body' : path.map(String).join('.');
    fields[name] ??= message;
  };
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key], unknownKey);
    } else {
      add(issue.path, issue.message);
    }
  }
  return fields;
}

// The documents quote some refusals as the text a screen shows, so a single finding is the message itself.
function messageOf(fields: Record<string, string>): string | undefined {
  const texts = [...new Set(Object.values(fields))];
  return texts.length === 1 && texts[0] !== unknownKey ? texts[0] : undefined;
}
