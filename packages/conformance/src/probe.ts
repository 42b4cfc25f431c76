import type {
  ConformanceFinding,
  ConformanceFindingCode,
  ConformanceState,
} from '@ludus/contract/conformance';
import { platformErrorSchema } from '@ludus/contract/operator-api';
import type { z } from 'zod';
import type { Reply } from './client.ts';

type Values = Record<string, string | number>;

/** Thrown by a check that cannot be made. */
export class Skipped extends Error {
  readonly finding: ConformanceFinding;

  constructor(code: ConformanceFindingCode, values: Values = {}) {
    super(code);
    this.finding = { code, values, request: null };
  }
}

const mostFindings = 5;

/** What stands in JSON lines and what in a document. */
export const mediaTypes = {
  json: ['application/json'],
  lines: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
  page: ['text/html'],
} as const;

const refusals = {
  401: 'unauthorized',
  404: 'not_found',
  409: 'conflict',
  400: 'invalid',
  422: 'invalid',
} as const;
export type Refusal = keyof typeof refusals;

/** Collects what one check finds. */
export class Probe {
  readonly #failures: ConformanceFinding[] = [];
  readonly #notes: ConformanceFinding[] = [];
  #failed = 0;

  fail(code: ConformanceFindingCode, values: Values = {}, request: string | null = null): void {
    this.#failed += 1;
    if (this.#failures.length < mostFindings) this.#failures.push({ code, values, request });
  }

  /** Something to know that is no failure. */
  note(code: ConformanceFindingCode, values: Values = {}, request: string | null = null): void {
    this.#notes.push({ code, values, request });
  }

  get hasFailed(): boolean {
    return this.#failed > 0;
  }

  outcome(): { state: ConformanceState; findings: ConformanceFinding[] } {
    if (this.#failed === 0) return { state: 'passed', findings: this.#notes.slice(0, mostFindings) };
    const rest = this.#failed - this.#failures.length;
    const more = rest > 0 ? [{ code: 'more' as const, values: { count: rest }, request: null }] : [];
    return { state: 'failed', findings: [...this.#failures, ...more] };
  }

  /** The response, unless there was none or it has another status; that is a failure. */
  expectStatus(reply: Reply, wanted: readonly number[] = [200]): NonNullable<Reply['response']> | null {
    const { response, failure, request } = reply;
    if (failure !== null || response === null) {
      this.fail(failure ?? 'unreachable', { ms: reply.ms }, request);
      return null;
    }
    if (wanted.includes(response.status)) return response;
    this.fail('status', { found: response.status, expected: wanted.join(' / ') }, request);
    return null;
  }

  /** The body of a 200 by its schema; null, with the failure, for anything else. */
  expectJson<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> | null {
    const response = this.expectStatus(reply);
    if (response === null || !this.expectType(reply, mediaTypes.json)) return null;
    const body = parseJson(response.text);
    if (body === undefined) {
      this.fail('notJson', { start: response.text.slice(0, 40) }, reply.request);
      return null;
    }
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    for (const reason of reasonsOf(parsed.error)) this.fail('shape', { reason }, reply.request);
    return null;
  }

  expectType(reply: Reply, wanted: readonly string[]): boolean {
    const found = reply.response?.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (wanted.includes(found)) return true;
    this.fail('mediaType', { found: found === '' ? '–' : found, expected: wanted[0] ?? '' }, reply.request);
    return false;
  }

  /** A refusal with one of these statuses and the body that every error has. */
  expectRefusal(reply: Reply, wanted: readonly Refusal[]): void {
    const response = this.expectStatus(reply, wanted);
    if (response === null) return;
    const body = platformErrorSchema.safeParse(parseJson(response.text));
    if (!body.success) {
      this.fail('errorBody', { status: response.status }, reply.request);
      return;
    }
    const code = refusals[response.status as Refusal];
    if (body.data.code !== code) {
      const values = { status: response.status, found: body.data.code, expected: code };
      this.fail('errorCode', values, reply.request);
    }
  }
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a value has another shape, with the place of each reason. */
export function reasonsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
}
