import {
  type GameRequestEvent,
  type GameRequestMark,
  type GameRequestRow,
  visibilityOf,
} from '@ludus/contract';
import type { GameReference } from '../games.mapper.ts';
import type { MarkRow, RequestEventRow, RequestRow } from './requests.repo.ts';

/** Where a request is found in the hub. */
export const requestPath = (id: number) => `/requests?id=${id}`;

const iso = (at: Date | null) => at?.toISOString() ?? null;

export function requestOf(row: RequestRow, { summary }: GameReference): GameRequestRow {
  return {
    id: row.id,
    state: row.state,
    game: summary,
    integration: { id: row.integration_id, name: row.integration_name },
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by_name,
    reviewedAt: iso(row.reviewed_at),
    reviewedBy: row.reviewed_by_name,
    decidedAt: iso(row.decided_at),
    decidedBy: row.decided_by_name,
    reason: row.reason,
    isVisible: visibilityOf(summary, row.is_linked ? { is_active: iso(row.is_active) } : null).list !== null,
    activeSince: iso(row.is_active),
  };
}

export function requestEventOf(row: RequestEventRow): GameRequestEvent {
  const { id, kind, side, username, text } = row;
  return { id, at: row.at.toISOString(), kind, side, username, text };
}

export function requestMarkOf(row: MarkRow): GameRequestMark {
  return {
    id: row.id,
    gameId: row.game_id,
    integration: { id: row.integration_id, name: row.integration_name },
    state: row.state,
    askedAt: row.asked_at.toISOString(),
    decidedAt: iso(row.decided_at),
    reason: row.reason,
  };
}
