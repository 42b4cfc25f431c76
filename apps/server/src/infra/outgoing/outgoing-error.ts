import type { Message } from '@ludus/contract';
import { renderMessage } from '../messages/index.ts';

/**
 * Why a call to another machine has no usable response:
 * `bad-address` not http(s) or with credentials, `refused` a private address, `unreachable` no connection,
 * `timeout`, `cut` the connection broke, `too-large`, `malformed` not the expected body, `aborted` by the caller.
 */
export type OutgoingReason =
  | 'bad-address'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'too-large'
  | 'malformed'
  | 'aborted';

/** The message names the host and the reason in words; never a path, a query or a header, which may hold secrets. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;
  /** The message for a reader of any language. */
  readonly detail: Message;

  constructor(reason: OutgoingReason, detail: Message, options?: ErrorOptions) {
    super(renderMessage(detail), options);
    this.reason = reason;
    this.detail = detail;
  }
}
