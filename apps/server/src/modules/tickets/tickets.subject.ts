import {
  type BodyOf,
  type createTicket,
  messageOf,
  type TicketCase,
  type TicketType,
  ticketCase,
  ticketSubjects,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { cleanedHtml, requiredHtml } from './tickets.html.ts';

export interface SubjectDeps {
  sessionStore: Pick<SessionStore, 'find'>;
  referenceData: Pick<ReferenceData, 'read'>;
}

/**
 * What a new ticket is about. A session settles everything; else the game must be one that may be chosen.
 * @throws NotFoundError for a session or an integration that the actor does not see
 * @throws ValidationError for a game that the integration does not offer, and for a case without what its type needs
 */
export async function readSubject(
  { sessionStore, referenceData }: SubjectDeps,
  actor: Actor,
  { sessionId, integrationId, gameId, case: { type } }: BodyOf<typeof createTicket>,
) {
  const scope = integrationScope(actor);
  const names = await referenceData.read();
  if (sessionId !== undefined && sessionId !== null) {
    const session = await sessionStore.find(scope, sessionId);
    if (session === null) throw new NotFoundError(messageOf('refusals.sessionNotFound'));
    return requireSubject(type, {
      integration_id: session.integrationId,
      // The session store keeps sessions of deleted games.
      game_id: names.games.has(session.gameId) ? session.gameId : null,
      session_id: session.id,
      session_ticket_id: session.externalTicketId,
      operator_id: session.operatorId,
    });
  }
  const own = scope.kind === 'all' ? (integrationId ?? null) : (actor.integration?.id ?? 0);
  const integration = own === null ? null : names.integrations.get(own);
  if (own !== null && !integration?.isActive)
    throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  const game = gameId === undefined || gameId === null ? null : (names.games.get(gameId)?.summary ?? gameId);
  const offered =
    game === null ||
    (typeof game === 'object' &&
      !game.isDev &&
      (integration ? integration.games.some(({ id }) => id === game.id) : game.isCatalog));
  if (!offered) {
    const text = integration
      ? messageOf('fields.gameNotOffered', { integration: integration.name })
      : messageOf('fields.noSuchGame');
    throw new ValidationError({ gameId: text }, text);
  }
  return requireSubject(type, {
    integration_id: own,
    game_id: gameId ?? null,
    session_id: null,
    session_ticket_id: null,
    operator_id: null,
  });
}

function requireSubject<Subject extends { session_id: string | null; game_id: number | null }>(
  type: TicketType,
  subject: Subject,
): Subject {
  const needed = ticketSubjects[type];
  if (needed === 'session' && subject.session_id === null) {
    const text = messageOf('fields.sessionNeeded');
    throw new ValidationError({ sessionId: text }, text);
  }
  if (needed === 'game' && subject.game_id === null && subject.session_id === null) {
    const text = messageOf('fields.gameNeeded');
    throw new ValidationError({ gameId: text }, text);
  }
  return subject;
}

/** The text of a new ticket; empty is enough where the facts of its case say what happened. */
export function descriptionOf({ description, case: { type } }: BodyOf<typeof createTicket>): string {
  return type === 'general' ? requiredHtml(description) : (cleanedHtml(description) ?? '');
}

/** A case as it is stored: its type, and its facts as JSON. */
export function storedCase({ type, ...facts }: TicketCase): { type: TicketType; facts: string } {
  return { type, facts: JSON.stringify(facts) };
}

/** A case as it is read; what another release has stored, and this one cannot read, is general. */
export function caseOf(row: { type: TicketType; facts: unknown }): TicketCase {
  const { data } = ticketCase.safeParse({ ...(row.facts as object), type: row.type });
  return data ?? { type: 'general' };
}
