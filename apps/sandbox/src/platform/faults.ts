import { z } from 'zod';

const flag = z.boolean().default(false);

/** Ways in which a platform misbehaves on request. Everything is off by default. */
export const faultsSchema = z.strictObject({
  slowMs: z.int().min(0).max(600_000).default(0).describe('milliseconds before each answer'),
  hang: flag.describe('accepts the call and never answers'),
  http500: flag.describe('answers every call with 500'),
  refuseToken: flag.describe('answers every call with 401'),
  foreignHtml: flag.describe('answers every call with 200 and an HTML page, as a captive proxy would'),
  redirect: flag.describe('redirects every call to another address'),
  refuseBets: flag.describe('refuses each change of bets with 409, though it says that they may be changed'),
  loseAnswer: flag.describe(
    'does what it is asked to change and breaks the connection in place of an answer',
  ),
  cutStreamAfter: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .describe('breaks the connection after so many lines of a page'),
  missingTrailer: flag.describe('ends a page properly, but without its trailer'),
  malformedRows: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe('malformed lines among the sessions of each page'),
  duplicateRows: flag.describe('sends every tenth session of a page twice'),
  outOfOrderRows: flag.describe('sends the sessions of a page in reverse order'),
  lateRows: flag.describe('sends older states of every seventh session after the newer ones'),
  contradictingRows: flag.describe(
    'sends every fiftieth session again with another game, player and creation time',
  ),
  loseRows: flag.describe('leaves every fifth session out of the feed; the totals count it'),
  alterRows: flag.describe(
    'sends every seventh session with one euro less of win; the totals have the right one',
  ),
  doubleRows: flag.describe('sends every eleventh session twice, and counts it twice in the totals'),
  delayRows: z
    .int()
    .min(0)
    .max(1_000_000)
    .default(0)
    .describe('minutes before a change comes into the feed; the totals have it at once'),
});
export type Faults = z.infer<typeof faultsSchema>;

/** A change of the faults: what is not named stays as it is. */
export const faultChangeSchema = z.strictObject({
  slowMs: faultsSchema.shape.slowMs.unwrap().optional(),
  hang: z.boolean().optional(),
  http500: z.boolean().optional(),
  refuseToken: z.boolean().optional(),
  foreignHtml: z.boolean().optional(),
  redirect: z.boolean().optional(),
  refuseBets: z.boolean().optional(),
  loseAnswer: z.boolean().optional(),
  cutStreamAfter: faultsSchema.shape.cutStreamAfter.unwrap().optional(),
  missingTrailer: z.boolean().optional(),
  malformedRows: faultsSchema.shape.malformedRows.unwrap().optional(),
  duplicateRows: z.boolean().optional(),
  outOfOrderRows: z.boolean().optional(),
  lateRows: z.boolean().optional(),
  contradictingRows: z.boolean().optional(),
  loseRows: z.boolean().optional(),
  alterRows: z.boolean().optional(),
  doubleRows: z.boolean().optional(),
  delayRows: faultsSchema.shape.delayRows.unwrap().optional(),
});

/** Which sessions a fault is about, by their ids: the same ones in every page, and in the totals. */
const every = { loseRows: 5, alterRows: 7, doubleRows: 11 } as const;

/** Whether a fault that is switched on picks this session. */
export function picks(faults: Faults, fault: keyof typeof every, sessionId: string): boolean {
  if (!faults[fault]) return false;
  let hash = 0;
  for (let at = 0; at < sessionId.length; at++) hash = (hash * 31 + sessionId.charCodeAt(at)) >>> 0;
  return hash % every[fault] === 0;
}

export const noFaults = (): Faults => faultsSchema.parse({});
