import { eurosFromCents, type GameSummary, type Session, type SessionRow } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import type { StoredSession } from '../books/index.ts';
import { abilities, closeRefusal } from './sessions.policy.ts';
import type { SessionCatalogue } from './sessions.ports.ts';

/** The names a batch of sessions refers to. */
export interface SessionNames {
  integrations: Map<number, { id: number; name: string }>;
  operators: Map<number, { id: number; name: string }>;
  games: Map<number, GameSummary>;
}

export async function findNames(
  catalogue: SessionCatalogue,
  sessions: readonly StoredSession[],
): Promise<SessionNames> {
  const idsOf = (pick: (session: StoredSession) => number) => [...new Set(sessions.map(pick))];
  const [integrations, operators, games] = await Promise.all([
    catalogue.findIntegrations(idsOf((session) => session.integrationId)),
    catalogue.findOperators(idsOf((session) => session.operatorId)),
    catalogue.findGames(idsOf((session) => session.gameId)),
  ]);
  return { integrations, operators, games };
}

/** ENT-19 for lists; euro are made here, and `due` is left out where the caller may not see it. */
export function toSessionRow(session: StoredSession, names: SessionNames, showDue: boolean): SessionRow {
  const { integrationId, operatorId, gameId } = session;
  const changed = session.updatedAt.toISOString();
  return {
    id: session.id,
    sessionId: session.sessionId,
    aamsSessionId: session.externalSessionId,
    aamsTicketId: session.externalTicketId,
    userId: session.userId,
    integration: names.integrations.get(integrationId) ?? {
      id: integrationId,
      name: `Integration ${integrationId}`,
    },
    operator: names.operators.get(operatorId) ?? null,
    operatorId,
    game: names.games.get(gameId) ?? unknownGame(gameId),
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

/** ENT-19 for the session box, with what this caller may do now. */
export function toSession(
  row: SessionRow,
  integration: Session['integration'] | null,
  session: StoredSession,
  actor: Actor,
  now: Date,
): Session {
  const refusal = closeRefusal(session, now);
  return {
    ...row,
    integration: integration ?? {
      ...row.integration,
      gamingServiceUrl: '',
      dataServiceURL: '',
      operators: [],
      games: [],
      platforms: [],
    },
    can: abilities(actor, refusal),
    closeRefusal: refusal,
  };
}

// The books keep sessions of games that have left the catalogue.
function unknownGame(id: number): GameSummary {
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
