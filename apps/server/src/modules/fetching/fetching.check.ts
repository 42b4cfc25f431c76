import { type Message, messageOf, messageOfIssue } from '@ludus/contract';
import {
  type PlatformSession,
  type PlatformVersion,
  platformSessionSchema,
} from '@ludus/contract/operator-api';
import type { z } from 'zod';
import type { IngestRow } from '../session-store/index.ts';

/** The hub's ids of a platform's codes and slugs, and the version that decides what a row must have. */
export interface RowContext {
  version: PlatformVersion;
  /** Operator code -> the hub's id. */
  operators: ReadonlyMap<string, number>;
  /** Game slug -> the hub's id. */
  games: ReadonlyMap<string, number>;
  /** Rows dated after this instant (ms) are quarantined. */
  latestMs: number;
}

/** Why a row is quarantined. */
export interface Refusal {
  reason: Message;
  /** Null where it could not be read. */
  sessionId: string | null;
  /** The platform's last change; null where it could not be read or is not plausible. */
  changedAtMs: number | null;
  /** The code when the operator is what is unknown. */
  unknownOperator?: string;
}

/** No amount of one session is larger than ten billion euro: sums over a page stay exact in a double. */
export const largestAmountCents = 1_000_000_000_000;
const earliestMs = Date.UTC(2000, 0, 1);

/**
 * Reads one line of a platform's feed as a session. The shape is that of `platformSessionSchema`; beyond it the
 * operator and the game must be known, the times plausible, and the Italian ids there exactly where the platform's
 * version has them (GAI2: on real sessions; GAI-INTERNATIONAL: never).
 */
export function checkRow(value: unknown, context: RowContext): IngestRow | Refusal {
  if (!hasSessionShape(value)) {
    const parsed = platformSessionSchema.safeParse(value);
    if (!parsed.success) {
      return {
        reason: describeForm(parsed.error),
        sessionId: sessionIdOf(value),
        changedAtMs: changeTimeOf(value, context),
      };
    }
    value = parsed.data;
  }
  const row = value as PlatformSession;
  const refuse = (reason: Message): Refusal => ({
    reason,
    sessionId: row.sessionId,
    changedAtMs: changeTimeOf(row, context),
  });

  const operatorId = context.operators.get(row.operatorCode);
  if (operatorId === undefined) {
    return {
      ...refuse(messageOf('quarantine.unknownOperator', { code: row.operatorCode })),
      unknownOperator: row.operatorCode,
    };
  }
  const gameId = context.games.get(row.gameSlug);
  if (gameId === undefined) return refuse(messageOf('quarantine.unknownGame', { slug: row.gameSlug }));

  const createdAtMs = Date.parse(row.createdAt);
  const updatedAtMs = Date.parse(row.updatedAt);
  if (createdAtMs > updatedAtMs) return refuse(messageOf('quarantine.changedBeforeCreation'));
  if (createdAtMs < earliestMs) return refuse(messageOf('quarantine.createdTooEarly'));
  if (updatedAtMs > context.latestMs) return refuse(messageOf('quarantine.changedInFuture'));

  for (const name of amountNames) {
    if (Math.abs(row[name]) > largestAmountCents)
      return refuse(messageOf('quarantine.amountTooLarge', { field: name }));
  }
  if (context.version === 'GAI-INTERNATIONAL') {
    if (row.externalSessionId !== null || row.externalTicketId !== null) {
      return refuse(messageOf('quarantine.externalIds'));
    }
  } else if (row.sessionType === 1 && (row.externalSessionId === null || row.externalTicketId === null)) {
    return refuse(messageOf('quarantine.noExternalIds'));
  }
  return {
    sessionId: row.sessionId,
    externalSessionId: row.externalSessionId,
    externalTicketId: row.externalTicketId,
    userId: row.userId,
    operatorId,
    gameId,
    sessionType: row.sessionType,
    isOpen: row.isOpen,
    isMobile: row.isMobile,
    bet: row.bet,
    win: row.win,
    netWin: row.netWin,
    due: row.due,
    rounds: row.rounds,
    createdAtMs,
    updatedAtMs,
  };
}

const amountNames = ['bet', 'win', 'netWin', 'due'] as const;
const code = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const slug = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const platformId = /^[\x21-\x7e]{1,64}$/;
const largestCount = 4_294_967_295;

/**
 * Checks the same as `platformSessionSchema`, several times faster: every row of every page comes through here. The
 * schema remains the definition; a property test keeps the two equal.
 */
export function hasSessionShape(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const row = value as Record<keyof PlatformSession, unknown>;
  if (
    !isId(row.sessionId) ||
    !(row.externalSessionId === null || isId(row.externalSessionId)) ||
    !(row.externalTicketId === null || isId(row.externalTicketId)) ||
    !isId(row.userId) ||
    typeof row.operatorCode !== 'string' ||
    !code.test(row.operatorCode) ||
    typeof row.gameSlug !== 'string' ||
    !slug.test(row.gameSlug) ||
    !(row.sessionType === 1 || row.sessionType === 4) ||
    typeof row.isOpen !== 'boolean' ||
    typeof row.isMobile !== 'boolean' ||
    !Number.isSafeInteger(row.bet) ||
    (row.bet as number) < 0 ||
    !Number.isSafeInteger(row.win) ||
    (row.win as number) < 0 ||
    !Number.isSafeInteger(row.netWin) ||
    !Number.isSafeInteger(row.due) ||
    !Number.isSafeInteger(row.rounds) ||
    (row.rounds as number) < 0 ||
    (row.rounds as number) > largestCount ||
    !isInstant(row.createdAt) ||
    !isInstant(row.updatedAt)
  ) {
    return false;
  }
  const { closedAt } = row;
  if (closedAt !== undefined && closedAt !== null && !isInstant(closedAt)) return false;
  // All sixteen required keys are there, so any other count means an unknown one.
  return Object.keys(row).length === ('closedAt' in row ? 17 : 16);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && platformId.test(value);
}

const dayTime = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || !dayTime.test(value)) return false;
  const day = (value.charCodeAt(8) - 48) * 10 + value.charCodeAt(9) - 48;
  if (day <= 28) return true;
  const month = (value.charCodeAt(5) - 48) * 10 + value.charCodeAt(6) - 48;
  if (month === 2) {
    const year = Number(value.slice(0, 4));
    return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  }
  return day <= 30 || (month !== 4 && month !== 6 && month !== 9 && month !== 11);
}

const maxProblems = 4;
const maxNamesLength = 200;

function describeForm({ issues }: z.ZodError): Message {
  const problems = issues.slice(0, maxProblems).map(describeIssue);
  const more = issues.length - problems.length;
  if (more > 0) problems.push(messageOf('quarantine.moreProblems', { count: more }));
  return messageOf('quarantine.otherForm', { problems });
}

function describeIssue(issue: z.core.$ZodIssue): Message {
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return messageOf('quarantine.unknownFields', { names: storableNames(issue.keys) });
  }
  if (field === '') return messageOf('quarantine.notObject');
  return issue.code === 'invalid_type'
    ? messageOf('quarantine.wrongType', { field, expected: issue.expected })
    : messageOf('quarantine.wrongValue', { field, problem: messageOfIssue(issue) });
}

// The platform may send any name. PostgreSQL stores neither NUL nor half a surrogate pair.
function storableNames(names: readonly string[]): string {
  return names.join(', ').slice(0, maxNamesLength).toWellFormed().replaceAll('\u0000', '\ufffd');
}

function sessionIdOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sessionId } = value as { sessionId?: unknown };
  return typeof sessionId === 'string' ? sessionId.slice(0, 120) : null;
}

// A time ahead of now is wrong: the corrected row, dated before it, would not count as a newer state.
function changeTimeOf(value: unknown, { latestMs }: RowContext): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { updatedAt } = value as { updatedAt?: unknown };
  if (!isInstant(updatedAt)) return null;
  const changedAtMs = Date.parse(updatedAt);
  return changedAtMs > latestMs ? null : changedAtMs;
}
