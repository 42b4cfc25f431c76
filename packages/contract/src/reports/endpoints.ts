import { z } from 'zod';
import {
  costlyReadsPerMinute,
  coverage,
  emailAddress,
  instantOrDay,
  jobReference,
  recordId,
  sessionTypeId,
  timeZone,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { type ReportMetricId, reportMetricIds } from '../metrics.ts';
import { decodeStatisticsParameter } from '../statistics/request.ts';
import { grandTotals } from '../statistics/schema.ts';

const idList = z.array(recordId).max(2000).nullish();

/** The request of the detailed report, sent as base64 JSON in `a`. Only real sessions. */
export const reportRequest = z
  .strictObject({
    from: instantOrDay,
    to: instantOrDay,
    /** Requests figures per day, too. */
    singleDay: z.boolean().default(false),
    stats: z.array(z.string().max(40)).max(40).optional(),
    /** Whose days are meant; Europe/Rome unless sent. */
    timeZone: timeZone.optional(),
    games: idList,
    operators: idList,
    integrations: idList,
  })
  .meta({ id: 'ReportRequest' });
export type ReportRequest = z.output<typeof reportRequest>;
export type ReportRequestInput = z.input<typeof reportRequest>;

const reportShape = Object.fromEntries(reportMetricIds.map((id) => [id, grandTotals.shape[id]])) as Pick<
  (typeof grandTotals)['shape'],
  ReportMetricId
>;
/** Totals of a row, as statistics have them. Players are distinct in the row: rows below it must not be added up. */
export const reportFigures = z.strictObject(reportShape).meta({ id: 'ReportFigures' });
export type ReportFigures = z.infer<typeof reportFigures>;

export const reportGame = z
  .strictObject({ gameId: recordId, gameName: z.string(), ...reportFigures.shape })
  .meta({ id: 'ReportGame' });
export type ReportGame = z.infer<typeof reportGame>;
export const reportOperator = z
  .strictObject({
    operatorId: recordId,
    operatorName: z.string(),
    ...reportFigures.shape,
    games: z.array(reportGame),
  })
  .meta({ id: 'ReportOperator' });
export type ReportOperator = z.infer<typeof reportOperator>;
export const reportPlatform = z
  .strictObject({
    platformId: recordId,
    platformName: z.string(),
    ...reportFigures.shape,
    operators: z.array(reportOperator),
  })
  .meta({ id: 'ReportPlatform' });
export type ReportPlatform = z.infer<typeof reportPlatform>;
export const reportIntegration = z
  .strictObject({
    integrationId: recordId,
    integrationName: z.string(),
    ...reportFigures.shape,
    /** Operators without a platform; the others are below their platform. */
    directOperators: z.array(reportOperator),
    platforms: z.array(reportPlatform),
  })
  .meta({ id: 'ReportIntegration' });
export type ReportIntegration = z.infer<typeof reportIntegration>;
export const reportDay = z
  .strictObject({ day: z.iso.date(), partial: z.boolean(), ...reportFigures.shape })
  .meta({ id: 'ReportDay' });

/** By name on every level; nodes without sessions are left out. */
export const detailedReport = z
  .strictObject({
    response: z.array(reportIntegration),
    /** Every day of the range in its time zone, days without sessions included; null unless singleDay is requested. */
    responsePerDay: z.array(reportDay).nullable(),
    totals: reportFigures,
    coverage,
  })
  .meta({ id: 'DetailedReport' });
export type DetailedReport = z.infer<typeof detailedReport>;

export const getDetailedReport = endpoint({
  id: 'getDetailedReport',
  method: 'GET',
  path: '/bookkeeping/stats-detailed',
  access: 'reports:read',
  tag: 'statistics',
  summary: 'Figures by integration, platform, operator and game, real sessions',
  query: z.strictObject({
    a: z
      .string()
      .max(60_000)
      .transform((text, context) => {
        const value = decodeStatisticsParameter(text);
        if (value === undefined)
          context.addIssue({ code: 'custom', message: fieldCode('fields.notBase64Json') });
        return value;
      })
      .pipe(reportRequest) as unknown as z.ZodType<ReportRequest, string>,
  }),
  response: detailedReport,
  perMinute: costlyReadsPerMinute,
});

/** The detailed report as a workbook, by email. The report counts real sessions, whatever the sessionTypeId. */
export const mailDetailedReport = endpoint({
  id: 'mailDetailedReport',
  method: 'POST',
  path: '/report-email',
  access: 'reports:read',
  tag: 'statistics',
  summary: 'Send the detailed report by email',
  body: z.strictObject({
    from: instantOrDay,
    to: instantOrDay,
    sessionTypeId: sessionTypeId.nullish(),
    isOpen: z.boolean().nullish(),
    socketId: z.string().max(200).optional(),
    gameIds: idList,
    integrations: idList,
    operators: idList,
    emails: z.array(emailAddress).min(1).max(100),
  }),
  response: jobReference,
  perMinute: 20,
});

export const reportEndpoints = [getDetailedReport, mailDetailedReport] as const;
