/** Mail through SMTP, at once or from the queue. */
export { escaped, type Letter, letterBodies } from './letter.ts';
export { createMailer } from './mailer.ts';
export {
  defineSendMailJob,
  isMailAddress,
  type QueuedMail,
  type SendMailJob,
} from './send-mail.job.ts';
export { type Mail, type MailAttachment, MailError, type Mailer } from './types.ts';
