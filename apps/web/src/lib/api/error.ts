import type { ChangeRequestRow, ErrorReply } from '@ludus/contract';
import { renderMessage } from '../messages.ts';

/**
 * A call that was refused or did not get through, with its message in the reader's language. `status` 0 means that there
 * was no response at all.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorReply['code'] | 'network' | 'held';
  /** The message of each invalid field, in the reader's language. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  /** Set for a 429: how long the server asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  /** Why, as the code of the message, such as `refusals.changeWaits`. */
  readonly reason: string | undefined;
  /** Set for a 202: the change waits for the approval of a second person. */
  readonly held: ChangeRequestRow | undefined;

  constructor(
    status: number,
    reply: Omit<ErrorReply, 'code' | 'detail' | 'fieldDetails'> & {
      code: ApiError['code'];
      detail?: ErrorReply['detail'] | undefined;
      fieldDetails?: ErrorReply['fieldDetails'] | undefined;
    },
    retryAfterSeconds?: number,
    held?: ChangeRequestRow,
  ) {
    super(renderMessage(reply.detail, reply.message));
    this.name = 'ApiError';
    this.status = status;
    this.code = reply.code;
    this.reason = reply.detail?.code;
    this.fields = Object.fromEntries(
      Object.entries(reply.fields ?? {}).map(([name, text]) => [
        name,
        renderMessage(reply.fieldDetails?.[name], text),
      ]),
    );
    this.requestId = reply.requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.held = held;
  }
}
