/**
 * Why a call to another machine has no usable answer:
 * `bad-address` not http(s) or with credentials, `refused` a private address, `unreachable` no connection,
 * `timeout`, `cut` the connection broke, `too-large`, `malformed` not what was asked for, `aborted` by the caller.
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

  constructor(reason: OutgoingReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
