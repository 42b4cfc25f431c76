import { type Message, messageOf } from '@ludus/contract';
import type { PlatformService } from '@ludus/contract/operator-api';
import { UpstreamError } from '../errors/index.ts';
import { OutgoingError, type OutgoingReason } from '../outgoing/index.ts';

/** Reasons for which a call cannot have reached the platform. */
const notSentReasons: readonly OutgoingReason[] = ['bad-address', 'refused', 'unreachable'];
const retryableReasons: readonly OutgoingReason[] = ['unreachable', 'timeout', 'cut'];

/** A platform's service did not respond as the operator API requires. The message is for people and holds no secret. */
export class OperatorApiError extends UpstreamError {
  /** The HTTP status of the platform's response; null without a response. */
  readonly responseStatus: number | null;
  readonly isRetryable: boolean;

  constructor(
    detail: Message,
    isRetryable: boolean,
    responseStatus: number | null = null,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.isRetryable = isRetryable;
    this.responseStatus = responseStatus;
  }

  /** Whether the platform may have carried out the call all the same: what failed there may have failed afterwards. */
  get isOutcomeUnknown(): boolean {
    if (this.responseStatus !== null) return this.responseStatus < 300 || this.responseStatus >= 500;
    return this.cause instanceof OutgoingError && !notSentReasons.includes(this.cause.reason);
  }
}

const reasonCodes = {
  'bad-address': 'services.badAddress',
  refused: 'services.refused',
  unreachable: 'services.unreachable',
  timeout: 'services.timeout',
  cut: 'services.cut',
  'too-large': 'services.tooLarge',
  malformed: 'services.malformed',
} as const satisfies Record<Exclude<OutgoingReason, 'aborted'>, string>;

function messageOfReason(reason: OutgoingReason, service: PlatformService): Message {
  return reason === 'aborted' ? messageOf('services.aborted') : messageOf(reasonCodes[reason], { service });
}

/** Throws what is neither a failed call nor an `OperatorApiError` already. */
export function toOperatorApiError(error: unknown, service: PlatformService): OperatorApiError {
  if (error instanceof OperatorApiError) return error;
  if (!(error instanceof OutgoingError)) throw error;
  const isRetryable = retryableReasons.includes(error.reason);
  return new OperatorApiError(messageOfReason(error.reason, service), isRetryable, null, { cause: error });
}
