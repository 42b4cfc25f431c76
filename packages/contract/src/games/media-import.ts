import { z } from 'zod';
import { queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';
import { mediaLimits } from './edit.ts';
import { sheetImport } from './sheet.ts';

/**
 * Pictures and videos of many games, each given to its game by the name of its file:
 * `<slug or id of the game>-main.<ext>`, `-banner`, `-mini`, or `-gallery-<place, from 1>`.
 */
export const importedRoles = ['main', 'banner', 'mini', 'gallery'] as const;
export type ImportedRole = (typeof importedRoles)[number];

export const mostImportedFiles = 200;
/** The last place of a gallery that a name can say. */
export const lastGalleryPlace = 999;

/** The name that gives a file to a game. Places of a gallery count from 1. */
export function importedFileName(
  slug: string,
  { role, place, extension }: { role: ImportedRole; place: number; extension: string },
): string {
  return `${slug}-${role}${role === 'gallery' ? `-${place}` : ''}.${extension}`;
}

/**
 * What a file would do. `waiting`: its name says where it belongs, and its content has not been sent. `unchanged`: this picture is
 * there already. Refused files change nothing.
 */
export const mediaVerdicts = ['waiting', 'add', 'replace', 'unchanged', 'refused'] as const;
export type MediaVerdict = (typeof mediaVerdicts)[number];

export const importedFile = z
  .strictObject({
    /** To send its content by; null when its name is refused. */
    id: rowId.nullable(),
    name: z.string(),
    verdict: z.enum(mediaVerdicts),
    game: z.strictObject({ id: recordId, name: z.string() }).nullable(),
    role: z.enum(importedRoles).nullable(),
    /** In the gallery, from 1. */
    place: z.int().positive().nullable(),
    /** Addresses of what is there and of what takes its place. */
    old: z.string().nullable(),
    new: z.string().nullable(),
    width: z.int().positive().nullable(),
    height: z.int().positive().nullable(),
    /** Why it is refused. */
    message: message.nullable(),
  })
  .meta({ id: 'GameImportFile' });
export type ImportedFile = z.infer<typeof importedFile>;

/** The dry run by names: says which game each file is for, or why it is refused; the others are sent one by one. Changes no game. */
export const startMediaImport = endpoint({
  id: 'startMediaImport',
  method: 'POST',
  path: '/games/import/media',
  access: 'games:edit',
  tag: 'games',
  summary: 'Try files of games out by their names',
  body: z.strictObject({
    files: z
      .array(z.strictObject({ name: z.string().min(1).max(255), bytes: z.int().nonnegative() }))
      .min(1)
      .max(mostImportedFiles),
  }),
  response: z
    .strictObject({ import: sheetImport, files: z.array(importedFile) })
    .meta({ id: 'GameMediaImport' }),
  perMinute: 30,
});

/** The dry run of one content: keeps it and says what it would do. 409 once the import was applied. Changes no game. */
export const sendImportedFile = endpoint({
  id: 'sendImportedFile',
  method: 'POST',
  path: '/games/import/media/:fileId',
  access: 'games:edit',
  tag: 'games',
  summary: 'Try a picture or video of an import out',
  params: z.strictObject({ fileId: queryRowId }),
  upload: { maxBytes: mediaLimits.bytes },
  body: z.strictObject({}),
  response: importedFile,
  failures: [404, 409, 413],
});

export const mediaImportEndpoints = [startMediaImport, sendImportedFile] as const;
