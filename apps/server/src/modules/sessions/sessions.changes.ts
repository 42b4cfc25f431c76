import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { parseInstant } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { References } from '../integrations/index.ts';
import { type ChangePosition, isSessionId } from '../session-store/index.ts';

const whole = z.int().nonnegative();
const position = [whole, whole, z.string().refine(isSessionId)] as const;
/** The second form says from when on sessions are read, in milliseconds. */
const cursorParts = z.union([
  z.tuple([z.literal(1), ...position]),
  z.tuple([z.literal(2), ...position, z.int()]),
]);

/** How far a reader has come, and from when on they read sessions: from the first one unless it is set. */
export interface ReadersPosition {
  after: ChangePosition;
  from: Date | null;
}

/** A cursor is no secret: it only says where to go on, and rights are checked with each call. */
export function formatChangesCursor(
  integrationId: number,
  { write, id }: ChangePosition,
  from: Date | null = null,
): string {
  const parts = from === null ? [1, integrationId, write, id] : [2, integrationId, write, id, from.getTime()];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** @throws ValidationError for a text that is no cursor, and for one of another integration, whose writes have other numbers */
export function parseChangesCursor(cursor: string, integrationId: number): ReadersPosition {
  const parts = cursorParts.safeParse(readJson(cursor)).data;
  if (parts === undefined || parts[1] !== integrationId)
    throw new ValidationError({ cursor: messageOf('fields.changesCursor') });
  const [, , write, id, from] = parts;
  return {
    after: { write, id: id.toLowerCase() },
    from: from === undefined ? null : new Date(from),
  };
}

function readJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Where a call begins: at its cursor, else at its day or the first session.
 * @throws ValidationError for a day beside a cursor, which has its own
 */
export function readersPosition(
  { cursor, from }: { cursor?: string | undefined; from?: string | undefined },
  integrationId: number,
): { after: ChangePosition | null; from: Date | null } {
  if (cursor === undefined) return { after: null, from: from === undefined ? null : parseInstant(from) };
  if (from !== undefined) throw new ValidationError({ from: messageOf('fields.changesFrom') });
  return parseChangesCursor(cursor, integrationId);
}

/**
 * The integration whose sessions an actor reads: their own unless they name one.
 * @throws NotFoundError for one that the actor does not see, ValidationError for staff of the provider who name none
 */
export function integrationToRead(
  actor: Actor,
  requested: number | undefined,
  { integrations }: Pick<References, 'integrations'>,
): number {
  const scope = integrationScope(actor);
  if (scope.kind === 'one' && (requested === undefined || requested === scope.id)) return scope.id;
  if (scope.kind === 'all' && requested === undefined)
    throw new ValidationError({ integrationId: messageOf('fields.integrationToRead') });
  if (scope.kind === 'all' && requested !== undefined && integrations.has(requested)) return requested;
  throw new NotFoundError(messageOf('refusals.integrationNotFound'));
}
