import {
  type BodyOf,
  type ChangeRequest,
  type decideChangeRequest,
  type listChangeRequests,
  type listPendingChanges,
  type Message,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import { type Actor, systemActor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { GuardedCall } from './approvals.kinds.ts';
import {
  changeRequestOf,
  changeRequestRowOf,
  compareGround,
  pendingChangeOf,
  readerOf,
  seesPending,
} from './approvals.mapper.ts';
import type { ApprovalNotices } from './approvals.notices.ts';
import {
  type ChangeRequestEnd,
  type ChangeRequestRecord,
  countWaitingFor,
  endChangeRequest,
  findChangeRequest,
  findChangeRequests,
  findExpired,
  findPending,
  lockChangeRequest,
  updateReason,
} from './approvals.repo.ts';
import type { Outdated } from './approvals.tables.ts';

export interface ApprovalsService {
  list(
    actor: Actor,
    query: QueryOf<typeof listChangeRequests>,
  ): Promise<ResponseOf<typeof listChangeRequests>>;
  /** Changes that wait of a subject, for whoever looks at it. */
  pending(actor: Actor, subject: string): Promise<ResponseOf<typeof listPendingChanges>>;
  /** @throws NotFoundError also for what someone else has requested, unless the actor approves */
  get(actor: Actor, id: number): Promise<ChangeRequest>;
  /**
   * @throws ConflictError for the actor's own, for one that has ended, and for one that is outdated: it is marked so, and nothing
   * is applied. Whatever else the change fails with leaves it waiting.
   */
  decide(actor: Actor, id: number, body: BodyOf<typeof decideChangeRequest>): Promise<ChangeRequest>;
  /** @throws ForbiddenError unless it is the actor's own, ConflictError when it has ended */
  withdraw(actor: Actor, id: number): Promise<ChangeRequest>;
  /** @throws as `withdraw` */
  explain(actor: Actor, id: number, reason: string): Promise<ChangeRequest>;
  /** Ends those that no one has decided in time. */
  expire(): Promise<void>;
}

/** What decides who sees a request. */
export type PublishedRequest = Pick<ChangeRequestRecord, 'requested_by' | 'kind' | 'integration_id'>;

export interface ApprovalsServiceDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  notices: ApprovalNotices;
  /** After the commit: those who see the request read it again. */
  publish(tx: Tx, request: PublishedRequest): void;
  // biome-ignore lint/suspicious/noExplicitAny: calls of any change
  callOf(request: Pick<ChangeRequestRecord, 'call'>): GuardedCall<any>;
}

/** The change cannot be applied as it was requested. */
class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
  readonly outdated: Outdated;
  constructor(outdated: Outdated) {
    super('The change request is outdated.');
    this.outdated = outdated;
  }
}

export function createApprovalsService(deps: ApprovalsServiceDeps): ApprovalsService {
  const { postgres, clock, notices, callOf } = deps;

  const options = (actor: Actor, row: ChangeRequestRecord) => ({
    actor,
    scope: callOf(row).scope,
    now: clock.now(),
  });

  function requireFound(row: ChangeRequestRecord | undefined): ChangeRequestRecord {
    if (row === undefined) throw new NotFoundError(messageOf('refusals.changeRequestNotFound'));
    return row;
  }

  async function get(actor: Actor, id: number): Promise<ChangeRequest> {
    const row = requireFound(await findChangeRequest(postgres.db, readerOf(actor), id));
    return changeRequestOf(row, options(actor, row));
  }

  const lock = async (tx: Tx, actor: Actor, id: number) =>
    requireFound(await lockChangeRequest(tx, readerOf(actor), id));

  /** @throws ConflictError when it has ended */
  function requireWaiting(row: ChangeRequestRecord): void {
    if (row.state !== 'waiting') throw new ConflictError(endedMessage(row));
    if (row.expires_at <= clock.now()) throw new ConflictError(messageOf('refusals.changeExpired'));
  }

  async function end(
    tx: Tx,
    actor: Pick<Actor, 'userId' | 'username'>,
    row: ChangeRequestRecord,
    ended: Omit<ChangeRequestEnd, 'at' | 'userId'>,
  ): Promise<void> {
    const userId = actor.userId === systemActor.userId ? null : actor.userId;
    if (!(await endChangeRequest(tx, row.id, { ...ended, at: clock.now(), userId }))) return;
    await notices.note(tx, actor, row, ended.state, ended.answer ?? null);
    deps.publish(tx, row);
  }

  /** Applies a change in the name of whoever has requested it, with the rights of whoever approves it. */
  async function apply(tx: Tx, approver: Actor, row: ChangeRequestRecord): Promise<void> {
    const call = callOf(row);
    const actor: Actor = { ...approver, userId: row.requested_by, username: row.requester };
    try {
      const description = await call.describe(tx, actor, row.payload);
      const differing = compareGround(row.rows, description?.rows ?? []);
      if (differing.length > 0) throw new OutdatedError({ reason: null, rows: differing });
      if (description !== null) await call.apply(tx, actor, row.payload, description);
    } catch (error) {
      if (isRefusal(error) && call.isTemporary?.(error) !== true) {
        throw new OutdatedError({ reason: error.detail ?? null, rows: [] });
      }
      throw error;
    }
  }

  async function approve(actor: Actor, id: number, answer: string | null): Promise<void> {
    try {
      await postgres.transaction(async (tx) => {
        const row = await lock(tx, actor, id);
        requireDecidable(actor, row);
        await apply(tx, actor, row);
        await end(tx, actor, row, { state: 'approved', answer });
      });
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      const { outdated } = error;
      await postgres.transaction(async (tx) => {
        const row = await lock(tx, actor, id);
        requireWaiting(row);
        await end(tx, actor, row, { state: 'outdated', outdated });
      });
      throw new ConflictError(
        outdated.reason === null
          ? messageOf('refusals.changeOutdated')
          : messageOf('refusals.changeOutdatedBy', { reason: outdated.reason }),
        { cause: error },
      );
    }
  }

  function requireDecidable(actor: Actor, row: ChangeRequestRecord): void {
    if (row.requested_by === actor.userId) throw new ConflictError(messageOf('refusals.ownChange'));
    if (!actor.can('approvals:decide') || !actor.can(callOf(row).scope)) throw new ForbiddenError();
    requireWaiting(row);
  }

  /** Runs what only whoever has requested the change may do while it waits. */
  async function changeOwn(
    actor: Actor,
    id: number,
    work: (tx: Tx, row: ChangeRequestRecord) => Promise<void>,
  ): Promise<ChangeRequest> {
    await postgres.transaction(async (tx) => {
      const row = await lock(tx, actor, id);
      if (row.requested_by !== actor.userId)
        throw new ForbiddenError(messageOf('refusals.foreignChange', { username: row.requester }));
      requireWaiting(row);
      await work(tx, row);
    });
    return get(actor, id);
  }

  return {
    get,

    async list(actor, query) {
      const now = clock.now();
      const [{ rows, count }, waitingForMe] = await Promise.all([
        findChangeRequests(postgres.db, readerOf(actor), { ...query, now }),
        actor.can('approvals:decide') ? countWaitingFor(postgres.db, { userId: actor.userId, now }) : 0,
      ]);
      return {
        rows: rows.map((row) => changeRequestRowOf(row, options(actor, row))),
        count,
        waitingForMe,
      };
    },

    async pending(actor, subject) {
      const rows = await findPending(postgres.db, { subject, now: clock.now() });
      return {
        rows: rows.filter((row) => seesPending(actor, row)).map((row) => pendingChangeOf(actor, row)),
      };
    },

    async decide(actor, id, { decision, reason = '' }) {
      const answer = reason === '' ? null : reason;
      if (decision === 'approve') await approve(actor, id, answer);
      else {
        await postgres.transaction(async (tx) => {
          const row = await lock(tx, actor, id);
          requireDecidable(actor, row);
          await end(tx, actor, row, { state: 'refused', answer });
        });
      }
      return get(actor, id);
    },

    withdraw: (actor, id) => changeOwn(actor, id, (tx, row) => end(tx, actor, row, { state: 'withdrawn' })),

    explain: (actor, id, reason) =>
      changeOwn(actor, id, async (tx, row) => {
        await updateReason(tx, id, reason);
        deps.publish(tx, row);
      }),

    async expire() {
      for (const id of await findExpired(postgres.db, clock.now())) {
        await postgres.transaction((tx) =>
          expireOne(tx, id, (row) => end(tx, systemActor, row, { state: 'expired' })),
        );
      }
    },
  };
}

/** Ends one request that has waited too long, unless someone else has. */
async function expireOne(
  tx: Tx,
  id: number,
  endIt: (row: ChangeRequestRecord) => Promise<void>,
): Promise<void> {
  const row = await lockChangeRequest(tx, { userId: '', seesAll: true }, id);
  if (row?.state === 'waiting') await endIt(row);
}

type Refusal = ConflictError | NotFoundError | ValidationError;

/** Whether an error says that the change cannot be made as things are now. */
const isRefusal = (error: unknown): error is Refusal =>
  error instanceof ConflictError || error instanceof NotFoundError || error instanceof ValidationError;

/** What has become of a request that someone else was quicker with. */
function endedMessage({ state, decider, requester, answer }: ChangeRequestRecord): Message {
  const username = decider ?? requester;
  switch (state) {
    case 'approved':
      return messageOf('refusals.changeApproved', { username });
    case 'refused':
      return messageOf('refusals.changeRefused', { username, reason: answer ?? '' });
    case 'withdrawn':
      return messageOf('refusals.changeWithdrawn', { username: requester });
    case 'outdated':
      return messageOf('refusals.changeOutdated');
    default:
      return messageOf('refusals.changeExpired');
  }
}
