import type { Readable } from 'node:stream';
import type { Message } from '@ludus/contract';
import { UpstreamError } from '../errors/index.ts';

/** A mail as services write it. */
export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  /** Markup whose variable parts have been escaped. */
  html?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: string | Buffer | Readable;
}

export interface Mailer {
  /** Hands the mail to the mail server. @throws MailError when the server does not accept it. */
  send(mail: Mail): Promise<void>;
}

/**
 * The mail server did not accept a mail. `refused`: permanently, because of the address or the content; `later`: it asks
 * for a retry of this one; `unreachable`: it accepts no mail of the hub at all.
 */
export class MailError extends UpstreamError {
  readonly kind: 'refused' | 'later' | 'unreachable';
  constructor(message: Message, kind: MailError['kind'], options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
