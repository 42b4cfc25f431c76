/** Signatures of the Standard Webhooks specification, version 1. */
import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** A new secret, in the form that receivers' libraries take. */
export function createWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

export interface SignedMessage {
  id: string;
  /** Since 1970. */
  seconds: number;
  body: string;
}

/** `v1,` and the HMAC-SHA256 of id, timestamp and body, with the bytes that the secret stands for. */
export function signWebhook(secret: string, { id, seconds, body }: SignedMessage): string {
  const key = Buffer.from(secret.replace(secretPrefix, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** The headers of a call. Each secret signs, so that a receiver may know either of them while one replaces the other. */
export function webhookHeaders(secrets: readonly string[], message: SignedMessage): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': `${message.seconds}`,
    'webhook-signature': secrets.map((secret) => signWebhook(secret, message)).join(' '),
  };
}
