import { z } from 'zod';
import { defineJob, type JobDefinition, type JobOptions } from '../queue/index.ts';
import type { MailAttachment, Mailer } from './types.ts';

const address = z.email();

/** Whether a mail can be queued for this address; what an identity provider or a platform says may be anything. */
export function isMailAddress(text: string): boolean {
  return address.safeParse(text).success;
}

/** A mail in the queue: its attachments are files that the hub keeps, named by their keys. */
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

const patience: JobOptions = { retries: 8, retryDelaySeconds: 15, concurrency: 2, timeoutSeconds: 300 };

/**
 * The job that sends one mail, tried again for about an hour. `openFile` finds the content of an attachment by its key.
 * Sending may happen twice when the process dies between the mail server's yes and the end of the job.
 */
export function defineSendMailJob(
  mailer: Mailer,
  openFile: (key: string) => Promise<MailAttachment['content']>,
  options = patience,
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
      await mailer.send({ to, subject, text, ...(html === undefined ? {} : { html }), attachments });
      progress(100, `Sent to ${to.length} ${to.length === 1 ? 'address' : 'addresses'}`);
    },
  });
}
