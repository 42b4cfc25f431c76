import { z } from 'zod';
import {
  costlyReadsPerMinute,
  coverage,
  emailAddress,
  instantOrDay,
  jobReference,
  recordId,
  sessionTypeId,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { decodeStatisticsParameter } from '../statistics/request.ts';
import { grandTotals } from '../statistics/schema.ts';

const idList = z.array(recordId).max(2000).nullish();

/** What the detailed report is asked with; it travels as base64 JSON in `a` (API-084, API-086). Real sessions alone. */
export const reportRequest = z
  .strictObject({
    from: instantOrDay,
    to: instantOrDay,
    /** Figures per day are asked for too (OPEN-88). */
    singleDay: z.boolean().default(false),
    stats: z.array(z.string().max(40)).max(40).optional(),
    timeZone: z.literal('Europe/Rome').optional(),
    games: idList,
    operators: idList,
    integrations: idList,
  })
  .meta({ id: 'ReportRequest' });
export type ReportRequest = z.output<typeof reportRequest>;
export type ReportRequestInput = z.input<typeof reportRequest>;

/** Totals of a row, as statistics have them. Players are distinct in the row: rows below it must not be added up. */
export const reportFigures = grandTotals
  .omit({ sessionsOpen: true, sessionsClosed: true })
  .meta({ id: 'ReportFigures' });
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
    /** Operators that stand alone; the others stand below their platform. */
    directOperators: z.array(reportOperator),
    platforms: z.array(reportPlatform),
  })
  .meta({ id: 'ReportIntegration' });
export type ReportIntegration = z.infer<typeof reportIntegration>;
export const reportDay = z
  .strictObject({ day: z.iso.date(), partial: z.boolean(), ...reportFigures.shape })
  .meta({ id: 'ReportDay' });

/** ENT-23: by name on every level; nodes without sessions are left out. */
export const detailedReport = z
  .strictObject({
    response: z.array(reportIntegration),
    /** Every Rome day of the range, days without sessions included; null unless singleDay is asked for. */
    responsePerDay: z.array(reportDay).nullable(),
    totals: reportFigures,
    coverage,
  })
  .meta({ id: 'DetailedReport' });
export type DetailedReport = z.infer<typeof detailedReport>;

/** API-086. */
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
          context.addIssue({ code: 'custom', message: 'Not base64 of a JSON object.' });
        return value;
      })
      .pipe(reportRequest) as unknown as z.ZodType<ReportRequest, string>,
  }),
  response: detailedReport,
  perMinute: costlyReadsPerMinute,
});

/** API-087: the detailed report as a workbook, by e-mail. The report counts real sessions, whatever sessionTypeId says. */
export const mailDetailedReport = endpoint({
  id: 'mailDetailedReport',
  method: 'POST',
  path: '/report-email',
  access: 'reports:read',
  tag: 'statistics',
  summary: 'Send the detailed report by e-mail',
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
