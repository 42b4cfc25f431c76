import type { Message } from '@ludus/contract';
import type { ColumnType, Generated } from 'kysely';

type Json<Value> = ColumnType<Value, string, string>;

/** A change that a platform was asked for and that is not yet known to be done or refused; lists are cents, ascending. */
export interface BetChangesTable {
  id: Generated<string>;
  integration_id: number;
  operator_code: string;
  game_slug: string;
  user_id: string;
  username: string;
  description: Json<Message>;
  related_id: string;
  related_object: Json<Record<string, unknown>>;
  state: 'checking' | 'requested' | 'lost';
  old_bets: ColumnType<number[] | null, undefined, string>;
  new_bets: Json<number[]>;
  started_at: Date;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    bet_changes: BetChangesTable;
  }
}
