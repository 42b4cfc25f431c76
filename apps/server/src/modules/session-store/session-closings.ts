/** Notifies operators' machines of the sessions that a batch has closed: each session once, whatever is cut off in between. */
import { randomUUID } from 'node:crypto';
import { eurosFromCents, maxSessionsPerEvent, sessionTypes, type WebhookData } from '@ludus/contract';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { Db, Postgres, Tx } from '../../infra/postgres/index.ts';
import {
  dropHeldWebhooks,
  findHeldWebhooks,
  type HeldWebhook,
  holdWebhook,
  releaseWebhooks,
} from '../../infra/webhooks/index.ts';
import { idBytesOf, type ResolvedRow } from './conflict-resolution.ts';
import { formatSessionId } from './session-id.ts';
import { findStatesById } from './stored-states.clickhouse.ts';
import { type BatchRow, storedStateOf } from './stored-states.ts';

export interface ClosingsDeps {
  postgres: Pick<Postgres, 'db'>;
  clickhouse: ClickHouse;
  clock: Clock;
}

type ClosedSession = WebhookData<'session.closed'>['sessions'][number];

export interface SessionClosings {
  /** Before the rows of a batch are stored, in its transaction; call what it returns once they are. */
  prepare(
    turn: { tx: Tx; integrationId: number },
    written: readonly BatchRow[],
  ): Promise<() => Promise<void>>;
}

export const createSessionClosings = (deps: ClosingsDeps): SessionClosings => ({
  prepare: (turn, written) => prepareClosings(deps, turn, written),
});

/**
 * Stores the events of a batch beside its transaction, before its rows are stored, and returns what releases them in the transaction
 * once they are. A batch that is cut off in between leaves its events held: the next one of the integration looks up which of their
 * sessions are stored, releases these, and repeats none of them.
 */
async function prepareClosings(
  deps: ClosingsDeps,
  { tx, integrationId }: { tx: Tx; integrationId: number },
  written: readonly BatchRow[],
): Promise<() => Promise<void>> {
  const { since, held } = await findHeldWebhooks(tx, integrationId, 'session.closed');
  const isHeld = new Set(held.flatMap(({ data }) => data.sessions.map(({ sessionId }) => sessionId)));
  const closed =
    since === null
      ? []
      : written.filter(
          (one) => closes(one) && one.row.updatedAtMs >= since.getTime() && !isHeld.has(one.row.sessionId),
        );
  const sessions = closed.map((one) => closedSession(integrationId, one));
  const ids = await hold(deps.postgres.db, integrationId, sessions, deps.clock.now());
  return async () => {
    await releaseWebhooks(tx, ids, deps.clock.now());
    await settleHeld(deps, { tx, integrationId }, held);
  };
}

/** Whether a written row is the first closed state of a real session. */
function closes(one: BatchRow): boolean {
  const { isOpen, sessionType } = one.row;
  return !isOpen && sessionType === sessionTypes.real && storedStateOf(one)?.isOpen !== false;
}

async function hold(db: Db, integrationId: number, sessions: readonly ClosedSession[], at: Date) {
  const ids: string[] = [];
  for (let from = 0; from < sessions.length; from += maxSessionsPerEvent) {
    const data = { sessions: sessions.slice(from, from + maxSessionsPerEvent) };
    ids.push(await holdWebhook(db, { type: 'session.closed', integrationId, key: randomUUID(), at, data }));
  }
  return ids;
}

/** Splits what batches that were cut off have left: sessions that are stored are published, the others stay held. */
async function settleHeld(
  { clickhouse, clock }: ClosingsDeps,
  { tx, integrationId }: { tx: Tx; integrationId: number },
  held: readonly HeldWebhook<'session.closed'>[],
): Promise<void> {
  if (held.length === 0) return;
  const sessions = held.flatMap(({ data }) => data.sessions);
  // Only the id of a row is looked up.
  const rows = new Map(
    sessions.map(({ sessionId }) => [sessionId, { playerNumber: 0, row: { sessionId } } as BatchRow]),
  );
  await findStatesById(clickhouse, integrationId, [...rows.values()], rows);
  const isStored = ({ sessionId }: ClosedSession) => {
    const row = rows.get(sessionId);
    return row !== undefined && storedStateOf(row)?.isOpen === false;
  };
  const stored = sessions.filter(isStored);
  if (stored.length === 0) return;
  const rest = sessions.filter((one) => !isStored(one));
  await dropHeldWebhooks(
    tx,
    held.map(({ id }) => id),
  );
  await hold(tx, integrationId, rest, clock.now());
  await releaseWebhooks(tx, await hold(tx, integrationId, stored, clock.now()), clock.now());
}

function closedSession(integrationId: number, resolved: ResolvedRow): ClosedSession {
  const { row } = resolved;
  return {
    id: formatSessionId(idBytesOf(integrationId, resolved)),
    sessionId: row.sessionId,
    aamsSessionId: row.externalSessionId,
    aamsTicketId: row.externalTicketId,
    operatorId: row.operatorId,
    gameId: row.gameId,
    bet: eurosFromCents(row.bet),
    win: eurosFromCents(row.win),
    grossWin: eurosFromCents(row.bet - row.win),
    netWin: eurosFromCents(row.netWin),
    due: eurosFromCents(row.due),
    currentRound: row.rounds,
    createdAt: new Date(row.createdAtMs).toISOString(),
    sessionUpdatedAt: new Date(row.updatedAtMs).toISOString(),
  };
}
