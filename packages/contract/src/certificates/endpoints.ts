import { z } from 'zod';
import { instant, queryId, queryIds, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';

/** A file of a game or an integration (ENT-05); `integration` is null where it holds for every one (OPEN-40). */
export const certificate = z
  .strictObject({
    id: rowId,
    name: z.string(),
    /** Signed, expires after an hour; answers as a download, never in our origin's pages. */
    url: z.string(),
    fileName: z.string(),
    bytes: z.int().nonnegative(),
    updatedAt: instant,
    isGeneral: z.boolean(),
    games: z.array(z.strictObject({ id: recordId, name: z.string() })),
    integration: z.strictObject({ id: recordId, name: z.string() }).nullable(),
  })
  .meta({ id: 'Certificate' });
export type Certificate = z.infer<typeof certificate>;

/** API-021 to API-023: with gameId the game's files (with integrationId also that integration's), alone integrationId its general files. */
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

export const createCertificate = endpoint({
  id: 'createCertificate',
  method: 'POST',
  path: '/certificates/create',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Store a file of games or of an integration',
  upload: { maxBytes: 52_428_800 },
  body: z.strictObject({
    isGeneral: z.stringbool(),
    gameId: queryIds,
    integrationId: queryId.optional(),
    name: z.string().trim().max(200).optional(),
  }),
  response: certificate,
  failures: [404, 413, 415],
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

export const certificateEndpoints = [listCertificates, createCertificate, deleteCertificate] as const;
