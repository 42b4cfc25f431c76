import type { Language, Message } from '@ludus/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** The same text as a message; null where it has no code. */
type Detail = ColumnType<Message | null, string | null | undefined, string | null>;

export interface NotificationsTable {
  id: Generated<number>;
  /** The `sub` of the identity provider. */
  user_id: string;
  /** In the language that the user had when it was written. */
  title: string;
  title_detail: Detail;
  description: string;
  description_detail: Detail;
  severity: number;
  seen: Generated<boolean>;
  maintenance_id: number | null;
  confirmation: boolean | null;
  /** Whom a confirmation speaks for; null for notices to no one's integration. */
  integration_id: number | null;
  /** Notices of one topic are gathered into one while they are unseen. */
  topic: string | null;
  /** How many messages a collected notice represents. */
  count: Generated<number>;
  /** Where in the hub it leads; null for nowhere but itself. */
  path: string | null;
  created_at: Generated<Date>;
}

/** A mail about a topic to one address: sent by itself and kept to be counted, or waiting for a digest. */
export interface TopicMailsTable {
  id: GeneratedAlways<string>;
  topic: string;
  address: string;
  language: Language;
  title: string;
  url: string;
  is_collected: boolean;
  created_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    notifications: NotificationsTable;
    topic_mails: TopicMailsTable;
  }
}
