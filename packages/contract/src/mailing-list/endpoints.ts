import { z } from 'zod';
import { emailAddress, instantOrDay, jobReference, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { message } from '../messages/schema.ts';

/** Report types with their ids; `custom` is sent by hand and never to the mailing list. */
export const reportTypes = { daily: 1, monthly: 2, 'italy-games': 3 } as const;
export type ReportType = keyof typeof reportTypes;
export const reportTypeNames = Object.keys(reportTypes) as ReportType[];

const reportType = z.strictObject({ id: z.int(), name: z.enum(reportTypeNames) }).meta({ id: 'ReportType' });

export const mailingListEntry = z
  .strictObject({
    id: rowId,
    email: z.string(),
    /** Null is ALL. */
    integrationId: recordId.nullable(),
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    reportType,
    reportTypeId: z.int(),
    /** How the last report to this address went. */
    lastDelivery: z
      .strictObject({
        at: z.string(),
        state: z.enum(['sent', 'failed']),
        reason: z.string().nullable(),
        reasonDetail: message.optional(),
      })
      .nullable(),
  })
  .meta({ id: 'MailingListEntry' });
export type MailingListEntry = z.infer<typeof mailingListEntry>;

const integrationId = recordId
  .nullable()
  .optional()
  .refine((value) => value !== undefined, fieldCode('fields.integrationOrAll'))
  .transform((value) => value ?? null);
const reportTypeId = z.union([z.literal(1), z.literal(2), z.literal(3)], {
  error: fieldCode('fields.reportTypeRequired'),
});

export const listMailingList = endpoint({
  id: 'listMailingList',
  method: 'GET',
  path: '/mailing-list-reports',
  access: 'mailing-list:manage',
  tag: 'mailing list',
  summary: 'Who gets which report',
  response: z.array(mailingListEntry),
});

/** 409 for the same address, integration and type. */
export const createMailingListEntry = endpoint({
  id: 'createMailingListEntry',
  method: 'POST',
  path: '/mailing-list-reports',
  access: 'mailing-list:manage',
  tag: 'mailing list',
  summary: 'Put an address on the mailing list',
  body: z.strictObject({ email: emailAddress, reportTypeId, integrationId }),
  response: mailingListEntry,
  failures: [404, 409],
});

/** The email stays whatever is sent. */
export const updateMailingListEntry = endpoint({
  id: 'updateMailingListEntry',
  method: 'PUT',
  path: '/mailing-list-reports/:id',
  access: 'mailing-list:manage',
  tag: 'mailing list',
  summary: 'Change an entry of the mailing list',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({ email: z.unknown().optional(), reportTypeId, integrationId }),
  response: mailingListEntry,
  failures: [404, 409],
});

export const deleteMailingListEntry = endpoint({
  id: 'deleteMailingListEntry',
  method: 'DELETE',
  path: '/mailing-list-reports/:id',
  access: 'mailing-list:manage',
  tag: 'mailing list',
  summary: 'Take an address off the mailing list',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404],
});

export const listReportTypes = endpoint({
  id: 'listReportTypes',
  method: 'GET',
  path: '/report-types',
  access: 'mailing-list:manage',
  tag: 'mailing list',
  summary: 'Report types',
  response: z.array(reportType),
});

const reportBody = z.strictObject({
  /** The custom type's range; the others have their own. */
  dateStart: instantOrDay.optional(),
  dateEnd: instantOrDay.optional(),
  /** Null: the mailing list's addresses of the type and integration. */
  to: z.array(emailAddress).max(200).nullish(),
  integrationId: recordId.nullish(),
});
const reportQuery = z.strictObject({ socketId: z.string().max(200).optional() });

function reportMail(id: string, path: string, summary: string) {
  return endpoint({
    id,
    method: 'POST',
    path,
    access: 'settings:reports',
    tag: 'settings',
    summary,
    query: reportQuery,
    body: reportBody,
    response: jobReference,
    failures: [404],
    perMinute: 30,
  });
}

/** The custom one needs a range and an address. */
export const mailDailyReport = reportMail('mailDailyReport', '/reports-email-daily', 'Send the daily report');
export const mailMonthlyReport = reportMail(
  'mailMonthlyReport',
  '/reports-email-monthly',
  'Send the monthly report',
);
export const mailItalyGamesReport = reportMail(
  'mailItalyGamesReport',
  '/reports-email-italy-games',
  'Send the report of Italian integrations',
);
export const mailCustomReport = reportMail(
  'mailCustomReport',
  '/reports-email',
  'Send a report of any range',
);

/** How one mail of a report went: `refused` was not sent, since its reader may not have the report. */
export const reportDelivery = z
  .strictObject({
    recipient: z.string(),
    outcome: z.enum(['waiting', 'sent', 'failed', 'refused']),
    /** Why nothing arrived, in English. */
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
  })
  .meta({ id: 'ReportDelivery' });
export type ReportDelivery = z.infer<typeof reportDelivery>;

/** To whom the reports on the board go, and how each mail went. Jobs themselves name no address. */
export const listReportDeliveries = endpoint({
  id: 'listReportDeliveries',
  method: 'GET',
  path: '/reports-email/deliveries',
  access: 'jobs:manage',
  tag: 'settings',
  summary: 'Recipients of the latest reports',
  response: z.array(z.strictObject({ jobId: z.string(), deliveries: z.array(reportDelivery) })),
});

/** `fileUrl` must be the configured one. */
export const sendUserGuide = endpoint({
  id: 'sendUserGuide',
  method: 'POST',
  path: '/tutorial',
  access: 'settings:reports',
  tag: 'settings',
  summary: 'Send the user guide',
  body: z.strictObject({
    to: z
      .array(emailAddress, { error: fieldCode('fields.addressRequired') })
      .min(1, fieldCode('fields.addressRequired'))
      .max(200),
    fileUrl: z.string().max(2000).optional(),
  }),
  response: z.strictObject({ message: z.string() }),
  perMinute: 30,
});

export const mailingListEndpoints = [
  listMailingList,
  createMailingListEntry,
  updateMailingListEntry,
  deleteMailingListEntry,
  listReportTypes,
] as const;
export const reportMailEndpoints = [
  mailDailyReport,
  mailMonthlyReport,
  mailItalyGamesReport,
  mailCustomReport,
  listReportDeliveries,
  sendUserGuide,
] as const;
