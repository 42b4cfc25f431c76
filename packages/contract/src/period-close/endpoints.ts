import { z } from 'zod';
import { costlyReadsPerMinute, instant, queryId, queryInteger, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { periodCheckIds, periodGroupings, periodStates } from './names.ts';
import { monthKey, periodCheck, periodEvent, periodReason, periodRow, restatement } from './schema.ts';

export const periodSettings = z.strictObject({
  /** Whether whoever has put a month in review may not close it. */
  fourEyes: z.boolean(),
});

/** A month of an integration in the overview; gross win in euro as it is known today. */
export const periodCell = z
  .strictObject({
    integrationId: recordId,
    month: monthKey,
    state: z.enum(periodStates),
    /** A month that still runs cannot be closed. */
    isEnded: z.boolean(),
    sessions: z.int().nonnegative(),
    grosswin: z.number(),
    closedAt: instant.nullable(),
    closedBy: z.string().nullable(),
    restatements: z.int().nonnegative(),
  })
  .meta({ id: 'PeriodCell' });
export type PeriodCell = z.infer<typeof periodCell>;

/** Months with sessions or a state, of the last three years. */
export const listPeriods = endpoint({
  id: 'listPeriods',
  method: 'GET',
  path: '/periods',
  access: 'periods:read',
  tag: 'periods',
  summary: 'Months of integrations and their states',
  response: z.strictObject({
    zone: z.string(),
    settings: periodSettings,
    /** Newest first. */
    months: z.array(monthKey),
    /** By name. */
    integrations: z.array(z.strictObject({ id: recordId, name: z.string() })),
    cells: z.array(periodCell),
  }),
  perMinute: costlyReadsPerMinute,
});

const params = z.strictObject({ integrationId: queryId, month: monthKey });

export const periodDetail = z
  .strictObject({
    integration: z.strictObject({ id: recordId, name: z.string() }),
    month: monthKey,
    from: instant,
    to: instant,
    zone: z.string(),
    state: z.enum(periodStates),
    isEnded: z.boolean(),
    fourEyes: z.boolean(),
    /** Who has put it in review; null while it is open. */
    review: z.strictObject({ userId: z.string(), username: z.string(), at: instant }).nullable(),
    closing: z
      .strictObject({
        username: z.string(),
        at: instant,
        /** The platform had been read to its end then. */
        asOf: instant.nullable(),
        dataVersion: z.string(),
        /** When the sessions were last compared with the closed figures. */
        checkedAt: instant,
      })
      .nullable(),
    /** As it is now; of a closed month as it was when it was closed. */
    checks: z.array(periodCheck),
    total: periodRow,
    rows: z.array(periodRow),
    restatements: z.int().nonnegative(),
    /** Newest first. */
    history: z.array(periodEvent),
    /** Signed addresses of the month as PDF, for this person and an hour. It is read anew when it is opened, and stands in the log. */
    files: z.strictObject({ en: z.string(), it: z.string() }),
  })
  .meta({ id: 'Period' });
export type PeriodDetail = z.infer<typeof periodDetail>;

export const getPeriod = endpoint({
  id: 'getPeriod',
  method: 'GET',
  path: '/periods/:integrationId/:month',
  access: 'periods:read',
  tag: 'periods',
  summary: 'A month of an integration: checklist, closed and present figures, history',
  params,
  query: z.strictObject({ by: z.enum(periodGroupings).optional() }),
  response: periodDetail,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

/** Of the closing in force, newest first. */
export const listRestatements = endpoint({
  id: 'listRestatements',
  method: 'GET',
  path: '/periods/:integrationId/:month/restatements',
  access: 'periods:read',
  tag: 'periods',
  summary: 'Sessions that have changed since a month was closed',
  params,
  query: z.strictObject({
    page: queryInteger(1, 1_000_000).optional(),
    limit: queryInteger(1, 500).optional(),
  }),
  response: z.strictObject({ rows: z.array(restatement), count: z.int().nonnegative() }),
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

const stateReply = z.strictObject({ state: z.enum(periodStates) });

/** 409 unless the month is open and has ended. */
export const reviewPeriod = endpoint({
  id: 'reviewPeriod',
  method: 'POST',
  path: '/periods/:integrationId/:month/review',
  access: 'periods:close',
  tag: 'periods',
  summary: 'Put a month in review',
  params,
  response: stateReply,
  failures: [404, 409],
});

export const periodClosing = z.strictObject({
  /** Checks that need attention, which the caller has seen. */
  acknowledged: z.array(z.enum(periodCheckIds)).max(periodCheckIds.length),
  /** Failed checks that do not keep the month from being closed, and why. */
  overrides: z
    .array(z.strictObject({ check: z.enum(periodCheckIds), reason: periodReason }))
    .max(periodCheckIds.length),
});

/**
 * Freezes the figures of a month in review. The checks are made anew: 409 with the first one that neither passes nor was
 * acknowledged or overridden, and where someone else has to close it.
 */
export const closePeriod = endpoint({
  id: 'closePeriod',
  method: 'POST',
  path: '/periods/:integrationId/:month/close',
  access: 'periods:close',
  tag: 'periods',
  summary: 'Close a month',
  params,
  body: periodClosing,
  response: stateReply,
  failures: [404, 409],
});

/** Takes a month out of review, or reopens a closed one, which needs a reason. */
export const reopenPeriod = endpoint({
  id: 'reopenPeriod',
  method: 'POST',
  path: '/periods/:integrationId/:month/reopen',
  access: 'periods:close',
  tag: 'periods',
  summary: 'Open a month again',
  params,
  body: z.strictObject({ reason: periodReason.optional() }),
  response: stateReply,
  failures: [404, 409],
});

export const savePeriodSettings = endpoint({
  id: 'savePeriodSettings',
  method: 'PUT',
  path: '/periods/settings',
  access: 'periods:close',
  tag: 'periods',
  summary: 'Whether closing a month takes two people',
  body: periodSettings,
  response: periodSettings,
});

export const periodEndpoints = [
  listPeriods,
  getPeriod,
  listRestatements,
  reviewPeriod,
  closePeriod,
  reopenPeriod,
  savePeriodSettings,
] as const;
