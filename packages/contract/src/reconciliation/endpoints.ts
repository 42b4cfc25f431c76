import { z } from 'zod';
import {
  costlyReadsPerMinute,
  instant,
  jobReference,
  pastOrFutureDay,
  queryId,
  queryInteger,
  recordId,
  sessionTypeId,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { message } from '../messages/schema.ts';
import { monthKey } from '../period-close/schema.ts';
import { differenceClasses, mostRequestedDays, reconciledStates } from './classes.ts';

const differenceClass = z.enum(differenceClasses);
const day = z.iso.date();
const integration = z.strictObject({ id: recordId, name: z.string() });

/** Amounts in euro. Net win and due are absent for whoever may not see them. */
export const reconciledFigureSet = z
  .strictObject({
    sessions: z.int(),
    open: z.int(),
    bet: z.number(),
    win: z.number(),
    netWin: z.number().optional(),
    due: z.number().optional(),
    rounds: z.int(),
  })
  .meta({ id: 'ReconciledFigures' });
export type ReconciledFigureSet = z.infer<typeof reconciledFigureSet>;

/** Differences are the platform's figures less the hub's. */
export const reconciledDay = z
  .strictObject({
    day,
    state: z.enum(reconciledStates),
    /** Of the last comparison to which the platform responded; null where none has been. */
    comparedAt: instant.nullable(),
    /** Over both session types. */
    difference: reconciledFigureSet,
    /** How many figures differ, over both types. */
    differing: z.int().nonnegative(),
  })
  .meta({ id: 'ReconciledDay' });
export type ReconciledDay = z.infer<typeof reconciledDay>;

/** A closed month with its due and what the terms of settlement make of it; the difference is the platform's less that of the terms. */
export const reconciledTerms = z
  .strictObject({
    integrationId: recordId,
    month: monthKey,
    platformDue: z.number(),
    termsDue: z.number(),
    difference: z.number(),
  })
  .meta({ id: 'ReconciledTerms' });
export type ReconciledTerms = z.infer<typeof reconciledTerms>;

export const reconciliationMatrix = z
  .strictObject({
    /** First and last day shown, in Rome; the last one a person may ask for is yesterday. */
    from: day,
    to: day,
    latest: day,
    integrations: z.array(
      z.strictObject({
        integration,
        /** Only days that were compared, or could not be. */
        days: z.array(reconciledDay),
        difference: reconciledFigureSet,
      }),
    ),
    difference: reconciledFigureSet,
    /** Closed months with one of these days that have terms of settlement; absent for whoever may not see due. */
    terms: z.array(reconciledTerms).optional(),
  })
  .meta({ id: 'ReconciliationMatrix' });
export type ReconciliationMatrix = z.infer<typeof reconciliationMatrix>;

const sides = {
  sessionTypeId,
  ours: reconciledFigureSet,
  platform: reconciledFigureSet,
  difference: reconciledFigureSet,
};

export const reconciledDayDetail = z
  .strictObject({
    integration,
    day,
    state: z.enum(reconciledStates).nullable(),
    comparedAt: instant.nullable(),
    /** The platform's totals include every change up to this moment. */
    asOf: instant.nullable(),
    /** Who asked for it; null for the nightly comparison. */
    username: z.string().nullable(),
    /** Why the last attempt failed, and when; null unless it did. */
    failedAt: instant.nullable(),
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
    types: z.array(z.strictObject(sides)),
    /** Null until the sessions of the day were compared one by one. */
    classes: z
      .array(
        z.strictObject({
          class: differenceClass,
          sessionTypeId,
          sessions: z.int().positive(),
          difference: reconciledFigureSet,
        }),
      )
      .nullable(),
    /** What the classes leave of the difference, by type; empty when they explain all of it. */
    unexplained: z.array(z.strictObject({ sessionTypeId, difference: reconciledFigureSet })),
    /** Lines of the platform that no session could be read from. */
    unreadableRows: z.int().nonnegative(),
    /** How many sessions differ, and how many of them are kept. */
    sessions: z.int().nonnegative(),
    keptSessions: z.int().nonnegative(),
  })
  .meta({ id: 'ReconciledDayDetail' });
export type ReconciledDayDetail = z.infer<typeof reconciledDayDetail>;

export const differingSession = z
  .strictObject({
    class: differenceClass,
    sessionId: z.string(),
    /** The hub's id where the session store has it. */
    hubId: z.uuid().nullable(),
    sessionTypeId,
    ours: reconciledFigureSet.nullable(),
    platform: reconciledFigureSet.nullable(),
    difference: reconciledFigureSet,
    /** The Rome day of its creation at either side; null where that side does not have it. */
    ourDay: day.nullable(),
    platformDay: day.nullable(),
    /** Why its row is quarantined. */
    reason: z.string().nullable(),
    reasonDetail: message.optional(),
    quarantinedRowId: z.string().nullable(),
  })
  .meta({ id: 'DifferingSession' });
export type DifferingSession = z.infer<typeof differingSession>;

const place = z.strictObject({ integrationId: queryId, day: pastOrFutureDay });

const shownDays = z
  .strictObject({ from: pastOrFutureDay.optional(), to: pastOrFutureDay.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: fieldCode('fields.periodOrder'),
  });

/** The days from `from` to `to` (yesterday unless given), 31 of them at most and where `from` is absent. People of an integration get only their own. */
export const getReconciliation = endpoint({
  id: 'getReconciliation',
  method: 'GET',
  path: '/reconciliation',
  access: 'reconciliation:read',
  tag: 'reconciliation',
  summary: 'State of each integration and day against the platforms',
  query: shownDays,
  response: reconciliationMatrix,
  perMinute: costlyReadsPerMinute,
});

/** What a file of the reconciliation says, so a read stands in the log: every day shown of every integration, also those that were not compared, by name and day. */
export const listReconciledDays = endpoint({
  id: 'listReconciledDays',
  method: 'GET',
  path: '/reconciliation/days',
  access: 'reconciliation:read',
  tag: 'reconciliation',
  summary: 'Both sides, differences and classes of each integration and day',
  query: shownDays,
  response: z.strictObject({
    from: day,
    to: day,
    rows: z.array(reconciledDayDetail.omit({ keptSessions: true })),
  }),
  perMinute: costlyReadsPerMinute,
});

export const getReconciledDay = endpoint({
  id: 'getReconciledDay',
  method: 'GET',
  path: '/reconciliation/:integrationId/:day',
  access: 'reconciliation:read',
  tag: 'reconciliation',
  summary: 'What differs on a day of an integration, and why',
  params: place,
  response: reconciledDayDetail,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

/** The largest differences first. */
export const listDifferingSessions = endpoint({
  id: 'listDifferingSessions',
  method: 'GET',
  path: '/reconciliation/:integrationId/:day/sessions',
  access: 'reconciliation:read',
  tag: 'reconciliation',
  summary: 'Sessions that differ on a day of an integration',
  params: place,
  query: z.strictObject({
    class: differenceClass.optional(),
    page: queryInteger(1, 1_000).optional(),
    limit: queryInteger(1, 2_000).optional(),
  }),
  response: z.strictObject({ rows: z.array(differingSession), count: z.int().nonnegative() }),
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

const comparedDays = z
  .strictObject({
    from: pastOrFutureDay,
    to: pastOrFutureDay,
    integrationIds: z.array(recordId).min(1).max(500).optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: fieldCode('fields.periodOrder') })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < mostRequestedDays, {
    path: ['to'],
    message: fieldCode('fields.periodTooLong'),
    params: { count: mostRequestedDays },
  });

/** Queues a comparison of these days; without `integrationIds` of every active integration. */
export const compareDays = endpoint({
  id: 'compareDays',
  method: 'POST',
  path: '/reconciliation/compare',
  access: 'reconciliation:run',
  tag: 'reconciliation',
  summary: 'Compare days with the platforms',
  body: comparedDays,
  response: jobReference,
  perMinute: 30,
});

/** Queues a forced fetch of the day, and a comparison that begins when it has ended. */
export const refetchDay = endpoint({
  id: 'refetchDay',
  method: 'POST',
  path: '/reconciliation/:integrationId/:day/fetch',
  access: 'reconciliation:run',
  tag: 'reconciliation',
  summary: 'Fetch a day of an integration again, then compare it',
  params: place,
  response: z.strictObject({ fetchJobId: z.string(), jobId: z.string() }),
  failures: [404],
  perMinute: 30,
});

/** Every day of a month of each integration, as one document for an auditor. 422 for a month of which no day is over. Taking it stands in the log. */
export const getReconciliationProof = endpoint({
  id: 'getReconciliationProof',
  method: 'GET',
  path: '/reconciliation/proof',
  access: 'reconciliation:read',
  tag: 'reconciliation',
  summary: 'Proof of completeness of a month, as PDF',
  query: z.strictObject({ month: monthKey }),
  response: z.strictObject({
    month: monthKey,
    /** Signed addresses, for this person and an hour. */
    files: z.strictObject({ en: z.string(), it: z.string() }),
  }),
});

export const reconciliationEndpoints = [
  getReconciliation,
  listReconciledDays,
  getReconciliationProof,
  getReconciledDay,
  listDifferingSessions,
  compareDays,
  refetchDay,
] as const;
