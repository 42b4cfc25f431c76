import type { Webhook, WebhookAttempt, WebhookDelivery } from '@ludus/contract';
import { renderMessage } from '../../infra/messages/index.ts';
import type { DeliveryRow, findAttempts } from './webhooks.deliveries.repo.ts';
import type { WebhookRow } from './webhooks.repo.ts';

export const webhookOf = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  integration: { id: row.integration_id, name: row.integration },
  name: row.name,
  url: row.url,
  events: row.events,
  isActive: row.off_reason === null,
  offReason: row.off_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  oldSecretUntil:
    row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until.toISOString() : null,
  lastDelivery:
    row.last_at === null || row.last_state === null
      ? null
      : { at: row.last_at.toISOString(), state: row.last_state, status: row.last_status },
  createdAt: row.created_at.toISOString(),
});

const reasonOf = ({ reason }: Pick<DeliveryRow, 'reason'>) =>
  reason === null ? { reason: null } : { reason: renderMessage(reason), reasonDetail: reason };

export const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  messageId: row.message_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  durationMs: row.duration_ms,
  ...reasonOf(row),
  createdAt: row.created_at.toISOString(),
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
});

export const attemptOf = (row: Awaited<ReturnType<typeof findAttempts>>[number]): WebhookAttempt => ({
  at: row.at.toISOString(),
  status: row.status,
  durationMs: row.duration_ms,
  ...reasonOf(row),
  response: row.response,
});
