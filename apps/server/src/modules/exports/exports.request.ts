import {
  actionStates,
  coverageOrders,
  exportSplits,
  fileFormats,
  neededJurisdiction,
  openAge,
  rankingQuery,
  reportRequest,
  type Scope,
  sessionSortFields,
  splitStatNames,
  statisticsRequest,
} from '@ludus/contract';
import { z } from 'zod';
import { mailedFilter } from '../sessions/index.ts';

/** What a file is made of; kept with the file, and read again by the job that makes it. */
export const exportRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('statistics'),
    request: statisticsRequest,
    stat: z.enum(splitStatNames).optional(),
    by: z.enum(exportSplits).optional(),
  }),
  z.strictObject({ kind: z.literal('ranking'), request: rankingQuery }),
  z.strictObject({
    kind: z.literal('report'),
    request: reportRequest.extend({ isOpen: z.boolean().nullish() }),
  }),
  z.strictObject({
    kind: z.literal('sessions'),
    filter: mailedFilter,
    order: z
      .strictObject({ field: z.enum(sessionSortFields), direction: z.enum(['asc', 'desc']) })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal('openSessions'),
    integrationId: z.int(),
    integrationName: z.string(),
    ages: z.array(openAge),
    /** The sessions and their ages are those of this instant. */
    at: z.iso.datetime(),
  }),
  z.strictObject({
    kind: z.literal('coverage'),
    filter: z.strictObject({
      action: z.boolean().optional(),
      state: z.enum(actionStates).optional(),
      integrationId: z.int().optional(),
      gameId: z.int().optional(),
      jurisdiction: z.array(neededJurisdiction).optional(),
      gaps: z.boolean().optional(),
      find: z.string().optional(),
      order: z.enum(coverageOrders).optional(),
    }),
    at: z.iso.datetime(),
  }),
]);
export type ExportRequest = z.infer<typeof exportRequest>;
export type ExportKind = ExportRequest['kind'];

/** Who may have a file of that kind: the scopes of the calls that ask for it. */
export const scopeOf: Record<ExportKind, Scope> = {
  statistics: 'charts:read',
  ranking: 'charts:read',
  report: 'reports:read',
  sessions: 'sessions:email',
  openSessions: 'sessions:email',
  coverage: 'games:documents',
};

// Not strict: jobs of former versions carry more.
export const exportPayload = z.object({
  exportId: z.uuid(),
  format: z.enum(fileFormats),
  recipients: z.array(z.string()),
});
export type ExportPayload = z.infer<typeof exportPayload>;
