/** Mail through SMTP, at once or from the queue. */

export { deleteOldDeliveries } from './deliver.ts';
export { createMailer, mailOutcomes } from './mailer.ts';
export { createMailQuota, type MailQuota } from './quota.ts';
export { mailRetryPolicy } from './retry-policy.ts';
export {
  defineSendMailJob,
  isMailAddress,
  type QueuedMail,
  type SendMailJob,
} from './send-mail.job.ts';
export { type MailTemplate, mailBodies } from './template.ts';
export { type Mail, type MailAttachment, MailError, type Mailer } from './types.ts';
