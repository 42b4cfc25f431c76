import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { instant, queryId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';
import { operatorCode } from './endpoints.ts';

/**
 * Columns of a workbook of bet lists, in their order; the headings are these words in every language. A row is a game at an operator.
 * Only `bets` is to be changed: amounts in euro, separated by spaces or semicolons. `bets_exported` is the list that the platform held
 * when the file was written.
 */
export const betSheetColumns = [
  'integration_id',
  'integration',
  'operator_code',
  'operator',
  'slug',
  'game',
  'bets',
  'bets_exported',
  'changeable',
] as const;
export type BetSheetColumn = (typeof betSheetColumns)[number];

export const mostBetSheetRows = 10_000;
/** Each is a call of a platform. */
export const mostImportedLists = 500;
/** Each is a call of a platform. */
export const mostExportedLists = 3_000;
export const mostBetSheetBytes = 5 * 1024 * 1024;
/** Days in which a check can be applied, and then undone. */
export const betImportDays = 7;

/**
 * What a row would do. `unknown`: there is no such operator or game, or it is of another integration. `meanwhile`: the platform no longer
 * holds the exported list. `unreachable`: the platform could not be asked. Only rows with `change` change something.
 */
export const betVerdicts = ['change', 'error', 'unknown', 'meanwhile', 'unreachable'] as const;
export type BetVerdict = (typeof betVerdicts)[number];

const cents = z.array(z.int());

/** A game at an operator, by names. */
const place = {
  integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
  operator: z.string(),
  game: z.string(),
};

export const betSheetRow = z
  .strictObject({
    /** Of the file; the headings are line 1. */
    line: z.int().positive(),
    ...place,
    verdict: z.enum(betVerdicts),
    /** What the platform holds, and what it would hold; null where that is not known. */
    old: cents.nullable(),
    new: cents.nullable(),
    /** Why nothing changes. */
    message: message.nullable(),
  })
  .meta({ id: 'BetSheetRow' });
export type BetSheetRow = z.infer<typeof betSheetRow>;

/**
 * How far a list has come. `refused`: by the platform, or by the hub because the list was changed in the meantime. `unreachable`: nothing was
 * changed. `unconfirmed`: the platform did not say whether it has made the change. `skipped`: it was not tried, as the platform did not respond
 * before or the job has ended early.
 */
export const betRowStates = ['waiting', 'done', 'refused', 'unreachable', 'unconfirmed', 'skipped'] as const;
export type BetRowState = (typeof betRowStates)[number];

const count = z.int().nonnegative();
const counts = z.strictObject({ waiting: count, done: count, failed: count });

/** `applying` and `undoing` while a job works on it. */
export const betImportStates = ['checked', 'applying', 'applied', 'undoing', 'undone'] as const;
export type BetImportState = (typeof betImportStates)[number];

export const betImport = z
  .strictObject({
    id: z.uuid(),
    fileName: z.string(),
    username: z.string(),
    checkedAt: instant,
    appliedAt: instant.nullable(),
    undoneAt: instant.nullable(),
    state: z.enum(betImportStates),
    /** Lists that it changes. */
    lists: count,
    /** How the lists have fared; null before it was applied, or undone. */
    applied: counts.nullable(),
    undone: counts.nullable(),
    /** Whether it can be undone: it has changed a list in the last 7 days, is not being applied, and was not undone. */
    isUndoable: z.boolean(),
  })
  .meta({ id: 'BetImport' });
export type BetImport = z.infer<typeof betImport>;

const outcome = z.strictObject({ state: z.enum(betRowStates), message: message.nullable() });
export type BetOutcome = z.infer<typeof outcome>;

export const betImportRow = z
  .strictObject({
    id: rowId,
    line: z.int().positive(),
    ...place,
    old: cents,
    new: cents,
    /** Null before the import was applied, or undone. */
    applied: outcome.nullable(),
    undone: outcome.nullable(),
  })
  .meta({ id: 'BetImportRow' });
export type BetImportRow = z.infer<typeof betImportRow>;

/** The lists of the operators of an integration, or of one of them, as a workbook to change and send back; each list is asked at its platform. */
export const exportBetsForEditing = endpoint({
  id: 'exportBetsForEditing',
  method: 'GET',
  path: '/bets/export-for-editing',
  access: 'bets:manage',
  tokens: false,
  tag: 'bets',
  summary: 'Bet lists of an integration as a workbook to edit',
  query: z.strictObject({ integrationId: queryId, operatorCode: operatorCode.optional() }),
  response: z
    .strictObject({
      fileName: z.string(),
      lists: count,
      /** Lists that the platform did not give; they are not in the file. */
      unread: count,
      /** The XLSX file. */
      content: z.base64(),
    })
    .meta({ id: 'BetsWorkbook' }),
  failures: [404, 409, 502],
  perMinute: 10,
});

/**
 * The dry run: asks the platforms for the lists that the file changes, says what each row would do, and keeps it, so that exactly that is
 * applied. Changes no list.
 */
export const checkBetSheet = endpoint({
  id: 'checkBetSheet',
  method: 'POST',
  path: '/bets/import/check',
  access: 'bets:manage',
  tag: 'bets',
  summary: 'Try an edited workbook of bet lists out',
  body: z.strictObject({}),
  upload: { maxBytes: mostBetSheetBytes },
  response: z
    .strictObject({
      import: betImport,
      /** Of lists that the file changes. */
      rows: z.array(betSheetRow),
      /** Rows whose list is as it was exported. */
      unchanged: count,
      /** Headings that mean nothing to the hub. */
      ignored: z.array(z.string()),
    })
    .meta({ id: 'BetSheetCheck' }),
  failures: [413, 415],
  perMinute: 30,
});

const ofImport = z.strictObject({ id: z.uuid() });

/**
 * Starts a job that saves each list at its platform as a save of a single one does, and keeps how each has fared. A failure does not stop it, and
 * none is tried again. 409 once it was applied. Held where changes of bets need a second person.
 */
export const applyBetImport = endpoint({
  id: 'applyBetImport',
  method: 'POST',
  path: '/bets/import/:id/apply',
  access: 'bets:manage',
  tag: 'bets',
  summary: 'Apply a checked import of bet lists',
  params: ofImport,
  response: betImport,
  accepted: heldChange,
  failures: [404, 409],
});

/** Starts a job that writes the earlier lists back, where the platform still holds what the import wrote. Held as applying is. */
export const undoBetImport = endpoint({
  id: 'undoBetImport',
  method: 'POST',
  path: '/bets/import/:id/undo',
  access: 'bets:manage',
  tag: 'bets',
  summary: 'Undo an import of bet lists',
  params: ofImport,
  response: betImport,
  accepted: heldChange,
  failures: [404, 409],
});

/** Those that were applied in the last 7 days, the latest first. */
export const listBetImports = endpoint({
  id: 'listBetImports',
  method: 'GET',
  path: '/bets/import/applied',
  access: 'bets:manage',
  tokens: false,
  tag: 'bets',
  summary: 'Imports of bet lists of the last days',
  response: z.array(betImport),
});

/** An import with its lists and how each has fared, in the order of the file. */
export const getBetImport = endpoint({
  id: 'getBetImport',
  method: 'GET',
  path: '/bets/import/:id',
  access: 'bets:manage',
  tokens: false,
  tag: 'bets',
  summary: 'An import of bet lists with the result of each',
  params: ofImport,
  response: z
    .strictObject({ import: betImport, rows: z.array(betImportRow) })
    .meta({ id: 'BetImportDetails' }),
  failures: [404],
});

export const betImportEndpoints = [
  exportBetsForEditing,
  checkBetSheet,
  applyBetImport,
  undoBetImport,
  listBetImports,
  getBetImport,
] as const;
