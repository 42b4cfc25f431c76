import {
  type ChangedSession,
  eurosFromCents,
  type GameSummary,
  type PlatformState,
  type Session,
  type SessionRow,
} from '@ludus/contract';
import type { PlatformSession } from '@ludus/contract/operator-api';
import type { Actor } from '../../infra/access/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import type { StoredSession } from '../session-store/index.ts';
import { abilities, closeRefusal, maySeeDetailsDue } from './sessions.policy.ts';

/** Maps a session for lists, in euro; `due` is left out where the caller may not see it. */
export function toSessionRow(session: StoredSession, names: References, showDue: boolean): SessionRow {
  const { integrationId, operatorId, gameId } = session;
  const operator = names.operators.get(operatorId);
  const changed = session.updatedAt.toISOString();
  return {
    id: session.id,
    sessionId: session.sessionId,
    aamsSessionId: session.externalSessionId,
    aamsTicketId: session.externalTicketId,
    userId: session.userId,
    integration: { id: integrationId, name: integrationName(names, integrationId) },
    operator: operator === undefined ? null : { id: operator.id, name: operator.name },
    operatorId,
    game: names.games.get(gameId)?.summary ?? unknownGame(gameId),
    isOpen: session.isOpen,
    bet: eurosFromCents(session.bet),
    win: eurosFromCents(session.win),
    grossWin: eurosFromCents(session.grossWin),
    netWin: eurosFromCents(session.netWin),
    ...(showDue ? { due: eurosFromCents(session.due) } : {}),
    currentRound: session.rounds,
    isMobile: session.isMobile,
    sessionTypeId: session.sessionType,
    createdAt: session.createdAt.toISOString(),
    sessionUpdatedAt: changed,
    externalUpdatedAt: changed,
    updatedAt: session.fetchedAt.toISOString(),
  };
}

/** Maps a session for programs that keep a copy. */
export function toChangedSession(
  session: StoredSession,
  names: References,
  showDue: boolean,
): ChangedSession {
  const { game, ...row } = toSessionRow(session, names, showDue);
  const { game_media: _pictures, ...named } = game;
  return { ...row, game: named };
}

/** Maps a session for its details, with the actions that the caller may take now. */
export function toSession(session: StoredSession, names: References, actor: Actor, now: Date): Session {
  const row = toSessionRow(session, names, maySeeDetailsDue(actor));
  const refusal = closeRefusal(session, now);
  const integration = names.integrations.get(session.integrationId);
  return {
    ...row,
    integration: {
      ...row.integration,
      gamingServiceUrl: integration?.gamingServiceUrl ?? '',
      dataServiceURL: integration?.dataServiceUrl ?? '',
      operators: [...(integration?.operators ?? [])],
      games: [...(integration?.games ?? [])],
      platforms: [...(integration?.platforms ?? [])],
    },
    can: abilities(actor, refusal),
    closeRefusal: refusal,
  };
}

/** Compares what people see of a session with its platform. */
export function toPlatformState(session: StoredSession, platform: PlatformSession): PlatformState {
  return {
    differs:
      platform.bet !== session.bet ||
      platform.win !== session.win ||
      platform.rounds !== session.rounds ||
      platform.isOpen !== session.isOpen,
    isOpen: platform.isOpen,
    bet: eurosFromCents(platform.bet),
    win: eurosFromCents(platform.win),
    currentRound: platform.rounds,
    externalUpdatedAt: platform.updatedAt,
  };
}

/** Sessions of games that have left the catalogue remain stored. */
export function unknownGame(id: number): GameSummary {
  return {
    id,
    name: `Game ${id}`,
    sub_name: null,
    slug: '',
    isCatalog: false,
    isDev: false,
    game_media: [],
  };
}
