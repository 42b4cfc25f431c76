import { z } from 'zod';
import { instant, queryId, queryInteger, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { message } from '../messages/schema.ts';
import { gameRequestDecisions, gameRequestEventKinds, gameRequestStates } from './request-states.ts';
import { gameSummary } from './schema.ts';

export const maxRequestText = 1000;
/** How many requests are decided in one call. */
export const maxDecidedRequests = 100;

const requestText = z.string().trim().min(3, fieldCode('fields.requestReason')).max(maxRequestText);

/** People are named by their usernames; null is the hub itself, or that no one knows any more. */
export const gameRequestRow = z
  .strictObject({
    id: rowId,
    state: z.enum(gameRequestStates),
    game: gameSummary,
    integration: z.strictObject({ id: recordId, name: z.string() }),
    askedAt: instant,
    askedBy: z.string().nullable(),
    /** Who has taken it in review. */
    reviewedAt: instant.nullable(),
    reviewedBy: z.string().nullable(),
    /** When it was granted, refused or withdrawn. */
    decidedAt: instant.nullable(),
    decidedBy: z.string().nullable(),
    /** What the provider answered; always there once it is refused. */
    reason: z.string().nullable(),
    /** Whether the integration sees the game now, and since when its platform offers it. */
    isVisible: z.boolean(),
    activeSince: instant.nullable(),
  })
  .meta({ id: 'GameRequestRow' });
export type GameRequestRow = z.infer<typeof gameRequestRow>;

export const gameRequestEvent = z
  .strictObject({
    id: rowId,
    at: instant,
    kind: z.enum(gameRequestEventKinds),
    /** Null for the hub itself. */
    side: z.enum(['integration', 'provider']).nullable(),
    username: z.string().nullable(),
    text: z.string().nullable(),
  })
  .meta({ id: 'GameRequestEvent' });
export type GameRequestEvent = z.infer<typeof gameRequestEvent>;

/** A request with its history, which both sides see. */
export const gameRequest = gameRequestRow
  .extend({ events: z.array(gameRequestEvent) })
  .meta({ id: 'GameRequest' });
export type GameRequest = z.infer<typeof gameRequest>;

/** The latest request of an integration for a game, as cards and pages of games show it. */
export const gameRequestMark = gameRequestRow
  .pick({ id: true, state: true, integration: true, askedAt: true, decidedAt: true, reason: true })
  .extend({ gameId: recordId })
  .meta({ id: 'GameRequestMark' });
export type GameRequestMark = z.infer<typeof gameRequestMark>;

const tag = 'games';
const params = z.strictObject({ id: queryRowId });

/**
 * Open ones first, the oldest first; then what was decided last. People of an integration see its own, guests those that they have made
 * themselves.
 */
export const listGameRequests = endpoint({
  id: 'listGameRequests',
  method: 'GET',
  path: '/requests',
  access: 'requests:read',
  tag,
  summary: 'Requests of integrations for games',
  query: z.strictObject({
    state: z.enum(['open', ...gameRequestStates]).optional(),
    integrationId: queryId.optional(),
    gameId: queryId.optional(),
    limit: queryInteger(1, 200).default(50),
    offset: queryInteger(0, 1_000_000).default(0),
  }),
  response: z.strictObject({
    rows: z.array(gameRequestRow),
    count: z.int().nonnegative(),
    /** Of all that the caller sees, whatever the filter. */
    open: z.int().nonnegative(),
  }),
});

/**
 * Open requests, and granted ones of games that the platform does not offer yet; for people of an integration also refused ones of
 * games that it does not play.
 */
export const listGameRequestMarks = endpoint({
  id: 'listGameRequestMarks',
  method: 'GET',
  path: '/requests/marks',
  access: 'requests:marks',
  tag,
  summary: 'The latest request for each game',
  query: z.strictObject({ gameId: queryId.optional() }),
  response: z.strictObject({ rows: z.array(gameRequestMark) }),
});

/** The open requests that the caller has made, for everyone who may wish for a game: what they can withdraw themselves. */
export const listOwnGameRequests = endpoint({
  id: 'listOwnGameRequests',
  method: 'GET',
  path: '/requests/own',
  access: 'games:wish',
  tag,
  summary: "The caller's own open requests",
  query: z.strictObject({ gameId: queryId.optional() }),
  response: z.strictObject({ rows: z.array(gameRequestMark) }),
});

export const getGameRequest = endpoint({
  id: 'getGameRequest',
  method: 'GET',
  path: '/requests/:id',
  access: 'requests:read',
  tag,
  summary: 'One request with its history',
  params,
  response: gameRequest,
  failures: [404],
});

/** 409 once someone else has taken it or it has ended. */
export const reviewGameRequest = endpoint({
  id: 'reviewGameRequest',
  method: 'POST',
  path: '/requests/:id/review',
  access: 'requests:decide',
  tag,
  summary: 'Take a request in review',
  params,
  response: gameRequest,
  failures: [404, 409],
});

const decisionFields = {
  decision: z.enum(gameRequestDecisions),
  /** Required for a refusal. The integration reads it. */
  reason: z.string().trim().max(maxRequestText).optional(),
};
const hasReason = (body: { decision: string; reason?: string | undefined }) =>
  body.decision !== 'refuse' || (body.reason?.length ?? 0) >= 3;
const reasonRule = { path: ['reason'], message: fieldCode('fields.requestReason') };

/** What a form asks before requests are decided. */
export const requestDecision = z
  .strictObject(decisionFields)
  .refine(hasReason, reasonRule)
  .meta({ id: 'GameRequestDecision' });

/**
 * Granted, the game is visible to the integration; it becomes active once its platform offers it. Refused, it leaves the
 * wishlist and can be asked for again. 409 for a request that has ended, and for a game that is in development or not in the
 * catalogue.
 */
export const decideGameRequest = endpoint({
  id: 'decideGameRequest',
  method: 'POST',
  path: '/requests/:id/decision',
  access: 'requests:decide',
  tag,
  summary: 'Grant or refuse a request',
  params,
  body: requestDecision,
  response: gameRequest,
  failures: [404, 409],
});

/** Each by itself: what cannot be decided says why, and the others are decided all the same. */
export const decideGameRequests = endpoint({
  id: 'decideGameRequests',
  method: 'POST',
  path: '/requests/decisions',
  access: 'requests:decide',
  tag,
  summary: 'Grant or refuse many requests',
  body: z
    .strictObject({ ids: z.array(rowId).min(1).max(maxDecidedRequests), ...decisionFields })
    .refine(hasReason, reasonRule),
  response: z.strictObject({
    rows: z.array(
      z.strictObject({
        id: rowId,
        /** Null when it was decided, else why not. */
        failure: message.nullable(),
      }),
    ),
  }),
});

/** For the integration; guests withdraw only what they have asked for themselves (403). 409 for a request that has ended. */
export const withdrawGameRequest = endpoint({
  id: 'withdrawGameRequest',
  method: 'POST',
  path: '/requests/:id/withdraw',
  access: 'games:wish',
  tag,
  summary: 'Withdraw a request',
  params,
  response: gameRequest,
  failures: [404, 409],
});

/** Guests comment on what they have asked for themselves; other requests are not found. */
export const commentGameRequest = endpoint({
  id: 'commentGameRequest',
  method: 'POST',
  path: '/requests/:id/comments',
  access: 'requests:comment',
  tag,
  summary: 'Write to the other side of a request',
  params,
  body: z.strictObject({ text: requestText }),
  response: gameRequest,
  failures: [404],
});

export const gameRequestEndpoints = [
  listGameRequests,
  listGameRequestMarks,
  listOwnGameRequests,
  getGameRequest,
  reviewGameRequest,
  decideGameRequest,
  decideGameRequests,
  withdrawGameRequest,
  commentGameRequest,
] as const;
