import { z } from 'zod';
import { heldChange } from '../approvals/schema.ts';
import { queryId } from '../common.ts';
import { endpoint } from '../endpoint.ts';

/** Bets that a game allows at an operator: integers of cents, ascending. */
export const bets = z
  .strictObject({
    bets: z.array(z.int().positive()),
    minFactor: z.int().positive(),
    /** The largest bet that the game allows; left out where it names none. */
    maxBet: z.int().positive().optional(),
    canChangeBets: z.boolean(),
  })
  .meta({ id: 'Bets' });
export type Bets = z.infer<typeof bets>;

/** The largest bet that a platform takes, in cents. */
export const maxBetCents = 100_000_000;
export const mostBets = 500;
const betList = z.array(z.int().min(1).max(maxBetCents)).max(mostBets);

export const operatorCode = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/);

const params = z.strictObject({
  id: queryId,
  operatorCode,
  gameSlug: z.string().min(1).max(80),
});
const path = '/integrations/:id/operators/:operatorCode/game/:gameSlug/bets';

/** Asked at the platform. 404 for an operator that is not the integration's or a game it does not play. */
export const getBets = endpoint({
  id: 'getBets',
  method: 'GET',
  path,
  access: 'bets:manage',
  tag: 'bets',
  summary: 'Allowed bets of a game at an operator',
  params,
  response: bets,
  failures: [404, 502],
});

/**
 * The whole new list, in cents. 409 where the platform allows no change, where someone else is changing the
 * same list, and where it no longer holds `readBets`, the list that the change was made from; 422 for duplicates, for what
 * is no multiple of the minimum factor, and for new bets above the game's max bet. It is logged when the platform has taken it, and not before.
 */
export const saveBets = endpoint({
  id: 'saveBets',
  method: 'POST',
  path,
  access: 'bets:manage',
  tag: 'bets',
  summary: 'Replace the allowed bets of a game at an operator',
  params,
  body: z.strictObject({
    bets: betList.min(1),
    readBets: z.array(z.int()).max(mostBets).optional(),
  }),
  response: bets,
  accepted: heldChange,
  failures: [404, 409, 502],
});

export const betEndpoints = [getBets, saveBets] as const;

/** Greater than 0 and a multiple of the minimum factor; both in cents. */
export function isAllowedBet(cents: number, minFactor: number): boolean {
  return Number.isSafeInteger(cents) && cents > 0 && cents % minFactor === 0;
}
