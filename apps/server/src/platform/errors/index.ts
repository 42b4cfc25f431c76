/**
 * The failures a handler, service or job may throw on purpose. The HTTP layer turns each into the contract's
 * `ErrorReply`; any other error becomes a 500 whose text stays in the log.
 */
import type { ErrorCode, ErrorReply } from '@ludus/contract';

/** A failure with a status and a stable code. Its message is shown to the caller: write it for people. */
export abstract class HubError extends Error {
  abstract readonly status: number;
  abstract readonly code: ErrorCode;
  /** What is wrong with each named field, in words; paths are joined by dots. */
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, options?: ErrorOptions & { fields?: Record<string, string> | undefined }) {
    super(message, options);
    this.name = new.target.name;
    this.fields = options?.fields;
  }
}

/** 401: there is no valid token. */
export class UnauthorizedError extends HubError {
  override readonly status = 401;
  override readonly code = 'unauthorized';
  constructor(message = 'Sign in first.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 403: the caller is known, and its roles do not allow this; also an invalid user (AUTH-07). */
export class ForbiddenError extends HubError {
  override readonly status = 403;
  override readonly code = 'forbidden';
  constructor(message = 'You may not do this.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 404: there is no such object, or it belongs to another integration; the two look the same (OPEN-02). */
export class NotFoundError extends HubError {
  override readonly status = 404;
  override readonly code = 'not_found';
  constructor(message = 'Not found.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 409: a duplicate, or a state of the object that forbids the call. */
export class ConflictError extends HubError {
  override readonly status = 409;
  override readonly code = 'conflict';
}

/** 413: a body or a file beyond its limit. */
export class TooLargeError extends HubError {
  override readonly status = 413;
  override readonly code = 'too_large';
  constructor(message = 'This is too large.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 415: a body or a file of a kind that is not accepted. */
export class UnsupportedMediaError extends HubError {
  override readonly status = 415;
  override readonly code = 'unsupported_media';
  constructor(message = 'This kind of file is not accepted.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 422: the values do not fit; `fields` says which and why. */
export class ValidationError extends HubError {
  override readonly status = 422;
  override readonly code = 'validation';
  constructor(
    fields: Record<string, string>,
    message = 'Some values are not valid.',
    options?: ErrorOptions,
  ) {
    super(message, { ...options, fields });
  }
}

/** 429: too many calls of one person in a short time. */
export class TooManyRequestsError extends HubError {
  override readonly status = 429;
  override readonly code = 'too_many_requests';
  constructor(message = 'Too many requests. Try again in a minute.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** 502: an operator platform, the identity provider or another service did not answer properly. */
export class UpstreamError extends HubError {
  override readonly status = 502;
  override readonly code = 'upstream';
}

/** 503: a part of the hub is not ready; the same call may succeed later. */
export class UnavailableError extends HubError {
  override readonly status = 503;
  override readonly code = 'unavailable';
}

/**
 * What a caller is told about a failure. Errors that nobody threw on purpose tell it nothing but the id to look for
 * in the log.
 */
export function replyOf(error: unknown, requestId: string): { status: number; reply: ErrorReply } {
  const known = error instanceof HubError ? error : asHubError(error);
  if (known === undefined) {
    const reply = { message: 'Something went wrong on the server.', code: 'internal', requestId } as const;
    return { status: 500, reply };
  }
  const { message, code, fields, status } = known;
  return { status, reply: { message, code, requestId, ...(fields === undefined ? {} : { fields }) } };
}

// What Fastify and its plugins refuse by themselves, in the hub's own words.
function asHubError(error: unknown): HubError | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    return new ValidationError({ body: 'Not valid JSON.' }, 'The body is not valid JSON.');
  }
  if (statusCode === 413) return new TooLargeError();
  if (statusCode === 415) return new UnsupportedMediaError('This kind of body is not accepted.');
  if (statusCode === 429) return new TooManyRequestsError();
  if (statusCode === 400) return new ValidationError({}, 'The request cannot be read.');
  return undefined;
}
