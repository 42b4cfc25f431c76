/** The audit log. */
import { type LogType, logTypes, type Message, type MessageCode, messageOf } from '@ludus/contract';
import type { Generated, GeneratedAlways, Insertable } from 'kysely';
import { renderMessage } from '../messages/index.ts';
import type { Db } from '../postgres/database.ts';

export interface LogsTable {
  id: Generated<string>;
  log_type_id: number;
  /** A verb in kebab-case. */
  action: string;
  /** In English. */
  description: string;
  /** The description as a message, for readers of any language. */
  detail: unknown;
  user_id: string;
  username: string;
  related_id: string | null;
  related_object: unknown;
  updates: unknown;
  created_at: Generated<Date>;
  /** The text that the log is searched by, in lower case; generated from the other columns. */
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
  description: Message;
  /** Old and new value by field (`changesBetween` makes them); for bets `{ oldBets, newBets }`. Never secrets. */
  changes?: Record<string, unknown>;
  /**
   * What the log shows of the object when it has been deleted. `name`, `slug`, `integration` and `operator` are names, and the log
   * is searched by them.
   */
  object?: Record<string, unknown>;
}

/** The actor of an entry about a caller who is not signed in. */
export const unknownPerson = { userId: 'unknown', username: '' } as const;

/** Writes one entry; pass the transaction of the change, so that neither stands without the other. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.insertInto('logs').values(rowOf(entry)).execute();
}

/** Entries that are written with one query. */
const entriesAtOnce = 500;

/** Writes many entries in their order; otherwise like `recordAudit`. */
export async function recordAudits(tx: Db, entries: readonly AuditEntry[]): Promise<void> {
  for (let first = 0; first < entries.length; first += entriesAtOnce) {
    const rows = entries.slice(first, first + entriesAtOnce).map(rowOf);
    await tx.insertInto('logs').values(rows).execute();
  }
}

function rowOf(entry: AuditEntry): Insertable<LogsTable> {
  return {
    log_type_id: logTypes[entry.type],
    action: entry.action,
    description: renderMessage(entry.description),
    detail: JSON.stringify(entry.description),
    user_id: entry.actor.userId,
    username: entry.actor.username,
    related_id: entry.objectId === null ? null : String(entry.objectId),
    related_object: entry.object === undefined ? null : JSON.stringify(entry.object),
    updates: JSON.stringify(entry.changes ?? {}),
  };
}

/** Whether the log says that someone has done this to an object: for work that was cut off after it. */
export async function hasAuditEntry(
  db: Db,
  {
    actor,
    type,
    action,
    objectId,
  }: Pick<AuditEntry, 'type' | 'action'> & {
    actor: Pick<AuditEntry['actor'], 'userId'>;
    objectId: string;
  },
): Promise<boolean> {
  const entry = await db
    .selectFrom('logs')
    .select('id')
    .where('log_type_id', '=', logTypes[type])
    .where('related_id', '=', objectId)
    .where('action', '=', action)
    .where('user_id', '=', actor.userId)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

type FieldCode = Extract<MessageCode, `logFields.${string}`>;
/** A field that sentences of the log can name. */
export type LoggedField = FieldCode extends `logFields.${infer Field}` ? Field : never;

/** Returns the names of fields, separated by commas, as a sentence of the log holds them. */
export function listFields([first, ...others]: readonly LoggedField[]): Message | string {
  if (first === undefined) return '';
  const field: Message = { code: `logFields.${first}`, values: {} };
  return others.length === 0 ? field : messageOf('logs.fieldsAnd', { field, rest: listFields(others) });
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
