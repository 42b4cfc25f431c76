import { z } from 'zod';
import { instant, pageOf, queryId, queryInteger, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { rtpCheck, rtpIntegration, rtpPlayedDay, rtpPlayedMonth } from './checks.ts';

export const rtpCaseStates = ['open', 'closed'] as const;
/** It pays more or less than it promises. */
export const rtpCaseSides = ['over', 'under'] as const;

/**
 * What the people who looked into an alert found: within what chance allows, the maths on record are wrong, the integration
 * runs another variant, the sessions are wrong or incomplete, or something else.
 */
export const rtpCaseConclusions = ['chance', 'maths', 'variant', 'data', 'other'] as const;
export type RtpCaseConclusion = (typeof rtpCaseConclusions)[number];

export const rtpCaseEventKinds = [
  'opened',
  'worse',
  'noted',
  'viewed',
  'printed',
  'closed',
  'reopened',
] as const;
export type RtpCaseEventKind = (typeof rtpCaseEventKinds)[number];

/** What a run measured, with everything it was computed from. */
export const rtpEvidence = z
  .strictObject({
    measuredAt: instant,
    /** Every window ends with this Rome day. */
    until: z.iso.date(),
    ruleVersion: z.int(),
    /** The sessions had been fetched then or later. */
    asOf: instant.nullable(),
    rtp: z.number(),
    deviation: z.number(),
    deviationOrigin: z.enum(['sheet', 'estimated']),
    since: z.iso.date().nullable(),
    month: rtpCheck,
    variant: rtpCheck,
    lifetime: rtpCheck,
  })
  .meta({ id: 'RtpEvidence' });
export type RtpEvidence = z.infer<typeof rtpEvidence>;

/** The last days of more than an evidence has room for: a quarter of a year, which has the month that is judged. */
export const mostRtpDays = 92;

/** What stands beside the figures of a measurement: the same game elsewhere, and the days that the verdict sums up. */
export const rtpContext = z
  .strictObject({
    /** How the game is judged at each other integration, the most urgent first. */
    integrations: z.array(rtpIntegration),
    /** The last days that were played since the variant is in force, the oldest first. */
    days: z.array(rtpPlayedDay).max(mostRtpDays),
    /** All that were played since then. */
    dayCount: z.int().nonnegative(),
    /**
     * Everything before these days by month, from the first session on: with them it is the lifetime, to the cent. Not kept with what
     * earlier releases measured.
     */
    months: z.array(rtpPlayedMonth).optional(),
  })
  .meta({ id: 'RtpContext' });
export type RtpContext = z.infer<typeof rtpContext>;

const person = z.string();

/** An alert of one game at one integration, or of the game as a whole, from its confirmation to its conclusion. */
export const rtpCaseRow = z
  .strictObject({
    id: recordId,
    gameId: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    /** Null for the game as a whole: no single integration explains it. */
    integrationId: recordId.nullable(),
    integrationName: z.string().nullable(),
    state: z.enum(rtpCaseStates),
    side: z.enum(rtpCaseSides),
    openedAt: instant,
    /** Standard errors of the more deviating window: as it was opened, and as measured last. */
    openedZ: z.number(),
    latestZ: z.number(),
    latestUntil: z.iso.date(),
    closedAt: instant.nullable(),
    closedBy: person.nullable(),
    conclusion: z.enum(rtpCaseConclusions).nullable(),
  })
  .meta({ id: 'RtpCaseRow' });
export type RtpCaseRow = z.infer<typeof rtpCaseRow>;

export const rtpCaseEvent = z
  .strictObject({
    id: recordId,
    at: instant,
    kind: z.enum(rtpCaseEventKinds),
    /** Null for the hub itself. */
    username: person.nullable(),
    /** The note, the reason of the conclusion or of opening it again, or the standard errors that were measured. */
    text: z.string().nullable(),
    /** What a case was closed with: a reopened one keeps here what it was closed with before. */
    conclusion: z.enum(rtpCaseConclusions).nullable(),
  })
  .meta({ id: 'RtpCaseEvent' });
export type RtpCaseEvent = z.infer<typeof rtpCaseEvent>;

export const rtpCase = rtpCaseRow
  .extend({
    reason: z.string().nullable(),
    opened: rtpEvidence,
    latest: rtpEvidence,
    /** Of the last measurement; null for a case that was measured last before it was kept. */
    context: rtpContext.nullable(),
    /** The oldest first. */
    events: z.array(rtpCaseEvent),
    /** Signed addresses of the evidence as PDF, for this person and an hour. */
    files: z.strictObject({ en: z.string(), it: z.string() }),
  })
  .meta({ id: 'RtpCase' });
export type RtpCase = z.infer<typeof rtpCase>;

export const longestRtpNote = 2_000;
const note = z.string().trim().min(1).max(longestRtpNote);
const params = z.strictObject({ id: queryId });

/** Open ones first, then the newest. */
export const listRtpCases = endpoint({
  id: 'listRtpCases',
  method: 'GET',
  path: '/rtp-monitor/cases',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Cases of games that pay otherwise than they promise',
  query: z.strictObject({
    state: z.enum(rtpCaseStates).optional(),
    integrationId: queryId.optional(),
    gameId: queryId.optional(),
    limit: queryInteger(1, 200).default(50),
    offset: queryInteger(0, 1_000_000).default(0),
  }),
  response: pageOf(rtpCaseRow),
});

/** Who opens a case stands in its history, once a day. */
export const getRtpCase = endpoint({
  id: 'getRtpCase',
  method: 'GET',
  path: '/rtp-monitor/cases/:id',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'One case with its evidence and history',
  params,
  response: rtpCase,
  failures: [404],
});

export const addRtpCaseNote = endpoint({
  id: 'addRtpCaseNote',
  method: 'POST',
  path: '/rtp-monitor/cases/:id/notes',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Write a note into a case',
  params,
  body: z.strictObject({ text: note }),
  response: rtpCase,
  failures: [404],
});

/** Until then the verdict of the game is `pinned`, whatever is measured. */
export const closeRtpCase = endpoint({
  id: 'closeRtpCase',
  method: 'POST',
  path: '/rtp-monitor/cases/:id/close',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Close a case with a conclusion and its reason',
  params,
  body: z.strictObject({ conclusion: z.enum(rtpCaseConclusions), reason: note }),
  response: rtpCase,
  failures: [404, 409],
});

/** By hand, of a game at an integration or (null) as a whole, measured now. There is one open case at each place at most. */
export const openRtpCase = endpoint({
  id: 'openRtpCase',
  method: 'POST',
  path: '/rtp-monitor/cases',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Open a case without a confirmed alert, with a reason',
  body: z.strictObject({ gameId: recordId, integrationId: recordId.nullable(), reason: note }),
  response: rtpCase,
  failures: [404, 409],
});

/** The conclusion before stays in its history and in the log. */
export const reopenRtpCase = endpoint({
  id: 'reopenRtpCase',
  method: 'POST',
  path: '/rtp-monitor/cases/:id/reopen',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Open a closed case again, with a reason',
  params,
  body: z.strictObject({ reason: note }),
  response: rtpCase,
  failures: [404, 409],
});

/** Measures now what the monitor measures every hour, and opens a case of each confirmed alert that has none: `caseIds`. */
export const runRtpMonitor = endpoint({
  id: 'runRtpMonitor',
  method: 'POST',
  path: '/rtp-monitor/runs',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Look for alerts now',
  response: z.strictObject({
    opened: z.int().nonnegative(),
    open: z.int().nonnegative(),
    caseIds: z.array(recordId),
  }),
  perMinute: 6,
});

export const rtpCaseEndpoints = [
  listRtpCases,
  getRtpCase,
  addRtpCaseNote,
  closeRtpCase,
  openRtpCase,
  reopenRtpCase,
  runRtpMonitor,
] as const;
