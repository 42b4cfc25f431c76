import { z } from 'zod';
import {
  instant,
  pastOrFutureDay,
  queryId,
  queryIds,
  queryInteger,
  queryRowId,
  recordId,
  rowId,
  rowsOf,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import {
  documentChange,
  documentLanguage,
  documentName,
  documentSuccession,
  documentType,
  documentVersion,
  endOrNone,
  endsAfterItBegins,
  jurisdiction,
  saysEndOnce,
  saysWhenItEnds,
  validityOrder,
} from './edit.ts';
import { documentStates } from './types.ts';

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
    /** The first day on which it holds; null for documents that hold since ever. */
    validFrom: pastOrFutureDay.nullable(),
    /** Where it holds; null until someone has said so. */
    jurisdiction: jurisdiction.nullable(),
    language: documentLanguage.nullable(),
    version: z.string().nullable(),
    /** SHA-256 of the file, in hex; null for documents of former releases until the hub has read them. */
    checksum: z.string().nullable(),
    /** The document that takes its place from a day on; null without one. */
    replacedBy: z
      .strictObject({ id: rowId, name: z.string(), validFrom: pastOrFutureDay.nullable() })
      .nullable(),
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

/**
 * 422 for one of the type `certificate` that neither has a last day nor says that it has none, and on `name` for one that is there already:
 * a document without a successor with the same game, integration, type, jurisdiction, name and version.
 */
export const createCertificate = endpoint({
  id: 'createCertificate',
  method: 'POST',
  path: '/certificates/create',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Store a file of games or of an integration',
  upload: { maxBytes: maxDocumentBytes },
  body: z
    .strictObject({
      isGeneral: z.stringbool(),
      gameId: queryIds,
      integrationId: queryId.optional(),
      name: documentName.optional(),
      type: documentType.optional(),
      validUntil: pastOrFutureDay.optional(),
      validFrom: pastOrFutureDay.optional(),
      jurisdiction: jurisdiction.optional(),
      language: documentLanguage.optional(),
      version: documentVersion.optional(),
      /** Needed of a certificate without a last day. */
      hasNoEnd: z.stringbool().optional(),
    })
    .refine(endsAfterItBegins, validityOrder)
    .refine(saysEndOnce, endOrNone)
    .refine(saysWhenItEnds, endOrNone),
  response: certificate,
  failures: [404, 413, 415],
});

export const updateCertificate = endpoint({
  id: 'updateCertificate',
  method: 'PUT',
  path: '/certificates/edit/:id',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Change what is said of a file',
  params: z.strictObject({ id: queryRowId }),
  body: documentChange,
  response: certificate,
  failures: [404],
});

/**
 * The former one stays, and is marked as replaced from the day on which the new one begins. 409 when it has a successor already;
 * 422 when it has an end and the call neither gives the new one's nor says that it has none.
 */
export const replaceCertificate = endpoint({
  id: 'replaceCertificate',
  method: 'POST',
  path: '/certificates/replace/:id',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Store the file that takes the place of another, for the same games, integration and jurisdiction',
  params: z.strictObject({ id: queryRowId }),
  upload: { maxBytes: maxDocumentBytes },
  body: documentSuccession,
  response: certificate,
  failures: [404, 409, 413, 415],
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

/** How many games of a document a list names. */
export const namedGames = 3;

/** A document in a list: `games` are the first by name, `gameCount` says how many there are. */
export const certificateRow = certificate
  .extend({ gameCount: z.int().nonnegative() })
  .meta({ id: 'CertificateRow' });
export type CertificateRow = z.infer<typeof certificateRow>;

/** A number for each state, whatever state the filter asks for. */
const stateCounts = z.strictObject({
  upcoming: z.int().nonnegative(),
  valid: z.int().nonnegative(),
  expiring: z.int().nonnegative(),
  expired: z.int().nonnegative(),
  replaced: z.int().nonnegative(),
});

/** Documents by their end, the earliest first and those without one last. Without a state all but the replaced ones. */
export const searchCertificates = endpoint({
  id: 'searchCertificates',
  method: 'GET',
  path: '/certificates/list',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Documents with their state, by their end',
  query: z.strictObject({
    state: z.enum(documentStates).optional(),
    type: documentType.optional(),
    /** `none`: those of which no one has said where they hold. */
    jurisdiction: z.union([jurisdiction, z.literal('none')]).optional(),
    /** Its own and those for every integration. */
    integrationId: queryId.optional(),
    gameId: queryId.optional(),
    /** Only those that end within so many days. */
    within: queryInteger(1, 366).optional(),
    /** What their name, file, games or integration contain. */
    find: z.string().trim().max(80).optional(),
    page: queryInteger(1, 10_000).optional(),
    limit: queryInteger(1, 200).optional(),
  }),
  response: z.strictObject({
    rows: z.array(certificateRow),
    count: z.int().nonnegative(),
    states: stateCounts,
    /** Certificates that hold and of which no one has said where: they cover nothing. */
    withoutJurisdiction: z.int().nonnegative(),
  }),
  failures: [404],
});

/** With all of its games. */
export const getCertificate = endpoint({
  id: 'getCertificate',
  method: 'GET',
  path: '/certificates/:id',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'One document',
  params: z.strictObject({ id: queryRowId }),
  response: certificate.extend({
    /** The document whose place it has taken; null without one. */
    replaces: z.strictObject({ id: rowId, name: z.string() }).nullable(),
  }),
  failures: [404],
});

export const certificateEndpoints = [
  listCertificates,
  countCertificates,
  createCertificate,
  searchCertificates,
  getCertificate,
  updateCertificate,
  replaceCertificate,
  deleteCertificate,
] as const;
