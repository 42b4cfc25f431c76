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
  oldStates: flag.describe('sends each session also at the time at which it was created, as it was then'),
  decimalAmounts: flag.describe('sends amounts in euro with decimals'),
  loseExternalIds: flag.describe('sends every third session without its Italian ids'),
  repeatAtCursor: flag.describe('begins the page after a cursor with the last session of the page before'),
  countingCursors: flag.describe('counts places in its cursors, which move while sessions change'),
  cursorsOnce: flag.describe('takes each cursor once'),
  ignoreLimit: flag.describe('sends each period in one page, whatever the limit'),
  closedPeriods: flag.describe('counts the last instant of a period in'),
  clockReadings: flag.describe('takes both hours of autumn that clocks call two for one'),
  forceGzip: flag.describe('compresses pages also for those who cannot read that'),
  utcDays: flag.describe('counts the totals by days in UTC'),
  roundTotals: flag.describe('rounds the bets in totals of more than one day to the euro'),
  openDoors: flag.describe('takes calls with any token and with none'),
  failOnInput: flag.describe('answers 500 to parameters that it cannot read'),
  nullUnknown: flag.describe('answers 200 and null where there is no such session'),
  plainErrors: flag.describe('refuses in plain text'),
  forbidFrames: flag.describe('forbids that its pages of rounds are framed'),
  descendingBets: flag.describe('lists bets from the highest'),
  fickleGames: flag.describe('leaves a game out of every second list'),
});
export type Faults = z.infer<typeof faultsSchema>;

/** A change of the faults: what is not named stays as it is. */
export const faultChangeSchema: z.ZodType<Partial<Faults>> = z.strictObject(
  Object.fromEntries(
    Object.entries(faultsSchema.shape).map(([name, schema]) => [name, schema.unwrap().optional()]),
  ),
);

/** Which sessions a fault is about, by their ids: the same ones in every page, and in the totals. */
const every = { loseRows: 5, alterRows: 7, doubleRows: 11, loseExternalIds: 3 } as const;

/** Whether a fault that is switched on picks this session. */
export function picks(faults: Faults, fault: keyof typeof every, sessionId: string): boolean {
  if (!faults[fault]) return false;
  let hash = 0;
  for (let at = 0; at < sessionId.length; at++) hash = (hash * 31 + sessionId.charCodeAt(at)) >>> 0;
  return hash % every[fault] === 0;
}

export const noFaults = (): Faults => faultsSchema.parse({});
