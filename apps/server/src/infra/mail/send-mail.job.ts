import { emailAddress as address, messageOf } from '@ludus/contract';
import { z } from 'zod';
import { ConflictError } from '../errors/index.ts';
import { defineJob, type JobDefinition, type JobOptions } from '../queue/index.ts';
import { mailRetryPolicy } from './retry-policy.ts';
import { type MailAttachment, MailError, type Mailer } from './types.ts';

/** Whether a mail can be queued for this address; values of identity providers and platforms are not validated. */
export function isMailAddress(text: string): boolean {
  return address.safeParse(text).success;
}

/** A mail in the queue: its attachments are stored files, named by their keys. */
export const queuedMail = z.strictObject({
  to: z.array(address).min(1).max(500),
  subject: z.string().min(1).max(300),
  text: z.string().max(200_000),
  html: z.string().max(500_000).optional(),
  attachments: z
    .array(z.strictObject({ filename: z.string(), contentType: z.string(), fileKey: z.string() }))
    .max(20)
    .default([]),
});
export type QueuedMail = z.input<typeof queuedMail>;
export type SendMailJob = JobDefinition<typeof queuedMail>;

const jobOptions: JobOptions = { ...mailRetryPolicy, concurrency: 2, timeoutSeconds: 300 };

/**
 * The job that sends one mail, retried for about two days unless the mail server refuses it for good. `openFile` opens the
 * content of an attachment by its key.
 * Sending may happen twice when the process dies between the mail server's yes and the end of the job.
 */
export function defineSendMailJob(
  mailer: Mailer,
  openFile: (key: string) => Promise<MailAttachment['content']>,
  options = jobOptions,
): SendMailJob {
  return defineJob({
    name: 'send-mail',
    queue: 'system',
    payload: queuedMail,
    options,
    async run({ payload, progress }) {
      const attachments = await Promise.all(
        payload.attachments.map(async ({ fileKey, ...named }) => ({
          ...named,
          content: await openFile(fileKey),
        })),
      );
      const { to, subject, text, html } = payload;
      try {
        await mailer.send({ to, subject, text, ...(html === undefined ? {} : { html }), attachments });
      } catch (error) {
        // A conflict ends the job: the same mail would be refused again.
        if (error instanceof MailError && error.kind === 'refused') {
          throw new ConflictError(error.detail ?? error.message, { cause: error });
        }
        throw error;
      }
      progress(100, messageOf('jobs.mailSent', { count: to.length }));
    },
  });
}
