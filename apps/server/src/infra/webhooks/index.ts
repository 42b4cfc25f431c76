/** Webhooks: how the hub calls them, how calls are signed, and the events that are written with each change. */
export { callWebhook, type WebhookOutcome } from './call.ts';
export { type LinkedGame, publishGameLinks } from './games.ts';
export {
  dropHeldWebhooks,
  findHeldWebhooks,
  type HeldWebhook,
  holdWebhook,
  publishWebhook,
  releaseWebhooks,
  type WebhookEvent,
} from './outbox.ts';
export { createWebhookSecret, signWebhook, webhookHeaders } from './signature.ts';
