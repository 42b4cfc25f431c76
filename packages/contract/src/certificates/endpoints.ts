import { z } from 'zod';
import {
  instant,
  pastOrFutureDay,
  queryId,
  queryIds,
  queryRowId,
  recordId,
  rowId,
  rowsOf,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { documentChange, documentName, documentType } from './edit.ts';

/** What a document may be, by the extension of its name in lower case; its bytes have to fit. */
export const documentExtensions = [
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'zip',
  'docx',
  'xlsx',
  'pptx',
  'doc',
  'xls',
  'ppt',
  'mp4',
  'mov',
  'webm',
  'avi',
  'txt',
  'csv',
] as const;
export type DocumentExtension = (typeof documentExtensions)[number];

/** The largest document that is stored. */
export const maxDocumentBytes = 52_428_800;

/** A file of a game or an integration; `integration` is null where it holds for every one. */
export const certificate = z
  .strictObject({
    id: rowId,
    name: z.string(),
    /** Signed, expires after an hour; sent as a download, never in our origin's pages. */
    url: z.string(),
    fileName: z.string(),
    bytes: z.int().nonnegative(),
    /** When it was uploaded; a change of name, type or validity is none. */
    updatedAt: instant,
    /** Null until someone has said what it is. */
    type: documentType.nullable(),
    /** The last day on which it holds, in Rome; null for documents that do not expire. */
    validUntil: pastOrFutureDay.nullable(),
    /** The username of who uploaded it; null for everyone but staff of the provider, and for documents of releases that did not store it. */
    addedBy: z.string().nullable(),
    isGeneral: z.boolean(),
    games: z.array(z.strictObject({ id: recordId, name: z.string() })),
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof certificate>;

/** With gameId the game's files (with integrationId also that integration's), integrationId without gameId its general files. */
export const listCertificates = endpoint({
  id: 'listCertificates',
  method: 'GET',
  path: '/certificates',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Files of a game or an integration',
  query: z.strictObject({ gameId: queryId.optional(), integrationId: queryId.optional() }),
  response: z.array(certificate),
  failures: [404],
});

/**
 * How many files the games have that the caller sees; games without any are left out. With integrationId those for that
 * integration and those for every one, as `listCertificates` would return them game by game.
 */
export const countCertificates = endpoint({
  id: 'countCertificates',
  method: 'GET',
  path: '/certificates/counts',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Number of files of each game',
  query: z.strictObject({ integrationId: queryId.optional() }),
  response: rowsOf(z.strictObject({ gameId: recordId, count: z.int().positive() })),
  failures: [404],
});

export const createCertificate = endpoint({
  id: 'createCertificate',
  method: 'POST',
  path: '/certificates/create',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Store a file of games or of an integration',
  upload: { maxBytes: maxDocumentBytes },
  body: z.strictObject({
    isGeneral: z.stringbool(),
    gameId: queryIds,
    integrationId: queryId.optional(),
    name: documentName.optional(),
    type: documentType.optional(),
    validUntil: pastOrFutureDay.optional(),
  }),
  response: certificate,
  failures: [404, 413, 415],
});

export const updateCertificate = endpoint({
  id: 'updateCertificate',
  method: 'PUT',
  path: '/certificates/edit/:id',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Change name, type and validity of a file',
  params: z.strictObject({ id: queryRowId }),
  body: documentChange,
  response: certificate,
  failures: [404],
});

export const deleteCertificate = endpoint({
  id: 'deleteCertificate',
  method: 'DELETE',
  path: '/certificates/delete/:id',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Delete a file',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404],
});

export const certificateEndpoints = [
  listCertificates,
  countCertificates,
  createCertificate,
  updateCertificate,
  deleteCertificate,
] as const;
