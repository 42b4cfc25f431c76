import type { Readable } from 'node:stream';

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
  /** Hands the mail to the mail server. @throws UpstreamError when the server does not take it. */
  send(mail: Mail): Promise<void>;
}
