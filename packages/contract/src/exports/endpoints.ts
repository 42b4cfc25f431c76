import { z } from 'zod';
import { emailAddress, instant, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';
import { splitStatNames } from '../metrics.ts';
import { reportRequest } from '../reports/endpoints.ts';
import { sessionListQuery } from '../sessions/filter.ts';
import { openAge } from '../sessions/open.ts';
import { openAges } from '../sessions/open-ages.ts';
import { rankingQuery } from '../statistics/ranking.ts';
import { statisticsRequest } from '../statistics/schema.ts';

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Of files that can be had; text is of open sessions only. */
export const fileFormats = [...exportFormats, 'txt'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const exportStates = ['running', 'done', 'failed'] as const;

/**
 * A file of figures. What is quick is `done` in the response; the rest continues as the job `jobId`, and the caller gets
 * an email with the address. `url` is signed, needs no token and ends at `expiresAt`.
 */
export const exportedFile = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(exportStates),
    fileName: z.string(),
    format: z.enum(fileFormats),
    /** Rows of figures or sessions, without headings and totals; null until it is done. */
    rows: z.int().nonnegative().nullable(),
    bytes: z.int().nonnegative().nullable(),
    jobId: z.string().nullable(),
    url: z.string().nullable(),
    expiresAt: instant.nullable(),
    error: z.string().nullable(),
    errorDetail: message.optional(),
  })
  .meta({ id: 'ExportedFile' });
export type ExportedFile = z.infer<typeof exportedFile>;

const target = {
  format: z.enum(exportFormats),
  /** Further addresses for the email; with any, the file always goes by email. */
  emails: z.array(emailAddress).max(100).optional(),
};

/** What each row of a file of sums stands for. */
export const exportSplits = ['games', 'integrations', 'operators'] as const;
export type ExportSplit = (typeof exportSplits)[number];

/** What the charts show, bucket by bucket; or what the overview shows, row by row. */
export const exportStatistics = endpoint({
  id: 'exportStatistics',
  method: 'POST',
  path: '/bookkeeping/stats/export',
  access: 'charts:read',
  tag: 'exports',
  summary: 'A file of the figures that a chart shows',
  body: z.strictObject({
    request: statisticsRequest,
    /** The value type of split series (Specific); absent: totals of every figure the caller may see. */
    stat: z.enum(splitStatNames).optional(),
    /** A row for each of them with every figure of the whole period that the caller may see; `stat` does not count then. */
    by: z.enum(exportSplits).optional(),
    ...target,
  }),
  response: exportedFile,
  perMinute: 30,
});

/** What a ranking shows; all rows that it can have, where the request names no limit. */
export const exportRanking = endpoint({
  id: 'exportRanking',
  method: 'POST',
  path: '/bookkeeping/ranking/export',
  access: 'charts:read',
  tag: 'exports',
  summary: 'A file of a ranking',
  body: z.strictObject({ request: rankingQuery, ...target }),
  response: exportedFile,
  perMinute: 30,
});

/** Sheets "Detailed Report" and, with singleDay, "Stats Days"; as CSV only the detailed report. */
export const exportDetailedReport = endpoint({
  id: 'exportDetailedReport',
  method: 'POST',
  path: '/bookkeeping/stats-detailed/export',
  access: 'reports:read',
  tag: 'exports',
  summary: 'A file of the detailed report',
  body: z.strictObject({ request: reportRequest, ...target }),
  response: exportedFile,
  perMinute: 30,
});

/** The columns the caller sees in the sessions list, all pages. `filter` is the query of that list. */
export const exportSessions = endpoint({
  id: 'exportSessions',
  method: 'POST',
  path: '/bookkeeping/sessions/export',
  access: 'sessions:email',
  tag: 'exports',
  summary: 'A file of the filtered sessions list',
  body: z.strictObject({ filter: sessionListQuery, ...target }),
  response: exportedFile,
  perMinute: 30,
});

/**
 * For an outage of the central system: a text file of the open real sessions of one integration, a line each, with the
 * external session id and the external ticket id separated by a tab, beneath comment lines that begin with `#`.
 */
export const exportOpenSessions = endpoint({
  id: 'exportOpenSessions',
  method: 'POST',
  path: '/bookkeeping/sessions/open/export',
  access: 'sessions:email',
  tag: 'exports',
  summary: 'A text file of the external ids of open sessions',
  body: z.strictObject({
    integrationId: recordId,
    /** None sent: all. */
    ages: z.array(openAge).max(openAges.length).optional(),
  }),
  response: exportedFile,
  failures: [404],
  perMinute: 30,
});

/** The caller's own; 404 for everyone else's. */
export const getExport = endpoint({
  id: 'getExport',
  method: 'GET',
  path: '/exports/:id',
  access: 'signed-in',
  tag: 'exports',
  summary: 'How far an exported file is, and where it is',
  params: z.strictObject({ id: z.uuid() }),
  response: exportedFile,
  failures: [404],
});

export const exportEndpoints = [
  exportStatistics,
  exportRanking,
  exportDetailedReport,
  exportSessions,
  exportOpenSessions,
  getExport,
] as const;
