/** Restating closed months: what has changed in their sessions since becomes lines, and the closed figures stay. */
import { messageOf, type RestatementReason } from '@ludus/contract';
import { systemActor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, monthAfter, romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import { afterCommit, type Postgres } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { ClosedMonth, SessionStore, SessionSums, StoredSession } from '../session-store/index.ts';
import { monthText, noSums, subtract } from './period-close.mapper.ts';
import {
  type Closing,
  findClosings,
  insertEvent,
  insertRestatements,
  lockPeriod,
  markChecked,
  type NewRestatement,
  type PeriodKey,
  sumRestatementsBySession,
} from './period-close.repo.ts';

export interface RestateDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  sessionStore: Pick<SessionStore, 'closed' | 'open'>;
  referenceData: Pick<ReferenceData, 'read'>;
  realtime: Realtime;
  clock: Clock;
}

export interface Restating {
  /** Records what was written to closed months since they were last compared; returns how many lines there are more. */
  restateAll(): Promise<number>;
  /** Compares one month whatever was written to it. */
  restateMonth(key: PeriodKey): Promise<number>;
}

/** Real sessions of a month, half-open, by the days of Rome. */
export const closedMonthOf = ({ integrationId, month }: PeriodKey): ClosedMonth => ({
  integrationId,
  period: { from: startOfRomeDay(month), to: startOfRomeDay(monthAfter(month)) },
});

/** Sessions that are read by their ids at once. */
const idsPerRead = 500;

export function createRestating(deps: RestateDeps): Restating {
  const { postgres, sessionStore, referenceData, realtime, clock } = deps;

  /** Adds the lines of a month, after whoever else does so; returns how many there were. */
  async function restate(closing: Closing, write: bigint): Promise<number> {
    return postgres.transaction(async (tx) => {
      await lockPeriod(tx, closing);
      // Reopened in the meantime: it has no figures that could be restated.
      if ((await findClosings(tx, closing))[0]?.id !== closing.id) return 0;
      const differing = await sessionStore.closed.compare(closing.id, closedMonthOf(closing));
      const recorded = await sumRestatementsBySession(tx, closing.id);
      const changes = differing.flatMap(({ id, operatorId, gameId, ...sums }) => {
        const known = recorded.get(id) ?? noSums;
        recorded.delete(id);
        return changeOf({ id, operatorId, gameId }, sums, known);
      });
      // Sessions that were restated and are again as they were when the month was closed.
      for (const [id, { operatorId, gameId, ...known }] of recorded)
        changes.push(...changeOf({ id, operatorId, gameId }, noSums, known));
      const now = clock.now();
      await markChecked(tx, closing.id, write > closing.checkedWrite ? write : closing.checkedWrite, now);
      if (changes.length === 0) return 0;
      const sessions = await readSessions(closing.integrationId, changes);
      await insertRestatements(
        tx,
        changes.map((change) => lineOf(closing, change, sessions.get(change.id), now)),
      );
      const { userId, username } = systemActor;
      await insertEvent(tx, closing, {
        action: 'restate',
        userId,
        username,
        at: now,
        lines: changes.length,
      });
      const names = await referenceData.read();
      await recordAudit(tx, {
        actor: { userId, username },
        type: 'periods',
        action: 'restate',
        objectId: `${closing.integrationId}/${closing.month.slice(0, 7)}`,
        description: messageOf('logs.periodRestated', {
          count: changes.length,
          month: monthText(closing.month),
          integration: integrationName(names, closing.integrationId),
        }),
      });
      afterCommit(tx, () =>
        realtime.publish({ name: 'changed', data: { topic: 'periods' } }, { providers: true }),
      );
      return changes.length;
    });
  }

  async function readSessions(
    integrationId: number,
    changes: readonly Change[],
  ): Promise<Map<string, StoredSession>> {
    const found = new Map<string, StoredSession>();
    for (let start = 0; start < changes.length; start += idsPerRead) {
      const ids = changes.slice(start, start + idsPerRead).map(({ id }) => id);
      const part = await sessionStore.open.findChosen({ kind: 'one', id: integrationId }, ids);
      for (const session of part) found.set(session.id, session);
    }
    return found;
  }

  return {
    async restateAll() {
      const closings = await findClosings(postgres.db);
      const [first, last] = [closings[0], closings.at(-1)];
      if (first === undefined || last === undefined) return 0;
      const writes = await sessionStore.closed.findLatestWrites(
        [...new Set(closings.map(({ integrationId }) => integrationId))],
        { from: startOfRomeDay(first.month), to: startOfRomeDay(monthAfter(last.month)) },
        closings.reduce(
          (least, { checkedWrite }) => (checkedWrite < least ? checkedWrite : least),
          first.checkedWrite,
        ),
      );
      let lines = 0;
      for (const { integrationId, month, write } of writes) {
        const closing = closings.find(
          (one) => one.integrationId === integrationId && one.month.startsWith(month),
        );
        if (closing !== undefined && write > closing.checkedWrite) lines += await restate(closing, write);
      }
      return lines;
    },

    async restateMonth(key) {
      const [closing] = await findClosings(postgres.db, key);
      return closing === undefined ? 0 : restate(closing, closing.checkedWrite);
    },
  };
}

interface Change {
  id: string;
  operatorId: number;
  gameId: number;
  /** By how much it differs from what was known before. */
  sums: SessionSums;
}

function changeOf(session: Omit<Change, 'sums'>, now: SessionSums, known: SessionSums): Change[] {
  const sums = subtract(now, known);
  return Object.values(sums).every((value) => value === 0n) ? [] : [{ ...session, sums }];
}

function lineOf(
  closing: Closing,
  { id, operatorId, gameId, sums }: Change,
  session: StoredSession | undefined,
  now: Date,
): NewRestatement {
  if (session === undefined) throw new Error(`The session ${id} of a closed month is missing`);
  return {
    closing_id: closing.id,
    session_id: id,
    platform_session_id: session.sessionId,
    operator_id: operatorId,
    game_id: gameId,
    reason: reasonOf(sums),
    changed_at: session.updatedAt,
    fetched_at: session.fetchedAt,
    recorded_at: now,
    recorded_month: `${romeDay(now).slice(0, 7)}-01`,
    sums,
  };
}

function reasonOf({ sessions, open }: SessionSums): RestatementReason {
  if (sessions > 0n) return 'late';
  return open < 0n ? 'ended' : 'corrected';
}
