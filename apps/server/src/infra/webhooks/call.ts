import { type Message, messageOf } from '@ludus/contract';
import { type Outgoing, OutgoingError, type OutgoingReason } from '../outgoing/index.ts';

/** What became of a call: a reply, or the reason why there was none. */
export interface WebhookOutcome {
  isDelivered: boolean;
  status: number | null;
  durationMs: number;
  /** Null when it was delivered. */
  reason: Message | null;
  /** Why there was no reply; null when there was one. */
  failure: OutgoingReason | null;
  /** The beginning of the reply. */
  response: string;
}

export interface WebhookCall {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

const timeoutMs = 15_000;
const maxReplyBytes = 64_000;
const keptCharacters = 1_000;

/**
 * The one way in which the hub calls a webhook: redirects are not followed, private addresses are refused after the look-up that the
 * connection is made with, and a reply that is slow, long or cut off changes nothing about its status.
 * @throws the signal's reason when it is aborted; no one knows then whether the receiver has the call
 */
export async function callWebhook(
  outgoing: Pick<Outgoing, 'send'>,
  { url, headers, body, signal }: WebhookCall,
): Promise<WebhookOutcome> {
  const begin = performance.now();
  const spent = () => Math.round(performance.now() - begin);
  try {
    const reply = await outgoing.send(url, {
      method: 'POST',
      headers,
      body,
      signal,
      timeoutMs,
      idleTimeoutMs: timeoutMs,
      maxBytes: maxReplyBytes,
    });
    const text = await reply.text().catch(() => '');
    const { status } = reply;
    const isDelivered = status >= 200 && status < 300;
    return {
      isDelivered,
      status,
      durationMs: spent(),
      reason: isDelivered ? null : messageOf('alerts.webhookStatus', { status }),
      failure: null,
      // PostgreSQL stores no NUL.
      response: text.replaceAll('\0', '').slice(0, keptCharacters),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    signal.throwIfAborted();
    return {
      isDelivered: false,
      status: null,
      durationMs: spent(),
      reason: error.detail,
      failure: error.reason,
      response: '',
    };
  }
}
