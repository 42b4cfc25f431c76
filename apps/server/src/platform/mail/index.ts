/** Mail through SMTP, at once or from the queue. */
export { createMailer } from './mailer.ts';
export { defineSendMailJob, type QueuedMail, type SendMailJob } from './send-mail.job.ts';
export type { Mail, MailAttachment, Mailer } from './types.ts';
