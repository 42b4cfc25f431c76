import { z } from 'zod';
import { instant, queryId, queryIds, queryRowId, recordId, rowId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { services } from '../integrations/schema.ts';
import { message } from '../messages/schema.ts';
import { outageMessage } from './message.ts';
import { serviceDayStates } from './service-days.ts';

const place = z.strictObject({ id: recordId, name: z.string() });

/** Services of an integration that are down together. It is over when each of them responds again, or someone has closed it. */
export const outage = z
  .strictObject({
    id: rowId,
    integration: place,
    services: z.array(z.enum(services)),
    /** The first of the failed checks, and the first of the good ones after the last. */
    openedAt: instant,
    closedAt: instant.nullable(),
    /** Who closed it by hand; null for an outage that ended by itself. */
    closedBy: z.string().nullable(),
  })
  .meta({ id: 'Outage' });
export type Outage = z.infer<typeof outage>;

export const outageEventKinds = ['opened', 'joined', 'recovered', 'message', 'closed'] as const;

/** Someone who was notified of an event: of the provider, or of the integration whose services are down. */
export const outageRecipient = z.strictObject({
  username: z.string(),
  side: z.enum(['provider', 'integration']),
  hasNotice: z.boolean(),
  hasMail: z.boolean(),
});
export type OutageRecipient = z.infer<typeof outageRecipient>;

export const outageEvent = z.strictObject({
  id: rowId,
  at: instant,
  kind: z.enum(outageEventKinds),
  service: z.enum(services).nullable(),
  /** Of the provider, and only shown to it. */
  username: z.string().nullable(),
  /** What people of the provider wrote, in both languages. */
  textEn: z.string().nullable(),
  textIt: z.string().nullable(),
  detail: message.nullable(),
  /** How many people were notified, and who, the provider's first; only the provider sees it. Of older events no names are known. */
  told: z.strictObject({ notices: z.int(), mails: z.int(), people: z.array(outageRecipient) }).nullable(),
});
export type OutageEvent = z.infer<typeof outageEvent>;

export const outageDetail = outage
  .extend({
    /** Sessions that were open there when it began; null where that is not known. */
    openSessions: z.int().nullable(),
    /** Up to when the hub had the figures of the integration when it began. */
    figuresAsOf: instant.nullable(),
    /** How many people of each side a message reaches now; only the provider sees it, and only while the outage goes on. */
    audience: z.strictObject({ integration: z.int(), provider: z.int() }).nullable(),
    /** Oldest first. */
    events: z.array(outageEvent),
  })
  .meta({ id: 'OutageDetail' });
export type OutageDetail = z.infer<typeof outageDetail>;

const serviceState = z.enum(['up', 'degraded', 'maintenance', 'down', 'unknown']);
export type ServicePresentState = z.infer<typeof serviceState>;

export const serviceDay = z.strictObject({
  day: z.iso.date(),
  state: z.enum(serviceDayStates),
  checks: z.int(),
  failedChecks: z.int(),
  upSeconds: z.int(),
  degradedSeconds: z.int(),
  downSeconds: z.int(),
  maintenanceSeconds: z.int(),
});
export type ServiceDay = z.infer<typeof serviceDay>;

/** An integration at a glance. */
export const integrationStatus = z
  .strictObject({
    integration: place,
    checkedAt: instant.nullable(),
    /** When the schedule checks its services next. */
    nextCheckAt: instant,
    services: z.array(
      z.strictObject({
        service: z.enum(services),
        state: serviceState,
        /** Of 90 days; null where nothing is known. */
        uptime: z.number().nullable(),
        checkedDays: z.int(),
        upSeconds: z.int(),
        degradedSeconds: z.int(),
        downSeconds: z.int(),
        maintenanceSeconds: z.int(),
      }),
    ),
    /** Of all services in 90 days; null where nothing is known. */
    uptime: z.number().nullable(),
    /** 90 days, today last: what each was for all services together. */
    days: z.array(z.strictObject({ day: z.iso.date(), state: z.enum(serviceDayStates) })),
    /** The outage that goes on. */
    outageId: rowId.nullable(),
  })
  .meta({ id: 'IntegrationStatus' });
export type IntegrationStatus = z.infer<typeof integrationStatus>;

/** 90 days of an integration, the oldest first, today last. */
export const statusPage = z
  .strictObject({
    integration: place,
    checkedAt: instant.nullable(),
    /** When the schedule checks its services next. */
    nextCheckAt: instant,
    from: z.iso.date(),
    to: z.iso.date(),
    services: z.array(
      z.strictObject({
        service: z.enum(services),
        state: serviceState,
        uptime: z.number().nullable(),
        days: z.array(serviceDay),
      }),
    ),
    /** The latest first. */
    outages: z.array(outage),
    /** Signed addresses of its uptime report as PDF: percentages, outages with length and cause, maintenances apart. They expire after an hour. */
    files: z.strictObject({ en: z.string(), it: z.string() }),
  })
  .meta({ id: 'StatusPage' });
export type StatusPage = z.infer<typeof statusPage>;

/** The integrations that the caller sees, by name. */
export const listStatus = endpoint({
  id: 'listStatus',
  method: 'GET',
  path: '/status',
  access: 'status:read',
  tag: 'status',
  summary: 'How the services of each integration are',
  response: rowsOf(integrationStatus),
});

export const getStatusPage = endpoint({
  id: 'getStatusPage',
  method: 'GET',
  path: '/status/:integrationId',
  access: 'status:read',
  tag: 'status',
  summary: '90 days of the services of an integration, with its outages',
  params: z.strictObject({ integrationId: queryId }),
  response: statusPage,
  failures: [404],
});

/** What kept players from games: an outage, or a maintenance that took place. */
export const interruption = z
  .strictObject({
    kind: z.enum(['outage', 'maintenance']),
    integration: place,
    /** None for a maintenance of all of them. */
    services: z.array(z.enum(services)),
    from: instant,
    /** Null while it goes on. */
    to: instant.nullable(),
  })
  .meta({ id: 'Interruption' });
export type Interruption = z.infer<typeof interruption>;

/** Those that have begun, of the integrations that the caller sees; the latest 500 outages are known. */
export const listInterruptions = endpoint({
  id: 'listInterruptions',
  method: 'GET',
  path: '/status/interruptions',
  access: 'status:read',
  tag: 'status',
  summary: 'Outages and maintenances of a period, as charts shade them',
  query: z.strictObject({ from: instant, to: instant, integrations: queryIds }),
  response: rowsOf(interruption),
});

export const getOutage = endpoint({
  id: 'getOutage',
  method: 'GET',
  path: '/outages/:id',
  access: 'status:read',
  tag: 'status',
  summary: 'One outage with its timeline',
  params: z.strictObject({ id: queryRowId }),
  response: outageDetail,
  failures: [404],
});

/** 409 once it is over. */
export const sendOutageMessage = endpoint({
  id: 'sendOutageMessage',
  method: 'POST',
  path: '/outages/:id/messages',
  access: 'outages:manage',
  tag: 'status',
  summary: 'Tell the people of the integration about an outage',
  params: z.strictObject({ id: queryRowId }),
  body: outageMessage,
  response: outageDetail,
  failures: [404, 409],
});

/** What still fails then opens no other outage before it has responded well. 409 once it is over. */
export const closeOutage = endpoint({
  id: 'closeOutage',
  method: 'POST',
  path: '/outages/:id/close',
  access: 'outages:manage',
  tag: 'status',
  summary: 'End an outage by hand',
  params: z.strictObject({ id: queryRowId }),
  response: outageDetail,
  failures: [404, 409],
});

export const outageEndpoints = [
  listStatus,
  listInterruptions,
  getStatusPage,
  getOutage,
  sendOutageMessage,
  closeOutage,
] as const;
