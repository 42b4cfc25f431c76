/**
 * The failures a handler, service or job may throw on purpose. The HTTP layer turns each into the contract's
 * `ErrorReply`; any other error becomes a 500 whose text stays in the log.
 */
import { type ErrorCode, type ErrorReply, type Message, messageOf } from '@ludus/contract';
import { ClickHouseError } from '../clickhouse/engine.ts';
import { renderMessage } from '../messages/index.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { isDiskFull, isDiskReadOnly } from './disk.ts';

/**
 * A failure with a status and a stable code. Its message is shown to the caller: write it for people, and as a `Message`
 * where the web shows it, so that it is read in the reader's language.
 */
export abstract class HubError extends Error {
  abstract readonly status: number;
  abstract readonly code: ErrorCode;
  /** What is wrong with each named field; paths are joined by dots. */
  readonly fieldMessages: Readonly<Record<string, Message>> | undefined;
  /** What the message says, for a reader of any language. */
  readonly detail: Message | undefined;

  constructor(
    message: string | Message,
    options?: ErrorOptions & { fields?: Readonly<Record<string, Message>> | undefined },
  ) {
    super(typeof message === 'string' ? message : renderMessage(message), options);
    this.detail = typeof message === 'string' ? undefined : message;
    this.name = new.target.name;
    this.fieldMessages = options?.fields;
  }

  /** What is wrong with each named field, in English. */
  get fields(): Record<string, string> | undefined {
    if (this.fieldMessages === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(this.fieldMessages).map(([name, message]) => [name, renderMessage(message)]),
    );
  }
}

/** 401: there is no valid token. */
export class UnauthorizedError extends HubError {
  override readonly status = 401;
  override readonly code = 'unauthorized';
  constructor(message: string | Message = messageOf('refusals.signInFirst'), options?: ErrorOptions) {
    super(message, options);
  }
}

/** 403: the caller is known, and its roles do not allow this; also an invalid user. */
export class ForbiddenError extends HubError {
  override readonly status = 403;
  override readonly code = 'forbidden';
  constructor(message: string | Message = messageOf('refusals.forbidden'), options?: ErrorOptions) {
    super(message, options);
  }
}

/** 404: there is no such object, or it belongs to another integration; the two look the same. */
export class NotFoundError extends HubError {
  override readonly status = 404;
  override readonly code = 'not_found';
  constructor(message: string | Message = messageOf('refusals.notFound'), options?: ErrorOptions) {
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
  constructor(message: string | Message = messageOf('refusals.tooLarge'), options?: ErrorOptions) {
    super(message, options);
  }
}

/** 415: a body or a file of a kind that is not accepted. */
export class UnsupportedMediaError extends HubError {
  override readonly status = 415;
  override readonly code = 'unsupported_media';
  constructor(message: string | Message = messageOf('refusals.wrongFileKind'), options?: ErrorOptions) {
    super(message, options);
  }
}

/** 422: the values do not fit; `fields` says which and why. */
export class ValidationError extends HubError {
  override readonly status = 422;
  override readonly code = 'validation';
  constructor(
    fields: Readonly<Record<string, Message>>,
    message: string | Message = messageOf('refusals.invalidValues'),
    options?: ErrorOptions,
  ) {
    super(message, { ...options, fields });
  }
}

/** 408: a request that did not arrive in time. */
export class RequestTimeoutError extends HubError {
  override readonly status = 408;
  override readonly code = 'request_timeout';
  constructor(message: string | Message = messageOf('refusals.requestTimeout'), options?: ErrorOptions) {
    super(message, options);
  }
}

/** 421: a request for another host than the hub's public address. */
export class MisdirectedError extends HubError {
  override readonly status = 421;
  override readonly code = 'misdirected';
  constructor(
    message = "This is not the hub's address: PUBLIC_URL names it, and a proxy must pass the Host header on.",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** 429: too many calls of one person or address in a short time. */
export class TooManyRequestsError extends HubError {
  override readonly status = 429;
  override readonly code = 'too_many_requests';
  /** When the next call is accepted; the header `Retry-After`. */
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds = 60, options?: ErrorOptions) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
    super(messageOf('refusals.tooManyRequests', { seconds }), options);
    this.retryAfterSeconds = seconds;
  }
}

/** 502: an operator platform, the identity provider or another service did not respond properly. */
export class UpstreamError extends HubError {
  override readonly status = 502;
  override readonly code = 'upstream';
}

/** 503: a part of the hub is not ready; the same call may succeed later. */
export class UnavailableError extends HubError {
  override readonly status = 503;
  override readonly code = 'unavailable';
}

/** The failure with a message for people that an error is; undefined when its cause is not for them. */
export function explainedError(error: unknown): HubError | undefined {
  if (error instanceof HubError) return error;
  const reason = unavailableReason(error);
  return reason === undefined ? undefined : new UnavailableError(messageOf(reason), { cause: error });
}

function unavailableReason(error: unknown) {
  if (isDiskFull(error)) return 'refusals.diskFull';
  if (isDiskReadOnly(error)) return 'refusals.diskReadOnly';
  if (error instanceof ClickHouseError)
    return error.isUnavailable ? 'refusals.sessionStoreUnavailable' : undefined;
  return isDatabaseUnavailable(error) ? 'refusals.databaseUnavailable' : undefined;
}

/**
 * The status and the body of a failed call. An unexpected error shows only the request id, by which its log line is found.
 */
export function replyOf(error: unknown, requestId: string): { status: number; reply: ErrorReply } {
  const known = explainedError(error) ?? asHubError(error);
  if (known === undefined) {
    const detail = messageOf('plain.internal');
    const reply = { message: renderMessage(detail), detail, code: 'internal', requestId } as const;
    return { status: 500, reply };
  }
  const { message, detail, code, fields, fieldMessages, status } = known;
  return {
    status,
    reply: {
      message,
      code,
      requestId,
      ...(detail === undefined ? {} : { detail }),
      ...(fields === undefined ? {} : { fields, fieldDetails: { ...fieldMessages } }),
    },
  };
}

// Refusals of Fastify and its plugins, with the hub's own messages.
function asHubError(error: unknown): HubError | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown };
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
    return new ValidationError({ body: messageOf('fields.notJson') }, messageOf('refusals.notJson'));
  }
  if (statusCode === 413) return new TooLargeError();
  if (statusCode === 415) return new UnsupportedMediaError(messageOf('refusals.bodyKind'));
  if (statusCode === 429) return new TooManyRequestsError();
  if (statusCode === 400) return new ValidationError({}, messageOf('refusals.unreadableRequest'));
  return undefined;
}
