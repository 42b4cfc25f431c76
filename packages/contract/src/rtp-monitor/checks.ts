import { z } from 'zod';
import { recordId } from '../common.ts';
import { rtpVerdicts } from './band.ts';

/** Effective plays, sessions and rounds. */
const count = z.number().nonnegative();
const ratio = z.number();
const verdict = z.enum(rtpVerdicts);

export const rtpBand = z.strictObject({ low: ratio, high: ratio });

/** What was played in a window of days, and how far it lies from what is expected. Real sessions, open ones included. */
export const rtpCheck = z
  .strictObject({
    /** First day in Rome; null is the first session. The last day is yesterday. */
    from: z.iso.date().nullable(),
    sessions: count,
    openSessions: count,
    rounds: count,
    bet: z.number(),
    win: z.number(),
    /** Effective plays: rounds, weighted by their stakes. */
    plays: count,
    observed: ratio.nullable(),
    /** The rest is null where the expected RTP or the deviation is unknown. */
    z: z.number().nullable(),
    /** Two and three standard errors around the expected RTP. */
    band: rtpBand.nullable(),
    alertBand: rtpBand.nullable(),
    verdict: verdict.nullable(),
  })
  .meta({ id: 'RtpCheck' });
export type RtpCheck = z.infer<typeof rtpCheck>;

export const rtpChecks = {
  /** The more urgent one of month and variant. */
  verdict: verdict.nullable(),
  /** The last 30 days, or since the variant in force where that is shorter. */
  month: rtpCheck,
  /** Since the variant in force; since the first session where that is not known. */
  variant: rtpCheck,
  /** Of all variants, for context: it decides over no verdict. */
  lifetime: rtpCheck,
};

export const rtpIntegration = z
  .strictObject({ integrationId: recordId, integrationName: z.string(), ...rtpChecks })
  .meta({ id: 'RtpIntegration' });
export type RtpIntegration = z.infer<typeof rtpIntegration>;

/** What was played on a Rome day, only that day. */
export const rtpPlayedDay = z
  .strictObject({
    day: z.iso.date(),
    bet: z.number(),
    win: z.number(),
    plays: count,
    observed: ratio.nullable(),
  })
  .meta({ id: 'RtpPlayedDay' });
export type RtpPlayedDay = z.infer<typeof rtpPlayedDay>;

/** What was played in the days of a month that are not listed by themselves. */
export const rtpPlayedMonth = rtpPlayedDay
  .omit({ day: true })
  .extend({ month: z.string().regex(/^\d{4}-\d{2}$/), days: z.int().positive() })
  .meta({ id: 'RtpPlayedMonth' });
export type RtpPlayedMonth = z.infer<typeof rtpPlayedMonth>;
