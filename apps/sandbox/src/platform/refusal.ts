import type { OperatorApiError } from '@ludus/contract/operator-api';
import type { z } from 'zod';

/** A response with an error status and the body that the operator API describes. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: OperatorApiError['code'];

  constructor(status: number, code: OperatorApiError['code'], message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `${what} not found`);
export const conflict = (message: string): Refusal => new Refusal(409, 'conflict', message);
export const invalid = (message: string): Refusal => new Refusal(422, 'invalid', message);

/** Parses input by a schema; what does not fit is refused with 422 and the first reasons. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const reasons = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw invalid(reasons.join('; '));
}
