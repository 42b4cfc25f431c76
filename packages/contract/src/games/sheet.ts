import { z } from 'zod';
import { instant, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';

/**
 * Columns of a workbook of games, in their order. The headings are these words in every language; after them comes a column
 * `visible:<id of the integration> <its name>` for each integration, where only what is in front of the name counts.
 */
export const sheetKeys = ['id', 'version', 'slug'] as const;
export const sheetFields = [
  'name',
  'sub_name',
  'rtp',
  'rtp_std_dev',
  'rtp_since',
  'volatility',
  'hit_frequency',
  'max_multiplier_win',
  'type',
  'format',
  'min_bet',
  'max_bet',
  'pay_method',
  'lines',
  'reels',
  'rows',
  'release_date',
  'mobile',
  'desktop',
  'buy_bonus',
  'in_development',
  'demo',
  'description_en',
  'description_it',
] as const;
export type SheetField = (typeof sheetFields)[number];

/** Names of a game's files as an import of media takes them. To be read only: what stands there changes nothing. */
export const sheetMediaColumn = 'media';

export const mostSheetRows = 3_000;
export const mostSheetBytes = 10 * 1024 * 1024;
/** Days in which a check can be applied, and then undone. */
export const sheetDays = 7;

/**
 * What a row of a file would do. `meanwhile`: the game was changed since the file was exported, so the row is left out. Rows
 * with an error, of an unknown game, or `meanwhile` change nothing.
 */
export const sheetVerdicts = ['change', 'unchanged', 'error', 'unknown', 'meanwhile'] as const;
export type SheetVerdict = (typeof sheetVerdicts)[number];

const cell = z.string();

export const sheetRow = z
  .strictObject({
    /** Of the file; the headings are line 1. */
    line: z.int().positive(),
    gameId: recordId.nullable(),
    /** As the hub has it; of an unknown game as the file has it. */
    name: z.string(),
    verdict: z.enum(sheetVerdicts),
    /** By heading: as a field reads in the hub and in the file. */
    changes: z.array(z.strictObject({ column: z.string(), old: cell, new: cell })),
    errors: z.array(z.strictObject({ column: z.string(), value: z.string(), message })),
  })
  .meta({ id: 'GameSheetRow' });
export type SheetRow = z.infer<typeof sheetRow>;

const count = z.int().nonnegative();

export const sheetImport = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(['workbook', 'media']),
    /** Of media the first of its files, once applied the first that changed something. */
    fileName: z.string(),
    /** Pictures and videos that it changed; 0 for a workbook. */
    files: count,
    username: z.string(),
    checkedAt: instant,
    appliedAt: instant.nullable(),
    undoneAt: instant.nullable(),
    /** Games that were changed; before it is applied, those that would be. */
    games: count,
    /** Whether it can be undone: it was applied in the last 7 days, and not undone since. */
    isUndoable: z.boolean(),
  })
  .meta({ id: 'GameImport' });
export type SheetImport = z.infer<typeof sheetImport>;

export const sheetCheck = z
  .strictObject({
    import: sheetImport,
    rows: z.array(sheetRow),
    /** Whether it changes who sees more games than one person may decide; then it cannot be applied. */
    needsApproval: z.boolean(),
    /** Headings that mean nothing to the hub. */
    ignored: z.array(z.string()),
  })
  .meta({ id: 'GameSheetCheck' });
export type SheetCheck = z.infer<typeof sheetCheck>;

export const sheetResult = z
  .strictObject({
    import: sheetImport,
    /** Games that were changed in the meantime, or whose integration is gone: they stay as they are. Of media by the name of the file. */
    refused: z.array(z.strictObject({ id: recordId, name: z.string() })),
  })
  .meta({ id: 'GameImportResult' });
export type SheetResult = z.infer<typeof sheetResult>;

/** The catalogue as a workbook to change and send back. */
export const exportGamesForEditing = endpoint({
  id: 'exportGamesForEditing',
  method: 'GET',
  path: '/games/export-for-editing',
  access: 'games:edit',
  tokens: false,
  tag: 'games',
  summary: 'Catalogue games as a workbook to edit',
  response: z
    .strictObject({
      fileName: z.string(),
      games: count,
      /** The XLSX file. */
      content: z.base64(),
    })
    .meta({ id: 'GamesWorkbook' }),
  perMinute: 10,
});

/** The dry run: says what each row would do and keeps it, so that exactly that is applied. Changes no game. */
export const checkGameSheet = endpoint({
  id: 'checkGameSheet',
  method: 'POST',
  path: '/games/import/check',
  access: 'games:edit',
  tag: 'games',
  summary: 'Try an edited workbook of games out',
  body: z.strictObject({}),
  upload: { maxBytes: mostSheetBytes },
  response: sheetCheck,
  failures: [413, 415],
  perMinute: 30,
});

const ofImport = z.strictObject({ id: z.uuid() });

/** Applies the rows or files that would change something, all in one transaction; 409 when that has been done, or needs a second person. */
export const applyGameImport = endpoint({
  id: 'applyGameImport',
  method: 'POST',
  path: '/games/import/:id/apply',
  access: 'games:edit',
  tag: 'games',
  summary: 'Apply a checked import of games',
  params: ofImport,
  response: sheetResult,
  failures: [404, 409],
});

/** Gives the games of an import their values or media back, but those that were changed since; 409 when it cannot be undone. */
export const undoGameImport = endpoint({
  id: 'undoGameImport',
  method: 'POST',
  path: '/games/import/:id/undo',
  access: 'games:edit',
  tag: 'games',
  summary: 'Undo an import of games',
  params: ofImport,
  response: sheetResult,
  failures: [404, 409],
});

/** Those that were applied in the last 7 days, the latest first. */
export const listGameImports = endpoint({
  id: 'listGameImports',
  method: 'GET',
  path: '/games/import/applied',
  access: 'games:edit',
  tokens: false,
  tag: 'games',
  summary: 'Imports of games of the last days',
  response: z.array(sheetImport),
});

export const gameSheetEndpoints = [
  exportGamesForEditing,
  checkGameSheet,
  applyGameImport,
  undoGameImport,
  listGameImports,
] as const;
