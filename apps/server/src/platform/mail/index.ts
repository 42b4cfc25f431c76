/** Mail through SMTP. */
export type { Mail, MailAttachment, Mailer } from './types.ts';
