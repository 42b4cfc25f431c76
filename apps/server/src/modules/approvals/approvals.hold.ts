import { type ApprovalSettings, type HeldChange, messageOf } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError } from '../../infra/errors/index.ts';
import { Accepted } from '../../infra/http/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { GuardedCall, Hold } from './approvals.kinds.ts';
import { changeRequestRowOf } from './approvals.mapper.ts';
import type { ApprovalNotices } from './approvals.notices.ts';
import { findChangeRequest, findWaiting, insertChangeRequest, readSettings } from './approvals.repo.ts';
import type { PublishedRequest } from './approvals.service.ts';

export interface HoldDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  notices: ApprovalNotices;
  publish(tx: Tx, request: PublishedRequest): void;
  /** Ends those that have waited too long, so that they are not in the way. */
  expire(): Promise<void>;
}

const dayMs = 86_400_000;

/**
 * Makes a change request of a change where the settings demand it. It is described first, so that what would be refused is refused at
 * once.
 */
export function createHold<Change extends object>(
  deps: HoldDeps,
  guarded: GuardedCall<Change>,
): Hold<Change> {
  const { postgres, clock, notices } = deps;

  async function request(
    tx: Tx,
    actor: Actor,
    change: Change,
    settings: ApprovalSettings,
  ): Promise<HeldChange | undefined> {
    const description = await guarded.describe(tx, actor, change);
    if (description === null || description.rows.length === 0) return undefined;
    if (guarded.isHeld?.(description, settings) === false) return undefined;
    const at = clock.now();
    const id = await insertChangeRequest(tx, {
      ...description,
      kind: guarded.kind,
      call: guarded.call,
      change,
      userId: actor.userId,
      at,
      expiresAt: new Date(at.getTime() + settings.expiryDays * dayMs),
    });
    if (id === undefined) {
      const waiting = await findWaiting(tx, guarded.kind, description.subject);
      throw new ConflictError(messageOf('refusals.changeWaits', { username: waiting?.requester ?? '' }));
    }
    const row = await findChangeRequest(tx, { userId: actor.userId, seesAll: true }, id);
    if (row === undefined) throw new Error(`The change request ${id} was not stored.`);
    // A person whom the hub has not stored yet has a name all the same.
    const created = { ...row, requester: actor.username };
    await notices.note(tx, actor, created, 'requested');
    deps.publish(tx, created);
    return { changeRequest: changeRequestRowOf(created, { actor, scope: guarded.scope, now: at }) };
  }

  return async (actor, change) => {
    const settings = await readSettings(postgres.db);
    if (guarded.kind !== 'approvals' && !settings[guarded.kind]) return undefined;
    await deps.expire();
    const held = await postgres.transaction((tx) => request(tx, actor, change, settings));
    return held === undefined ? undefined : new Accepted(held);
  };
}
