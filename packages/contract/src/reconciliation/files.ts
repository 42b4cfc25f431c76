import { z } from 'zod';
import { instant, queryId, recordId, sessionTypeId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { differenceClasses } from './classes.ts';
import { differingSession, reconciledFigureSet } from './endpoints.ts';

/** What a column of a file may hold. */
export const fileFields = [
  'sessionId',
  'createdAt',
  'sessionType',
  'isOpen',
  'bet',
  'win',
  'netWin',
  'due',
  'rounds',
] as const;
export type FileField = (typeof fileFields)[number];
/** Without these a row is no session that could be compared. */
export const requiredFileFields = [
  'sessionId',
  'createdAt',
  'bet',
  'win',
] as const satisfies readonly FileField[];

export const fileRowErrors = ['noSessionId', 'noDay', 'noAmount', 'noCount', 'noType'] as const;
export type FileRowError = (typeof fileRowErrors)[number];

export const mostFileBytes = 10 * 1024 * 1024;
export const mostFileRows = 100_000;
/** Wrong rows that a dry run names one by one. */
export const mostNamedRows = 100;

/** Column (from 0) of each field that the file has. */
export const fileMapping = z.partialRecord(z.enum(fileFields), z.int().min(0).max(499));
export type FileMapping = z.infer<typeof fileMapping>;

const day = z.iso.date();

export const fileCheck = z
  .strictObject({
    /** The headings of the first row. */
    columns: z.array(z.string()),
    /** As sent; else as remembered for the integration where the file has those headings; else guessed from the headings. */
    mapping: fileMapping,
    mappingOrigin: z.enum(['sent', 'remembered', 'guessed']),
    /** Which required fields have no column; the rest is empty then. */
    missing: z.array(z.enum(fileFields)),
    rows: z.int().nonnegative(),
    right: z.int().nonnegative(),
    wrong: z.int().nonnegative(),
    /** The first and last Rome day of the right rows. */
    from: day.nullable(),
    to: day.nullable(),
    /** The first rows as they were read, for the eye. */
    sample: z.array(z.array(z.string())),
    /** The first wrong rows: the line in the file (the heading is 1), what is wrong, and where. */
    errors: z.array(
      z.strictObject({
        line: z.int().positive(),
        error: z.enum(fileRowErrors),
        field: z.enum(fileFields),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'ReconciliationFileCheck' });
export type FileCheck = z.infer<typeof fileCheck>;

export const comparedFile = z
  .strictObject({
    id: z.uuid(),
    integration: z.strictObject({ id: recordId, name: z.string() }),
    fileName: z.string(),
    /** SHA-256 of the file, in hexadecimal; null for one that an earlier release compared. */
    sha256: z.string().nullable(),
    username: z.string(),
    comparedAt: instant,
    from: day,
    to: day,
    rows: z.int().nonnegative(),
    wrong: z.int().nonnegative(),
    sessions: z.int().nonnegative(),
    keptSessions: z.int().nonnegative(),
    /** The file's figures less the hub's. */
    difference: reconciledFigureSet,
    classes: z.array(
      z.strictObject({
        class: z.enum(differenceClasses),
        sessionTypeId,
        sessions: z.int().positive(),
        difference: reconciledFigureSet,
      }),
    ),
  })
  .meta({ id: 'ComparedFile' });
export type ComparedFile = z.infer<typeof comparedFile>;

const ofIntegration = z.strictObject({ integrationId: queryId });
/** As a field of a form: JSON of the mapping. */
const sentMapping = z.string().max(2_000).optional();

/** The dry run: reads a CSV or XLSX file and says what each row would be; stores nothing. */
export const checkReconciliationFile = endpoint({
  id: 'checkReconciliationFile',
  method: 'POST',
  path: '/reconciliation/:integrationId/files/check',
  access: 'reconciliation:files',
  tokens: true,
  tag: 'reconciliation',
  summary: 'Try a file of sessions out',
  params: ofIntegration,
  body: z.strictObject({ mapping: sentMapping }),
  upload: { maxBytes: mostFileBytes },
  response: fileCheck,
  failures: [404, 413, 415],
  perMinute: 30,
});

/** Compares the right rows of a file with the session store and keeps the result; the mapping is remembered. */
export const compareReconciliationFile = endpoint({
  id: 'compareReconciliationFile',
  method: 'POST',
  path: '/reconciliation/:integrationId/files',
  access: 'reconciliation:files',
  tokens: true,
  tag: 'reconciliation',
  summary: 'Compare a file of sessions with the session store',
  params: ofIntegration,
  body: z.strictObject({ mapping: z.string().max(2_000) }),
  upload: { maxBytes: mostFileBytes },
  response: comparedFile,
  failures: [404, 413, 415],
  perMinute: 30,
});

/** The latest first, 50 at most. */
export const listReconciliationFiles = endpoint({
  id: 'listReconciliationFiles',
  method: 'GET',
  path: '/reconciliation-files',
  access: 'reconciliation:files',
  tag: 'reconciliation',
  summary: 'Files that were compared',
  response: z.array(comparedFile),
});

/** All that are kept, the largest first. */
export const listFileSessions = endpoint({
  id: 'listFileSessions',
  method: 'GET',
  path: '/reconciliation-files/:id/sessions',
  access: 'reconciliation:files',
  tag: 'reconciliation',
  summary: 'Sessions that differ between a file and the session store',
  params: z.strictObject({ id: z.uuid() }),
  response: z.array(differingSession),
  failures: [404],
});

export const reconciliationFileEndpoints = [
  checkReconciliationFile,
  compareReconciliationFile,
  listReconciliationFiles,
  listFileSessions,
] as const;
