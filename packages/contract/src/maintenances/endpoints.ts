import { z } from 'zod';
import { instant, instantOrDay, queryId, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { services } from '../integrations/schema.ts';
import { languages } from '../language.ts';
import { maintenanceKinds } from './state.ts';

/** 1 low, 2 medium, 3 high, 4 critical. Availability is asked for below 4. */
export const severities = [1, 2, 3, 4] as const;
export type Severity = (typeof severities)[number];
export const severityNames = {
  1: 'Low',
  2: 'Medium',
  3: 'High',
  4: 'Critical',
} as const satisfies Record<Severity, string>;

export const maxMaintenanceDescription = 255;
/** Rome calendar days from today to the first day a maintenance may be announced for. */
export const maintenanceNoticeDays = 14;

/**
 * `confirmed`: true available, false not, null not decided yet. With a decision come its instant and the username of
 * who gave it, as it was then.
 */
export const maintenanceIntegration = z.strictObject({
  id: recordId,
  name: z.string(),
  maintenance_integrations: z.strictObject({
    confirmed: z.boolean().nullable(),
    answeredAt: instant.nullable(),
    answeredBy: z.string().nullable(),
    /** Why it was denied, where someone has said so. */
    reason: z.string().nullable(),
  }),
});

/**
 * Work at the provider that integrations are notified of. `date` is its start; a plain day starts at 00:00 in Rome. Where only the
 * start was announced, `endsAt` is assumed: the end of a plain day, else four hours later.
 */
export const maintenance = z
  .strictObject({
    id: rowId,
    date: instant,
    endsAt: instant,
    isEndAssumed: z.boolean(),
    kind: z.enum(maintenanceKinds),
    description: z.string(),
    severity: z.int().min(1).max(4),
    /** The services that are touched; none is all of them. */
    services: z.array(z.enum(services)),
    /** The games that are touched; none is all of them. */
    games: z.array(z.strictObject({ id: recordId, name: z.string() })),
    createdAt: instant,
    /** When it was changed last, and how often. */
    changedAt: instant.nullable(),
    sequence: z.int(),
    cancelledAt: instant.nullable(),
    cancelReason: z.string().nullable(),
    integrations: z.array(maintenanceIntegration),
  })
  .meta({ id: 'Maintenance' });
export type Maintenance = z.infer<typeof maintenance>;

/** Oldest first as documented; clients show them reversed. */
export const listMaintenances = endpoint({
  id: 'listMaintenances',
  method: 'GET',
  path: '/maintenances',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Maintenances',
  response: z.array(maintenance),
});

/**
 * Those that run or are to come, the next one first, without those that were cancelled or that the integration has denied (a critical
 * one takes place all the same). People of an integration read its own, with only their own confirmation.
 */
export const listUpcomingMaintenances = endpoint({
  id: 'listUpcomingMaintenances',
  method: 'GET',
  path: '/maintenances/upcoming',
  access: 'status:read',
  tag: 'maintenances',
  summary: 'Maintenances that run or are to come',
  query: z.strictObject({ integrationId: queryId.optional() }),
  response: z.array(maintenance),
});

/** People of a notified integration read it with only their own confirmation; 404 for everyone else's. */
export const getMaintenance = endpoint({
  id: 'getMaintenance',
  method: 'GET',
  path: '/maintenances/:id',
  access: 'notifications:read',
  tag: 'maintenances',
  summary: 'One maintenance',
  params: z.strictObject({ id: queryRowId }),
  response: maintenance,
  failures: [404],
});

const describedBy = z
  .string({ error: fieldCode('fields.descriptionRequired') })
  .trim()
  .min(1, fieldCode('fields.descriptionRequired'))
  .max(maxMaintenanceDescription, fieldCode('fields.tooLong'));

/** What a maintenance is announced with. */
export const maintenanceCreation = z.strictObject({
  args: z.strictObject({
    description: describedBy,
    date: z
      .string({ error: fieldCode('fields.dateRequired') })
      .min(1, fieldCode('fields.dateRequired'))
      .pipe(instantOrDay),
    severity: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], {
      error: fieldCode('fields.severityRequired'),
    }),
    /** Planned unless given. A planned one starts 14 days from today or later. */
    kind: z.enum(maintenanceKinds).optional(),
    endsAt: instant.optional(),
    services: z.array(z.enum(services)).max(services.length).optional(),
    games: z.array(recordId).max(500).optional(),
  }),
  integrations: z
    .array(recordId, { error: fieldCode('fields.integrationsRequired') })
    .min(1, fieldCode('fields.integrationsRequired'))
    .max(2000),
});

/** Only integrations with users can be notified; 404 for one that there is not. */
export const createMaintenance = endpoint({
  id: 'createMaintenance',
  method: 'POST',
  path: '/maintenances/create',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Announce a maintenance to integrations',
  body: maintenanceCreation,
  response: maintenance,
  failures: [404],
});

/** Prolongs a maintenance, shortens it, or ends it now (null). 409 once it is over or cancelled. */
export const changeMaintenanceEnd = endpoint({
  id: 'changeMaintenanceEnd',
  method: 'PUT',
  path: '/maintenances/:id/end',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Change when a maintenance ends, and notify its integrations',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({ endsAt: instant.nullable() }),
  response: maintenance,
  failures: [404, 409],
});

/**
 * Moves one that has not begun; an end that was announced moves along, so that it lasts as long as before. A planned one keeps the days of
 * notice, counted from today. Answers were given for the time before: they are asked for again. Its description can change with it, for one that names the time. With
 * the start that it has, nothing changes. 409 once it has begun or was cancelled.
 */
export const changeMaintenanceStart = endpoint({
  id: 'changeMaintenanceStart',
  method: 'PUT',
  path: '/maintenances/:id/start',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Move a maintenance that has not begun, notify its integrations, and ask them again',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({
    startsAt: instantOrDay,
    description: describedBy.optional(),
    reason: z.string().trim().max(maxMaintenanceDescription, fieldCode('fields.tooLong')).optional(),
  }),
  response: maintenance,
  failures: [404, 409],
});

/** What a maintenance is cancelled with. */
export const maintenanceCancellation = z.strictObject({
  reason: z
    .string({ error: fieldCode('fields.reasonRequired') })
    .trim()
    .min(1, fieldCode('fields.reasonRequired'))
    .max(maxMaintenanceDescription, fieldCode('fields.tooLong')),
});

/** 409 once it has begun, which is what an earlier end is for, and when it was cancelled before. */
export const cancelMaintenance = endpoint({
  id: 'cancelMaintenance',
  method: 'POST',
  path: '/maintenances/:id/cancel',
  access: 'maintenances:manage',
  tag: 'maintenances',
  summary: 'Cancel a maintenance, and notify its integrations',
  params: z.strictObject({ id: queryRowId }),
  body: maintenanceCancellation,
  response: maintenance,
  failures: [404, 409],
});

/** The calendar that the caller subscribes to. Its address is known to them only: it is never shown again. */
export const getCalendarFeed = endpoint({
  id: 'getCalendarFeed',
  method: 'GET',
  path: '/account/calendar',
  access: 'notifications:read',
  tag: 'maintenances',
  summary: 'Whether the caller has a calendar address',
  response: z.strictObject({ createdAt: instant.nullable() }),
});

export const renewCalendarFeed = endpoint({
  id: 'renewCalendarFeed',
  method: 'POST',
  path: '/account/calendar',
  access: 'notifications:read',
  tag: 'maintenances',
  summary: 'Make a calendar address for the caller',
  description: 'The address before it ends. It is in this response only.',
  body: z.strictObject({ language: z.enum(languages) }),
  response: z.strictObject({ createdAt: instant, url: z.url() }),
  perMinute: 10,
});

export const revokeCalendarFeed = endpoint({
  id: 'revokeCalendarFeed',
  method: 'DELETE',
  path: '/account/calendar',
  access: 'notifications:read',
  tag: 'maintenances',
  summary: 'End the calendar address of the caller',
  response: z.null(),
});

export const maintenanceEndpoints = [
  listMaintenances,
  listUpcomingMaintenances,
  getMaintenance,
  createMaintenance,
  changeMaintenanceEnd,
  changeMaintenanceStart,
  cancelMaintenance,
  getCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
] as const;
