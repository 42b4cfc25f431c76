import { z } from 'zod';
import { pastOrFutureDay, queryId, recordId, rowsOf } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { neededJurisdictions } from './edit.ts';

/** Where what integrations need has ended: apart from the matrix, because the catalogue marks games by it. */

export const neededJurisdiction = z.enum(neededJurisdictions);

/** An integration that needs a certificate. */
export const certifiedPlace = z.strictObject({ id: recordId, name: z.string() });

/** Games whose last certificate has ended for a jurisdiction that one of their integrations needs. */
export const listLapsedCertificates = endpoint({
  id: 'listLapsedCertificates',
  method: 'GET',
  path: '/certificates/lapsed',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Games whose certificate has lapsed',
  query: z.strictObject({ integrationId: queryId.optional(), gameId: queryId.optional() }),
  response: rowsOf(
    z.strictObject({
      gameId: recordId,
      jurisdiction: neededJurisdiction,
      /** When the last certificate ended. */
      until: pastOrFutureDay,
      integrations: z.array(certifiedPlace),
    }),
  ),
  failures: [404],
});

export const needsEndpoints = [listLapsedCertificates] as const;
