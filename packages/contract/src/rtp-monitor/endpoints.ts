import { z } from 'zod';
import { costlyReadsPerMinute, instant, queryId, recordId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { rtpCaseEndpoints } from './cases.ts';
import { rtpBand, rtpChecks, rtpIntegration } from './checks.ts';

const count = z.number().nonnegative();
const ratio = z.number();

export const rtpGame = z
  .strictObject({
    gameId: recordId,
    name: z.string(),
    sub_name: z.string().nullable(),
    slug: z.string(),
    /** Expected RTP and standard deviation per unit staked, as ratios. */
    rtp: ratio.nullable(),
    deviation: z.number().nullable(),
    /** From the game's maths sheet, or estimated from its sessions. */
    deviationOrigin: z.enum(['sheet', 'estimated']).nullable(),
    /** First day of the variant in force. */
    since: z.iso.date().nullable(),
    ...rtpChecks,
    /** Where it is played, with the verdict on each. */
    integrations: z.array(rtpIntegration.pick({ integrationId: true, integrationName: true, verdict: true })),
    /** The integration that the verdict comes from; null where the game as a whole has it. */
    judgedBy: rtpIntegration.nullable(),
  })
  .meta({ id: 'RtpGame' });
export type RtpGame = z.infer<typeof rtpGame>;

/** The sums from the beginning of the variant up to a day. */
export const rtpDay = z
  .strictObject({
    day: z.iso.date(),
    plays: count,
    observed: ratio.nullable(),
    band: rtpBand.nullable(),
    alertBand: rtpBand.nullable(),
  })
  .meta({ id: 'RtpDay' });
export type RtpDay = z.infer<typeof rtpDay>;

const run = {
  /** Yesterday in Rome: every window ends with it. */
  until: z.iso.date(),
  ruleVersion: z.int(),
  /** The integrations have been fetched then or later; null before the first fetch. */
  asOf: instant.nullable(),
  notFetched: z.int().nonnegative(),
};

export const rtpMonitor = z.strictObject({ ...run, games: z.array(rtpGame) }).meta({ id: 'RtpMonitor' });
export type RtpMonitor = z.infer<typeof rtpMonitor>;

/** Why a confirmed alert has no case yet. */
export const rtpAwaitedCase = z
  .strictObject({
    /** When the monitor measures next, and opens a case of each confirmed alert that none was concluded about. */
    nextCheckAt: instant,
    /** The closed case whose conclusion stands for the days of every such alert; null where the next check opens a case. */
    concludedIn: recordId.nullable(),
  })
  .meta({ id: 'RtpAwaitedCase' });
export type RtpAwaitedCase = z.infer<typeof rtpAwaitedCase>;

export const rtpGameDetail = z
  .strictObject({
    ...run,
    game: rtpGame,
    integrations: z.array(rtpIntegration),
    days: z.array(rtpDay),
    /** Null unless the game has an alert without an open case, at an integration or as a whole. */
    awaitedCase: rtpAwaitedCase.nullable(),
    /**
     * Signed addresses of the evidence as PDF, for this person and an hour, of the integration that was named, else of the game as a
     * whole; null where nothing is judged. A download is measured anew and stands in the log.
     */
    files: z.strictObject({ en: z.string(), it: z.string() }).nullable(),
  })
  .meta({ id: 'RtpGameDetail' });
export type RtpGameDetail = z.infer<typeof rtpGameDetail>;

const ofIntegration = z.strictObject({ integrationId: queryId.optional() });

/** Finished games with real sessions, the most urgent first; with `integrationId` as they are played there. */
export const getRtpMonitor = endpoint({
  id: 'getRtpMonitor',
  method: 'GET',
  path: '/rtp-monitor',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Observed and expected RTP of every game',
  query: ofIntegration,
  response: rtpMonitor,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

/** `days` and `files` are those of one integration when `integrationId` names it, else of all. */
export const getRtpOfGame = endpoint({
  id: 'getRtpOfGame',
  method: 'GET',
  path: '/rtp-monitor/:gameId',
  access: 'rtp:monitor',
  tag: 'statistics',
  summary: 'Observed RTP of a game by integration and day',
  params: z.strictObject({ gameId: queryId }),
  query: ofIntegration,
  response: rtpGameDetail,
  failures: [404],
  perMinute: costlyReadsPerMinute,
});

export const rtpMonitorEndpoints = [getRtpMonitor, getRtpOfGame, ...rtpCaseEndpoints] as const;
