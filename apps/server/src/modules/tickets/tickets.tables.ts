import type { TicketLinkKind, TicketRating, TicketSide, TicketStatus, TicketType } from '@ludus/contract';
import type { ColumnType, Generated } from 'kysely';

export interface TicketsTable {
  id: Generated<number>;
  title: string;
  /** Cleaned HTML. */
  description: string;
  status: Generated<TicketStatus>;
  integration_id: number | null;
  game_id: number | null;
  session_id: string | null;
  /** What the session's platform calls its ticket. */
  session_ticket_id: string | null;
  /** The operator of the session. */
  operator_id: number | null;
  /** The `sub` of the person who reported it. */
  reporter_id: string;
  created_at: Date;
  updated_at: Date;
  /** Set, with the `sub` of who did it, while the ticket is deleted. */
  deleted_at: Generated<Date | null>;
  deleted_by: Generated<string | null>;
  /** The `sub` of who takes care of it at the provider. */
  assignee_id: Generated<string | null>;
  /** Null in rows of releases that did not store it. */
  reporter_side: Generated<TicketSide | null>;
  /** When the wait began that was last notified of as late. */
  escalated_wait: Generated<Date | null>;
  type: Generated<TicketType>;
  /** Of the case, by the schema of its type. */
  facts: ColumnType<unknown, string | undefined, string>;
}

export interface TicketAnswersTable {
  id: Generated<number>;
  ticket_id: number;
  description: string;
  status: 'ongoing' | 'closed';
  responder_id: string;
  created_at: Date;
  /** Null in rows of releases that did not store it. */
  side: Generated<TicketSide | null>;
  /** Null for the other side. */
  waits_for: Generated<TicketSide | null>;
}

export interface TicketMediaTable {
  id: Generated<number>;
  ticket_id: number;
  answer_id: number | null;
  name: string;
  /** Where the bytes are, in `infra/files`. */
  file_key: string;
  content_type: string;
  /** Text when read, as every 64-bit integer. */
  bytes: number | string;
  created_at: Date;
}

export interface TicketSettingsTable {
  only_row: Generated<boolean>;
  first_answer_hours: number | null;
  next_answer_hours: number | null;
}

export interface TicketLinksTable {
  id: Generated<number>;
  ticket_id: number;
  kind: TicketLinkKind;
  ref: string;
}

export interface TicketRatingsTable {
  ticket_id: number;
  value: TicketRating;
  comment: string | null;
  /** The `sub` of who has rated last. */
  rated_by: string;
  /** The first time. */
  rated_at: Date;
  changed_at: Date;
}

export interface SavedRepliesTable {
  id: Generated<number>;
  title: string;
  /** Cleaned HTML, with placeholders. */
  text_en: string;
  text_it: string;
  /** The `sub` of a person; null for one of the team. */
  owner_id: string | null;
  updated_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    tickets: TicketsTable;
    ticket_answers: TicketAnswersTable;
    ticket_media: TicketMediaTable;
    ticket_settings: TicketSettingsTable;
    ticket_links: TicketLinksTable;
    ticket_ratings: TicketRatingsTable;
    saved_replies: SavedRepliesTable;
  }
}
