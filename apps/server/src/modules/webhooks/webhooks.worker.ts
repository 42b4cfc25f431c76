/** Sends what is due. Any number of workers share it: each takes some deliveries for a while. */
import { type Message, messageOf, webhookFailingDays, webhookRetrySeconds } from '@ludus/contract';
import pLimit from 'p-limit';
import type { Clock } from '../../infra/clock/index.ts';
import type { Encryptor } from '../../infra/crypto/index.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { callWebhook, type WebhookOutcome, webhookHeaders } from '../../infra/webhooks/index.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  releaseClaim,
  saveAttempt,
} from './webhooks.deliveries.repo.ts';
import { noteAttempt, secretPurpose } from './webhooks.repo.ts';

export interface WorkerDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  outgoing: Pick<Outgoing, 'send'>;
  encryptor: () => Promise<Encryptor>;
  /** Ends calls to a webhook whose machine is gone or has failed for days. */
  switchOff(tx: Tx, endpointId: number, reason: 'failing' | 'gone'): Promise<void>;
  publishChange(integrationIds: readonly number[]): void;
}

export interface SentBatch {
  /** Deliveries that were taken; 0 when none is due. */
  taken: number;
  /** When the earliest of those that failed is due again; null where none did. */
  nextAt: Date | null;
}

export interface DeliveryWorker {
  /** Takes and sends what is due, a batch at most. @throws the signal's reason when it is aborted */
  sendDue(signal: AbortSignal): Promise<SentBatch>;
}

const batchSize = 20;
const ofEachWebhook = 5;
const concurrency = 5;
/** Longer than a batch takes whose calls all run into their time-out. */
const claimMs = 3 * 60_000;
const dayMs = 86_400_000;
const gone = 410;

export function createDeliveryWorker(deps: WorkerDeps): DeliveryWorker {
  const { postgres, clock } = deps;

  /** The one in use and, while it is changed, the one before; those that no key opens are left out. */
  async function secretsOf(claimed: ClaimedDelivery): Promise<string[]> {
    const encryptor = await deps.encryptor();
    const { secret, old_secret, old_secret_until } = claimed;
    const isOldValid = old_secret_until !== null && old_secret_until > clock.now();
    return [secret, ...(isOldValid && old_secret !== null ? [old_secret] : [])].flatMap((ciphertext) => {
      try {
        return encryptor.decrypt(ciphertext, secretPurpose(claimed.integration_id)).reveal();
      } catch {
        return [];
      }
    });
  }

  async function call(claimed: ClaimedDelivery, signal: AbortSignal): Promise<WebhookOutcome> {
    const secrets = await secretsOf(claimed);
    if (secrets.length === 0) return unsigned;
    const { url, body, message_id: id } = claimed;
    const seconds = Math.floor(clock.now().getTime() / 1_000);
    const headers = webhookHeaders(secrets, { id, seconds, body });
    return callWebhook(deps.outgoing, { url, body, headers, signal });
  }

  async function send(claimed: ClaimedDelivery, signal: AbortSignal): Promise<Date | null> {
    let outcome: WebhookOutcome;
    try {
      signal.throwIfAborted();
      outcome = await call(claimed, signal);
    } catch (error) {
      await releaseClaim(postgres.db, claimed);
      throw error;
    }
    const { isDelivered, status, durationMs, reason, response } = outcome;
    const at = clock.now();
    const next = isDelivered ? ({ state: 'delivered', at: null } as const) : nextAttempt(claimed.tries, at);
    await postgres.transaction(async (tx) => {
      await saveAttempt(tx, claimed, { at, status, durationMs, reason, response }, next);
      const failingSince = await noteAttempt(tx, claimed.endpoint_id, { isDelivered, at });
      if (status === gone) await deps.switchOff(tx, claimed.endpoint_id, 'gone');
      else if (failingSince !== null && at.getTime() - failingSince.getTime() >= webhookFailingDays * dayMs)
        await deps.switchOff(tx, claimed.endpoint_id, 'failing');
    });
    return next.at;
  }

  return {
    async sendDue(signal) {
      const now = clock.now();
      const until = new Date(now.getTime() + claimMs);
      const claimed = await claimDeliveries(postgres.db, {
        ...{ now, until },
        limit: batchSize,
        ofEach: ofEachWebhook,
      });
      const limit = pLimit(concurrency);
      const results = await Promise.allSettled(claimed.map((one) => limit(() => send(one, signal))));
      if (claimed.length > 0)
        deps.publishChange([...new Set(claimed.map(({ integration_id }) => integration_id))]);
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      const times = results.flatMap((result) =>
        result.status === 'fulfilled' && result.value !== null ? result.value.getTime() : [],
      );
      return { taken: claimed.length, nextAt: times.length === 0 ? null : new Date(Math.min(...times)) };
    },
  };
}

const secretLost: Message = messageOf('alerts.webhookSecretLost');
const unsigned: WebhookOutcome = {
  ...{ isDelivered: false, status: null, durationMs: 0 },
  ...{ reason: secretLost, failure: null, response: '' },
};

/** After so many attempts before this one, which has failed. */
function nextAttempt(tries: number, at: Date): { state: 'waiting' | 'failed'; at: Date | null } {
  const seconds = webhookRetrySeconds[tries];
  if (seconds === undefined) return { state: 'failed', at: null };
  return { state: 'waiting', at: new Date(at.getTime() + seconds * 1_000) };
}
