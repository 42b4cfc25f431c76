import type { GameRequestEventKind, GameRequestSide, GameRequestState } from '@ludus/contract';
import type { Generated } from 'kysely';

/** A request of an integration for a game. A trigger opens one with each mark on a link, and grants it when the link becomes active. */
export interface GameRequestsTable {
  id: Generated<number>;
  game_id: number;
  integration_id: number;
  state: GameRequestState;
  asked_at: Date;
  /** Ids of people are the `sub` of their tokens; null for the hub itself, and for marks without a person. */
  asked_by: string | null;
  reviewed_at: Date | null;
  reviewed_by: string | null;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
}

export interface GameRequestEventsTable {
  id: Generated<number>;
  request_id: number;
  at: Date;
  kind: GameRequestEventKind;
  /** Null for the hub itself. */
  side: GameRequestSide | null;
  user_id: string | null;
  text: string | null;
}

declare module '../../../infra/postgres/database.ts' {
  interface Database {
    game_requests: GameRequestsTable;
    game_request_events: GameRequestEventsTable;
  }
}
