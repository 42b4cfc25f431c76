/** Webhooks that an integration has at most. */
export const maxWebhooks = 10;
export const longestWebhookName = 60;
export const longestWebhookUrl = 500;
/** How long calls are also signed with the secret before the last change. */
export const oldSecretHours = 24;
/** How long deliveries are kept. */
export const webhookKeptDays = 30;

/** Seconds between the attempts of a delivery, by the Standard Webhooks specification; the first one is made at once. */
export const webhookRetrySeconds = [
  5,
  5 * 60,
  30 * 60,
  2 * 3_600,
  5 * 3_600,
  10 * 3_600,
  14 * 3_600,
  20 * 3_600,
  24 * 3_600,
] as const;
/** A webhook whose attempts have all failed for so long is switched off. */
export const webhookFailingDays = 5;

/** Why a webhook is off: someone has switched it off, it has failed for days, or its machine has replied 410 Gone. */
export const webhookOffReasons = ['person', 'failing', 'gone'] as const;
export type WebhookOffReason = (typeof webhookOffReasons)[number];
