import { z } from 'zod';
import { instant, pageOf, queryInteger, queryRowId, recordId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';
import {
  type WebhookEventName,
  type WebhookEventType,
  webhookEventNames,
  webhookEventTypes,
} from './events.ts';
import {
  longestWebhookName,
  longestWebhookUrl,
  maxWebhooks,
  oldSecretHours,
  webhookKeptDays,
  webhookOffReasons,
} from './limits.ts';

const eventName = z.enum(webhookEventNames as [WebhookEventName, ...WebhookEventName[]]);
const eventType = z.enum(webhookEventTypes as [WebhookEventType, ...WebhookEventType[]]);

/** `waiting` for its next attempt, `delivered`, or `failed` once no attempt is left. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const;
const deliveryState = z.enum(webhookDeliveryStates);
export type WebhookDeliveryState = z.infer<typeof deliveryState>;

const deliveryFields = {
  id: rowId,
  /** The header `webhook-id`: the same for every attempt, and for every endpoint that the event is sent to. */
  messageId: z.string(),
  type: eventType,
  state: deliveryState,
  attempts: z.int().nonnegative(),
  /** The status of the last reply; null where there was none. */
  status: z.int().nullable(),
  /** How long the last attempt took, in milliseconds. */
  durationMs: z.int().nonnegative().nullable(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  reasonDetail: message.optional(),
  createdAt: instant,
  /** When the last attempt was made. */
  lastAttemptAt: instant.nullable(),
  /** When the next one is due; null where none is. */
  nextAttemptAt: instant.nullable(),
};

export const webhookDelivery = z.strictObject(deliveryFields).meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookAttempt = z.strictObject({
  at: instant,
  status: z.int().nullable(),
  durationMs: z.int().nonnegative(),
  reason: z.string().nullable(),
  reasonDetail: message.optional(),
  /** The beginning of the reply. */
  response: z.string(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const webhookDeliveryDetail = z
  .strictObject({
    ...deliveryFields,
    /** What is sent, byte for byte. */
    body: z.string(),
    /** The newest first. */
    allAttempts: z.array(webhookAttempt),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const webhook = z
  .strictObject({
    id: rowId,
    integration: z.strictObject({ id: recordId, name: z.string() }),
    name: z.string(),
    url: z.string(),
    events: z.array(eventName),
    isActive: z.boolean(),
    /** Why it is off: a person, failures for days, or a reply that says that it is gone. Null while it is on. */
    offReason: z.enum(webhookOffReasons).nullable(),
    /** Since when every attempt has failed; null after one that succeeded. */
    failingSince: instant.nullable(),
    /** Until when calls are also signed with the secret before the last change. */
    oldSecretUntil: instant.nullable(),
    lastDelivery: z
      .strictObject({ at: instant, state: deliveryState, status: z.int().nullable() })
      .nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhook>;

const webhookSecret = z
  .strictObject({
    webhook,
    /** The secret, this once: `whsec_` and 32 bytes in base64. */
    secret: z.string(),
  })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecret = z.infer<typeof webhookSecret>;

const fields = {
  name: z.string().trim().min(1).max(longestWebhookName),
  url: z.url({ protocol: /^https?$/ }).max(longestWebhookUrl),
  events: z
    .array(eventName)
    .min(1)
    .max(webhookEventNames.length)
    .transform((chosen) => webhookEventNames.filter((name) => chosen.includes(name))),
};

export const webhookForm = z.strictObject({
  ...fields,
  /** Whose events it receives. People of an integration have their own; staff of the provider must choose. */
  integrationId: recordId.optional(),
});
export type WebhookForm = z.input<typeof webhookForm>;

export const webhookChange = z.strictObject({ ...fields, isActive: z.boolean() });
export type WebhookChange = z.input<typeof webhookChange>;

const webhookId = z.strictObject({ id: queryRowId });
const deliveryId = z.strictObject({ id: queryRowId, deliveryId: queryRowId });

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Webhooks, by integration and name',
  description: 'People of an integration see its own. No call returns the secret of a webhook again.',
  response: rowsOf(webhook),
});

export const createWebhook = endpoint({
  id: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Create a webhook',
  description: `Returns the secret, this once. 422 for an address that the hub does not call, such as a private one; 409 beyond ${maxWebhooks} webhooks of an integration.`,
  body: webhookForm,
  response: webhookSecret,
  failures: [404, 409],
  perMinute: 20,
});

export const updateWebhook = endpoint({
  id: 'updateWebhook',
  method: 'PUT',
  path: '/webhooks/:id',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Change a webhook, or switch it off and on',
  description:
    'One that is off receives nothing that happens meanwhile. What it was waiting for when it was switched off is sent once it is on again.',
  params: webhookId,
  body: webhookChange,
  response: webhook,
  failures: [404],
  perMinute: 60,
});

export const removeWebhook = endpoint({
  id: 'removeWebhook',
  method: 'DELETE',
  path: '/webhooks/:id',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Remove a webhook with its deliveries',
  params: webhookId,
  response: z.null(),
  failures: [404],
});

export const renewWebhookSecret = endpoint({
  id: 'renewWebhookSecret',
  method: 'POST',
  path: '/webhooks/:id/secret',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Give a webhook a new secret',
  description: `Returns it, this once. For ${oldSecretHours} hours each call carries two signatures, one with the old secret.`,
  params: webhookId,
  response: webhookSecret,
  failures: [404],
  perMinute: 20,
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/webhooks/:id/test',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Send a test to a webhook',
  description: '409 for one that is off.',
  params: webhookId,
  response: webhookDelivery,
  failures: [404, 409],
  perMinute: 20,
});

const deliveriesPerPage = 20;
export const webhookDeliveriesPerPage = deliveriesPerPage;

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: `What was sent to a webhook in ${webhookKeptDays} days, newest first`,
  params: webhookId,
  query: z.strictObject({
    state: deliveryState.optional(),
    page: queryInteger(1, 100_000).optional(),
    limit: queryInteger(1, 100).optional(),
  }),
  response: pageOf(webhookDelivery),
  failures: [404],
});

export const getWebhookDelivery = endpoint({
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/webhooks/:id/deliveries/:deliveryId',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'A delivery with its body and all attempts',
  params: deliveryId,
  response: webhookDeliveryDetail,
  failures: [404],
});

export const redeliverWebhook = endpoint({
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/redeliver',
  access: 'webhooks:manage',
  tag: 'webhooks',
  summary: 'Send a delivery again, at once',
  description:
    'With the same `webhook-id` and body, by which the receiver knows it. Failed attempts are repeated from the beginning. 409 for a webhook that is off.',
  params: deliveryId,
  response: webhookDelivery,
  failures: [404, 409],
  perMinute: 60,
});

export const webhookEndpoints = [
  listWebhooks,
  createWebhook,
  updateWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhook,
] as const;
