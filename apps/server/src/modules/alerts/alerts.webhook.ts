/** Calls webhooks: each delivery is a job, signed, and repeated with growing pauses for about a day. */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../infra/clock/index.ts';
import { type Encryptor, type Renewed, renewRows } from '../../infra/crypto/index.ts';
import { ConflictError, UpstreamError } from '../../infra/errors/index.ts';
import type { Outgoing, OutgoingReason } from '../../infra/outgoing/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  defineJob,
  type JobDefinition,
  type JobOptions,
  type JobQueueClient,
} from '../../infra/queue/index.ts';
import { callWebhook } from '../../infra/webhooks/index.ts';
import { failDelivery, findDelivery, insertDelivery, saveAttempt } from './alerts.deliveries.repo.ts';
import { findSettings, updateSettings } from './alerts.repo.ts';

export const secretPurpose = 'alerts webhook';

/** What deliveries are signed with; null where there is none, or where it was encrypted with a key that is lost. */
export function readSecret(encryptor: Encryptor, ciphertext: string | null): string | null {
  if (ciphertext === null) return null;
  try {
    return encryptor.decrypt(ciphertext, secretPurpose).reveal();
  } catch {
    return null;
  }
}

/** Encrypts the secret with the present key, where the other one has encrypted it. */
export async function renewAlertSecret(db: Db, encryptor: Encryptor): Promise<Renewed> {
  const { webhook_secret } = await findSettings(db);
  if (webhook_secret === null) return { renewed: 0, unreadable: 0 };
  const save = (ciphertext: string) => updateSettings(db, { webhook_secret: ciphertext });
  return renewRows([{ ciphertext: webhook_secret, purpose: secretPurpose, save }], encryptor);
}

const payload = z.strictObject({ deliveryId: z.uuid() });
export type WebhookJob = JobDefinition<typeof payload>;

const retryPolicy: JobOptions = {
  retries: 11,
  retryDelaySeconds: 30,
  longestRetryDelaySeconds: 4 * 3_600,
  concurrency: 2,
  timeoutSeconds: 60,
};

/**
 * What a receiver checks: `t` are seconds since 1970, `v1` the HMAC-SHA256 of `t`, a full stop and the body, in hexadecimal. A body
 * that someone has kept cannot be sent again later.
 */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export interface WebhookDeps {
  postgres: Pick<Postgres, 'db'>;
  clock: Clock;
  outgoing: Pick<Outgoing, 'send'>;
  encryptor: () => Promise<Encryptor>;
}

/** Replies that another attempt may change: time-outs, too many requests, and errors of the receiver. */
const isTemporary = (status: number) => status === 408 || status === 429 || status >= 500;
/** Addresses that are refused, and that are none. */
const isFinal = (reason: OutgoingReason) => reason === 'bad-address' || reason === 'refused';

export function defineWebhookJob(deps: WebhookDeps, options = retryPolicy): WebhookJob {
  const { postgres, clock, outgoing } = deps;
  return defineJob({
    name: 'send-alert-webhook',
    queue: 'system',
    payload,
    options,
    async run({ payload: { deliveryId }, signal }) {
      const delivery = await findDelivery(postgres.db, deliveryId);
      // It may have been deleted with its incident, or delivered by an attempt that was cut off after it.
      if (delivery === undefined || delivery.state !== 'waiting') return;
      const { webhook_secret } = await findSettings(postgres.db);
      const secret = readSecret(await deps.encryptor(), webhook_secret) ?? '';
      const seconds = Math.floor(clock.now().getTime() / 1_000);
      const { body, id } = delivery;
      const { isDelivered, status, reason, failure } = await callWebhook(outgoing, {
        url: delivery.url,
        headers: {
          'content-type': 'application/json',
          'x-ludus-event': delivery.event,
          'x-ludus-delivery': id,
          'x-ludus-signature': signatureOf(secret, seconds, body),
        },
        body,
        signal,
      });
      const mayChange = failure === null ? isTemporary(status ?? 0) : !isFinal(failure);
      const isOver = isDelivered || !mayChange;
      await saveAttempt(postgres.db, id, {
        state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
        status,
        reason,
        finishedAt: isOver ? clock.now() : null,
      });
      if (reason !== null) throw isOver ? new ConflictError(reason) : new UpstreamError(reason);
    },
  });
}

/** Ends deliveries whose last attempt has failed. */
export function watchDeliveries(jobs: JobQueueClient, job: WebhookJob, clock: Clock): void {
  jobs.whenFailed(job, (tx, failed) => failDelivery(tx, failed.payload.deliveryId, clock.now()));
}

export interface WebhookMessage {
  incidentId: number | null;
  event: string;
  urls: readonly string[];
  body: object;
}

/** Queues a delivery to each address, in the transaction of the change that it reports. */
export async function enqueueDeliveries(
  tx: Tx,
  { incidentId, event, urls, body }: WebhookMessage,
  { jobs, job, clock }: { jobs: JobQueueClient; job: WebhookJob; clock: Clock },
): Promise<void> {
  const text = JSON.stringify(body);
  for (const url of new Set(urls)) {
    const deliveryId = await insertDelivery(tx, {
      incident_id: incidentId,
      event,
      url,
      body: text,
      created_at: clock.now(),
    });
    await jobs.enqueue(job, { deliveryId }, { tx });
  }
}
