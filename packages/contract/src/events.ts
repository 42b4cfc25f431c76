import { z } from 'zod';
import { message } from './messages/schema.ts';

/**
 * What the socket at /socket.io delivers (area RT). It says that something changed and how far a job is; the data itself
 * is read through the API, where rights are checked again. Job events go to the job's user and to ludus_admin,
 * fetch-sessions-updated to every signed-in user.
 */
export const jobEventData = z.looseObject({ userId: z.string() });

export const jobProgressEvent = z.strictObject({
  /** start and end mark the two ends of a job; plain progress has none. */
  type: z.enum(['start', 'end']).optional(),
  jobId: z.string(),
  name: z.string(),
  /** `detail` is the message for a reader of any language. */
  progress: z.strictObject({
    message: z.string(),
    detail: message.optional(),
    percentage: z.number().min(0).max(100),
  }),
  data: jobEventData,
});

export const jobErrorEvent = z.strictObject({
  jobId: z.string(),
  name: z.string(),
  message: z.string(),
  data: jobEventData,
});

export const jobCompletedEvent = z.strictObject({ jobId: z.string(), name: z.string(), data: jobEventData });

export const fetchSessionsUpdatedEvent = z.strictObject({ dateTime: z.iso.datetime({ offset: true }) });

/** A record changed: clients refetch what they show of that topic. */
export const changedEvent = z.strictObject({
  topic: z.enum([
    'notifications',
    'bets',
    'bet-imports',
    'integrations',
    'games',
    'certificates',
    'maintenances',
    'reconciliation',
    'sessions',
    'services',
    'tickets',
    'users',
    'mailing-list',
    'views',
    'alerts',
    'periods',
    'statements',
    'rtp-cases',
    'requests',
    'conformance',
    'webhooks',
    'approvals',
  ]),
  id: z.string().optional(),
});

export const realtimeEvents = {
  'job-progress': jobProgressEvent,
  'job-error': jobErrorEvent,
  'job-completed': jobCompletedEvent,
  'fetch-sessions-updated': fetchSessionsUpdatedEvent,
  changed: changedEvent,
} as const;

export type RealtimeEvents = {
  [Name in keyof typeof realtimeEvents]: z.infer<(typeof realtimeEvents)[Name]>;
};
export type RealtimeEventName = keyof RealtimeEvents;
