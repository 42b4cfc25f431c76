import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alertDelivery } from './delivery.ts';

const mostHours = 72;
const mostRecipients = 200;

const alertSettingsFields = {
  /** Accounts of the provider that are notified; null is each of its administrators. */
  recipients: z.array(z.string().min(1).max(120)).max(mostRecipients).nullable(),
  sendsMail: z.boolean(),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  /** How long a maintenance of a given hour lasts, and how long it stays quiet after that. */
  maintenanceHours: z.int().min(1).max(mostHours),
  graceHours: z.int().min(0).max(mostHours),
};

export const alertSettings = z
  .strictObject({
    ...alertSettingsFields,
    /** What deliveries are signed with; null before there is a webhook. */
    webhookSecret: z.string().nullable(),
    /** The latest tests, newest first. */
    tests: z.array(alertDelivery),
  })
  .meta({ id: 'AlertSettings' });
export type AlertSettings = z.infer<typeof alertSettings>;

export const getAlertSettings = endpoint({
  id: 'getAlertSettings',
  method: 'GET',
  path: '/alerts/settings',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Who is notified of incidents, the webhook, and how long a maintenance mutes',
  response: alertSettings,
});

/** 422 for an address that the hub does not call, such as a private one. */
export const updateAlertSettings = endpoint({
  id: 'updateAlertSettings',
  method: 'PUT',
  path: '/alerts/settings',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Change who is notified of incidents, the webhook, and how long a maintenance mutes',
  body: z.strictObject(alertSettingsFields),
  response: alertSettings,
});

/** 409 without a webhook. */
export const testAlertWebhook = endpoint({
  id: 'testAlertWebhook',
  method: 'POST',
  path: '/alerts/settings/test',
  access: 'alerts:manage',
  tag: 'alerts',
  summary: 'Send a test to the webhook',
  response: alertSettings,
  failures: [409],
  perMinute: 10,
});

export const alertSettingsEndpoints = [getAlertSettings, updateAlertSettings, testAlertWebhook] as const;
