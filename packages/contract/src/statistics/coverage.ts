import { z } from 'zod';
import { coverage, instant, recordId } from '../common.ts';

/** Days with quarantined rows that an integration names; the newest, where there are more. */
export const maxQuarantineDays = 31;

/** Quarantined rows of an integration that are counted; where there are more, the count is the least there are. */
export const maxCountedQuarantineRows = 2_000;

/** Days with differences that an integration names; the newest, where there are more. */
export const maxUnreconciledDays = 31;

export const fetchStates = ['upToDate', 'late', 'neverFetched'] as const;
export type FetchState = (typeof fetchStates)[number];

/** How complete the figures of one integration are. */
export const integrationCoverage = z
  .strictObject({
    integrationId: recordId,
    integrationName: z.string(),
    /** It was last fetched then; null where it never was. */
    asOf: instant.nullable(),
    /** Late: its last fetch was before the end of the period, or of now, by more than its schedule allows. */
    state: z.enum(fetchStates),
    sessions: z.int().nonnegative(),
    openSessions: z.int().nonnegative(),
    /** Rows of the period that are not in the figures, whatever their game, operator and session type. */
    quarantinedRows: z.int().nonnegative(),
    /** There are more than were counted. */
    hasMoreQuarantinedRows: z.boolean(),
    /** The days on which the platform last changed these rows, or sent them where they name no time; the newest first. */
    quarantinedDays: z
      .array(z.strictObject({ day: z.iso.date(), rows: z.int().positive() }))
      .max(maxQuarantineDays),
    /** Rome days of the period whose last comparison with the platform found differences, whatever the game, operator and session type. */
    unreconciledDays: z.int().nonnegative(),
    /** Which they are; the newest first. */
    latestUnreconciledDays: z.array(z.iso.date()).max(maxUnreconciledDays),
  })
  .meta({ id: 'IntegrationCoverage' });
export type IntegrationCoverage = z.infer<typeof integrationCoverage>;

/** How complete the figures of a period are: all integrations that the caller sees among those asked for, by name. */
export const figuresCoverage = coverage
  .extend({
    sessions: z.int().nonnegative(),
    /** The period ends later than now. */
    isRunning: z.boolean(),
    integrations: z.array(integrationCoverage),
  })
  .meta({ id: 'FiguresCoverage' });
export type FiguresCoverage = z.infer<typeof figuresCoverage>;
