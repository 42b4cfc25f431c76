import { z } from 'zod';
import { instant, queryRowId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { maxRefusalReason } from '../maintenances/state.ts';
import { message } from '../messages/schema.ts';

/** A notice to one user. Severity 1 low, 2 medium, 3 high, 4 critical. */
export const notification = z
  .strictObject({
    id: rowId,
    /** In the language that the user had when it was written; the details are the same for a reader of any language. */
    title: z.string(),
    titleDetail: message.optional(),
    description: z.string(),
    descriptionDetail: message.optional(),
    createdAt: instant,
    seen: z.boolean(),
    severity: z.int().min(1).max(4),
    maintenanceId: rowId.nullable(),
    confirmation: z.boolean().nullable(),
    /** Where in the hub it leads, such as `/ticket/12`; null for nowhere, and for what the caller may not open. */
    path: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

/** How many notices a person is shown; older ones stay stored. */
export const maxNotifications = 500;

/** The caller's own notices, the newest 500, oldest first as documented; clients show them reversed. */
export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  access: 'notifications:read',
  tag: 'notifications',
  summary: 'Notifications of the caller',
  response: z.array(notification),
});

/** Why an integration is not available; kept with a denial only. */
const reason = z.string().trim().min(1).max(maxRefusalReason, fieldCode('fields.tooLong')).optional();

/**
 * `seen` marks a notification as read. `confirmation` confirms or denies a maintenance for the caller's integration: 409
 * for severity 4, for a notice without a maintenance or with one that is an emergency, has begun or was cancelled, and for a caller
 * without an integration.
 */
export const updateNotification = endpoint({
  id: 'updateNotification',
  method: 'PUT',
  path: '/notifications/update/:id',
  access: 'notifications:read',
  tag: 'notifications',
  summary: 'Mark a notification as seen, or confirm availability for its maintenance',
  params: z.strictObject({ id: queryRowId }),
  body: z.union([
    z.strictObject({ seen: z.literal(true) }),
    z.strictObject({ confirmation: z.boolean(), reason }),
    z.strictObject({ seen: z.literal(true), confirmation: z.boolean(), reason }),
  ]),
  response: notification,
  failures: [404, 409],
});

/**
 * Marks the caller's own notices as seen, up to the newest one that was on the screen: one that arrives meanwhile stays unread.
 * It counts as done where there is none to mark.
 */
export const markNotificationsSeen = endpoint({
  id: 'markNotificationsSeen',
  method: 'PUT',
  path: '/notifications/seen',
  access: 'notifications:read',
  tag: 'notifications',
  summary: 'Mark all notifications as seen, up to one',
  body: z.strictObject({ upTo: rowId }),
  response: z.null(),
});

export const notificationEndpoints = [listNotifications, updateNotification, markNotificationsSeen] as const;
