/** The log of who changed what (ENT-24). */
import { type LogType, logTypes } from '@ludus/contract';
import type { Generated, GeneratedAlways, Insertable } from 'kysely';
import type { Db } from '../postgres/database.ts';

export interface LogsTable {
  id: Generated<string>;
  log_type_id: number;
  /** A verb in kebab-case. */
  action: string;
  description: string;
  user_id: string;
  username: string;
  related_id: string | null;
  related_object: unknown;
  updates: unknown;
  created_at: Generated<Date>;
  /** What the log is searched by, in lower case; made from the other columns. */
  search_text: GeneratedAlways<string>;
}

declare module '../postgres/database.ts' {
  interface Database {
    log_types: { id: number; name: LogType };
    logs: LogsTable;
  }
}

export interface AuditEntry {
  actor: { userId: string; username: string };
  type: LogType;
  /** A verb in kebab-case: `create`, `update`, `delete`, `update-bets`. */
  action: string;
  objectId: string | number | null;
  /** One sentence for people. */
  description: string;
  /** Old and new value by field (`changesBetween` makes them); for bets `{ oldBets, newBets }`. Never secrets. */
  changes?: Record<string, unknown>;
  /**
   * What a reader needs of the object when it is gone. `name`, `slug`, `integration` and `operator` are names, and the log
   * is searched by them.
   */
  object?: Record<string, unknown>;
}

/** Writes one entry; pass the transaction of the change, so that neither stands without the other. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  const row: Insertable<LogsTable> = {
    log_type_id: logTypes[entry.type],
    action: entry.action,
    description: entry.description,
    user_id: entry.actor.userId,
    username: entry.actor.username,
    related_id: entry.objectId === null ? null : String(entry.objectId),
    related_object: entry.object === undefined ? null : JSON.stringify(entry.object),
    updates: JSON.stringify(entry.changes ?? {}),
  };
  await tx.insertInto('logs').values(row).execute();
}

/** The fields whose values differ, as `{ field: { old, new } }`; fields that `after` lacks are left out. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, { old: unknown; new: unknown }> {
  const changed = Object.entries(after).filter(
    ([field, value]) => JSON.stringify(before[field] ?? null) !== JSON.stringify(value ?? null),
  );
  return Object.fromEntries(
    changed.map(([field, value]) => [field, { old: before[field] ?? null, new: value ?? null }]),
  );
}
