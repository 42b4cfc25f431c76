import { type AnyEndpoint, type Message, messageOf, messageOfIssue } from '@ludus/contract';
import type { z } from 'zod';
import { NotFoundError, ValidationError } from '../errors/index.ts';
import { renderMessage } from '../messages/index.ts';
import { checkValues, FieldFindings, maxFields } from './input-limits.ts';
import { frozen } from './query.ts';

interface Raw {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Checks what came in against the endpoint's schemas; parts without a schema must be empty. The work is bounded by what
 * the contract needs and not by the size of the request, see `input-limits.ts`.
 * @throws NotFoundError when the path cannot name an object and the endpoint returns 404 for missing ones.
 * @throws ValidationError naming the bad fields of path, query and body, 50 at most.
 */
export function validateInput(endpoint: AnyEndpoint, raw: Raw): Raw {
  const findings = new FieldFindings();
  const params = check(endpoint.params, raw.params ?? {}, findings);
  if (!findings.isEmpty && endpoint.failures?.includes(404)) throw new NotFoundError();
  const query = queryOf(endpoint, (raw.query ?? {}) as object, findings);
  const body = endpoint.method === 'GET' ? undefined : check(endpoint.body, raw.body ?? undefined, findings);
  if (!findings.isEmpty) throw new ValidationError(findings.fields, onlyMessageOf(findings.fields));
  return { params, query, body };
}

/** The same for what an address says, before a body is read. */
export function validateAddress(endpoint: AnyEndpoint, raw: Omit<Raw, 'body'>): void {
  const { id, method, path, access, tag, summary, response, params, query, failures = [] } = endpoint;
  const address = { id, method, path, access, tag, summary, response, params, query, failures };
  validateInput(address, { ...raw, body: undefined });
}

/** What queries mean to endpoints. Both are values that never change, and asking with one again is what screens do. */
const knownQueries = new WeakMap<object, WeakMap<AnyEndpoint, unknown>>();

function queryOf(endpoint: AnyEndpoint, query: object, findings: FieldFindings): unknown {
  if (!Object.isFrozen(query)) return check(endpoint.query, query, findings);
  const meanings = knownQueries.get(query) ?? new WeakMap<AnyEndpoint, unknown>();
  if (meanings.has(endpoint)) return meanings.get(endpoint);
  const own = new FieldFindings();
  const meaning = frozen(check(endpoint.query, query, own));
  // What is refused is worked out each time.
  if (own.isEmpty) knownQueries.set(query, meanings.set(endpoint, meaning));
  for (const [name, message] of Object.entries(own.fields)) findings.add([name], message);
  return meaning;
}

/** Returns the parsed value; what is wrong goes into `findings`. */
function check(schema: z.ZodType | undefined, value: unknown, findings: FieldFindings): unknown {
  // Before the schema, whose work grows with the number of bad values.
  const texts = new FieldFindings();
  checkValues(value, texts);
  if (schema === undefined) {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    for (const key of keys.slice(0, maxFields)) findings.add([key], unknownKey);
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) addIssues(parsed.error.issues, findings);
  for (const [name, message] of Object.entries(texts.fields)) findings.add([name], message);
  return parsed.data;
}

const unknownKey = messageOf('fields.unknown');

/** What is wrong with each field, by its path (`filter.integrationId`, `rows.0.name`), the first finding each, in English. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const findings = new FieldFindings();
  addIssues(issues, findings);
  return Object.fromEntries(
    Object.entries(findings.fields).map(([name, message]) => [name, renderMessage(message)]),
  );
}

function addIssues(issues: readonly z.core.$ZodIssue[], findings: FieldFindings): void {
  for (const issue of issues) {
    if (findings.isFull) return;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxFields)) findings.add([...issue.path, key], unknownKey);
    } else {
      findings.add(issue.path, messageOfIssue(issue));
    }
  }
}

// The documents quote some refusals as the text a screen shows, so a single finding is the message itself.
function onlyMessageOf(fields: Readonly<Record<string, Message>>): Message | undefined {
  const [first, ...others] = new Map(
    Object.values(fields).map((message) => [JSON.stringify(message), message]),
  ).values();
  return others.length === 0 && first?.code !== unknownKey.code ? first : undefined;
}
