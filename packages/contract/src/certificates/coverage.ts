import { z } from 'zod';
import {
  pastOrFutureDay,
  queryBoolean,
  queryId,
  queryInteger,
  queryList,
  recordId,
  rowId,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { exportedFile, exportFormats } from '../exports/endpoints.ts';
import { neededJurisdictions } from './edit.ts';
import { certifiedPlace, neededJurisdiction } from './needs.ts';
import { coverageStates } from './state.ts';
import { actionStates, coverageOrders } from './types.ts';

/** A game in a jurisdiction that an integration needs. */
export const coverageCell = z
  .strictObject({
    jurisdiction: neededJurisdiction,
    /** The worst of the integrations that need it. */
    state: z.enum(coverageStates),
    /** When the last certificate ends, or ended; null without one, or without an end. */
    until: pastOrFutureDay.nullable(),
    /** While nothing holds, the first day on which it will everywhere; null while a certificate holds, or if none follows. */
    from: pastOrFutureDay.nullable(),
    /** The certificate that ends last; null without one. */
    certificateId: rowId.nullable(),
    /** The integrations that have the game, need the jurisdiction, and are in that state. */
    integrations: z.array(certifiedPlace),
  })
  .meta({ id: 'CoverageCell' });
export type CoverageCell = z.infer<typeof coverageCell>;

/** A game that is assigned to an integration, with every jurisdiction that one of its integrations needs. */
export const coverageRow = z
  .strictObject({
    game: z.strictObject({ id: recordId, name: z.string(), sub_name: z.string().nullable() }),
    cells: z.array(coverageCell),
  })
  .meta({ id: 'CoverageRow' });
export type CoverageRow = z.infer<typeof coverageRow>;

/** What narrows the matrix down. */
export const coverageFilter = z.strictObject({
  integrationId: queryId.optional(),
  gameId: queryId.optional(),
  jurisdiction: queryList(neededJurisdiction, neededJurisdictions.length),
  /** Only games of which something is expired or missing. */
  gaps: queryBoolean.optional(),
  /** What the names of games contain. */
  find: z.string().trim().max(80).optional(),
});

const coverageTotals = z
  .strictObject({
    valid: z.int().nonnegative(),
    expiring: z.int().nonnegative(),
    expired: z.int().nonnegative(),
    missing: z.int().nonnegative(),
  })
  .meta({ id: 'CoverageTotals' });
export type CoverageTotals = z.infer<typeof coverageTotals>;

/** Games that are assigned × jurisdictions that their integrations need. */
export const getCertificateCoverage = endpoint({
  id: 'getCertificateCoverage',
  method: 'GET',
  path: '/certificates/coverage',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'For which jurisdictions the games are certified',
  query: coverageFilter.extend({
    /** By name unless sent. */
    order: z.enum(coverageOrders).optional(),
    page: queryInteger(1, 10_000).optional(),
    limit: queryInteger(1, 200).optional(),
  }),
  response: z.strictObject({
    rows: z.array(coverageRow),
    /** Games that the filter leaves. */
    count: z.int().nonnegative(),
    /** The jurisdictions that any of these games needs: the columns of the matrix. */
    jurisdictions: z.array(neededJurisdiction),
    /** How many pairs of game and jurisdiction are in each state; games without gaps count, whatever `gaps` says. */
    totals: coverageTotals,
    /** The same of each of these jurisdictions, in their order. */
    byJurisdiction: z.array(z.strictObject({ jurisdiction: neededJurisdiction, totals: coverageTotals })),
  }),
  failures: [404],
});

/** A game in a jurisdiction, with the integrations that need a certificate of the same state there. */
export const certificateAction = z
  .strictObject({
    game: z.strictObject({ id: recordId, name: z.string(), sub_name: z.string().nullable() }),
    jurisdiction: neededJurisdiction,
    state: z.enum(actionStates),
    /** When the last certificate ends, or ended; null where there never was one. */
    until: pastOrFutureDay.nullable(),
    /** The first day on which one that is there already will hold; null without one. */
    from: pastOrFutureDay.nullable(),
    /** The certificate that ends or ended last, or begins later; null without one. */
    certificateId: rowId.nullable(),
    integrations: z.array(certifiedPlace),
  })
  .meta({ id: 'CertificateAction' });
export type CertificateAction = z.infer<typeof certificateAction>;

/** What of the coverage asks for someone: expired first, then expiring and missing, what ends sooner before the rest. */
export const listCertificateActions = endpoint({
  id: 'listCertificateActions',
  method: 'GET',
  path: '/certificates/actions',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Certificates that have expired, expire or are missing',
  query: coverageFilter.omit({ gaps: true }).extend({
    state: z.enum(actionStates).optional(),
    page: queryInteger(1, 10_000).optional(),
    limit: queryInteger(1, 200).optional(),
  }),
  response: z.strictObject({
    rows: z.array(certificateAction),
    /** Rows of the state that is asked for. */
    count: z.int().nonnegative(),
    /** Rows of each state, whatever state is asked for. */
    totals: z.strictObject({
      expired: z.int().nonnegative(),
      expiring: z.int().nonnegative(),
      missing: z.int().nonnegative(),
    }),
  }),
  failures: [404],
});

/** The whole matrix of a filter: a row for each game, a column for each jurisdiction. */
export const exportCertificateCoverage = endpoint({
  id: 'exportCertificateCoverage',
  method: 'POST',
  path: '/certificates/coverage/export',
  access: 'games:documents',
  tag: 'exports',
  summary: 'A file of the jurisdictions that games are certified for',
  body: z.strictObject({
    filter: z.strictObject({
      /** In place of the matrix what needs action, by urgency. */
      action: z.boolean().optional(),
      state: z.enum(actionStates).optional(),
      integrationId: recordId.optional(),
      gameId: recordId.optional(),
      jurisdiction: z.array(neededJurisdiction).max(neededJurisdictions.length).optional(),
      gaps: z.boolean().optional(),
      find: z.string().trim().max(80).optional(),
      /** By name unless sent. */
      order: z.enum(coverageOrders).optional(),
    }),
    format: z.enum(exportFormats),
  }),
  response: exportedFile,
  failures: [404],
  perMinute: 30,
});

const integrationParams = z.strictObject({ id: queryId });

/** What an integration needs; `isDefault` while no one has set it. */
const neededResponse = z.strictObject({ jurisdictions: z.array(neededJurisdiction), isDefault: z.boolean() });

export const getIntegrationJurisdictions = endpoint({
  id: 'getIntegrationJurisdictions',
  method: 'GET',
  path: '/integrations/:id/jurisdictions',
  access: 'games:documents',
  tag: 'certificates',
  summary: 'Jurisdictions that an integration needs certificates for',
  params: integrationParams,
  response: neededResponse,
  failures: [404],
});

export const setIntegrationJurisdictions = endpoint({
  id: 'setIntegrationJurisdictions',
  method: 'PUT',
  path: '/integrations/:id/jurisdictions',
  access: 'integrations:manage',
  tag: 'certificates',
  summary: 'Set the jurisdictions that an integration needs certificates for',
  params: integrationParams,
  /** None: its games need no certificate. */
  body: z.strictObject({ jurisdictions: z.array(neededJurisdiction).max(neededJurisdictions.length) }),
  response: neededResponse,
  failures: [404],
});

export const coverageEndpoints = [
  getCertificateCoverage,
  listCertificateActions,
  exportCertificateCoverage,
  getIntegrationJurisdictions,
  setIntegrationJurisdictions,
] as const;
