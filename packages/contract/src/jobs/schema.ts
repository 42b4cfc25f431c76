import { z } from 'zod';
import { instant } from '../common.ts';
import { message } from '../messages/schema.ts';

export const jobQueues = ['bookkeeping', 'reports', 'system'] as const;
export type JobQueue = (typeof jobQueues)[number];
/** The queues a caller may ask for. */
export const publicQueue = z.enum(['bookkeeping', 'reports']);
/** A queue by the part of its qualified name after the colon, or by that name itself: `hub:reports`. */
export const queueInPath = z.preprocess(
  (value) => (typeof value === 'string' ? value.slice(value.lastIndexOf(':') + 1) : value),
  publicQueue,
) as z.ZodType<z.output<typeof publicQueue>, string>;

export const jobStates = ['waiting', 'delayed', 'active', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

/** What a fetch did for one integration. */
export const fetchSummary = z
  .strictObject({
    integrationId: z.int(),
    integrationName: z.string(),
    received: z.int(),
    new: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    quarantined: z.int(),
    /**
     * New and changed sessions that were created outside of the requested period: platforms report what has
     * changed since, whatever it belongs to. Left out when there are none; `new` and `changed` do not hold them.
     */
    elsewhere: z.int().optional(),
    /** Why this integration's part ended early, in English; null when it ran through. */
    error: z.string().nullable(),
    errorDetail: message.optional(),
  })
  .meta({ id: 'FetchSummary' });
export type FetchSummary = z.infer<typeof fetchSummary>;

/** A job as board and widget see it. `summary` holds what it has done so far, by key. */
export const job = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    state: z.enum(jobStates),
    queueQualifiedName: z.string(),
    data: z.looseObject({ userId: z.string() }),
    username: z.string(),
    /** `detail` is the message for a reader of any language; absent while there is none. */
    progress: z.strictObject({ percentage: z.number(), message: z.string(), detail: message.optional() }),
    summary: z.record(z.string(), z.union([z.string(), z.number()])),
    integrations: z.array(fetchSummary),
    error: z.string().nullable(),
    errorDetail: message.optional(),
    timestamp: instant,
    processedOn: instant.nullable(),
    finishedOn: instant.nullable(),
    /** Milliseconds a delayed job still has to wait at the time of the response; 0 otherwise. */
    delay: z.int().nonnegative(),
    /** When a delayed job starts; absent otherwise. */
    startsAt: instant.optional(),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;
