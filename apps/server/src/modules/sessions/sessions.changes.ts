import { messageOf } from '@ludus/contract';
import { z } from 'zod';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { References } from '../integrations/index.ts';
import { type ChangePosition, isSessionId } from '../session-store/index.ts';

const whole = z.int().nonnegative();
const cursorParts = z.tuple([z.literal(1), whole, whole, z.string().refine(isSessionId)]);

/** A cursor is no secret: it only says where to go on, and rights are checked with each call. */
export function formatChangesCursor(integrationId: number, { write, id }: ChangePosition): string {
  return Buffer.from(JSON.stringify([1, integrationId, write, id])).toString('base64url');
}

/** @throws ValidationError for a text that is no cursor, and for one of another integration, whose writes have other numbers */
export function parseChangesCursor(cursor: string, integrationId: number): ChangePosition {
  const parts = cursorParts.safeParse(readJson(cursor)).data;
  if (parts === undefined || parts[1] !== integrationId)
    throw new ValidationError({ cursor: messageOf('fields.changesCursor') });
  return { write: parts[2], id: parts[3].toLowerCase() };
}

function readJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
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
