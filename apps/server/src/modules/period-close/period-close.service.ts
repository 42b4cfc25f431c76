import {
  type BodyOf,
  type closePeriod,
  type getPeriodReadiness,
  type listPeriods,
  messageOf,
  type PeriodCheck,
  type PeriodDetail,
  type PeriodGrouping,
  type PeriodState,
  type ResponseOf,
  type Restatement,
  sessionTypes,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { type Clock, zone } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import { integrationName, type ReferenceData } from '../integrations/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import { type Checklist, decide } from './period-close.checklist.ts';
import {
  addSums,
  isEqual,
  monthText,
  sumsOfAggregates,
  toRestatement,
  toRows,
  toTotal,
} from './period-close.mapper.ts';
import { hasEnded, listMonths, stateFrom } from './period-close.overview.ts';
import { readReadiness } from './period-close.readiness.ts';
import {
  type Closing,
  countRestatements,
  deleteReview,
  findClosings,
  findEvents,
  findFigures,
  findRestatements,
  findReviews,
  insertClosing,
  insertEvent,
  insertReview,
  lockPeriod,
  markReopened,
  nextClosingId,
  type PeriodKey,
  type Review,
  readFourEyes,
  saveFourEyes,
  sumRestatements,
} from './period-close.repo.ts';
import { closedMonthOf, type Restating } from './period-close.restate.ts';

/** A month of an integration as callers name it: `2026-10`. */
export interface NamedMonth {
  integrationId: number;
  month: string;
}

export interface PeriodCloseService {
  list(actor: Actor): Promise<ResponseOf<typeof listPeriods>>;
  readiness(actor: Actor, month: string): Promise<ResponseOf<typeof getPeriodReadiness>>;
  /** @throws NotFoundError for an integration that does not exist, like every call from here on */
  get(actor: Actor, named: NamedMonth, by?: PeriodGrouping): Promise<Omit<PeriodDetail, 'files'>>;
  listRestatements(
    actor: Actor,
    named: NamedMonth,
    page: { page?: number | undefined; limit?: number | undefined },
  ): Promise<{ rows: Restatement[]; count: number }>;
  /** @throws ConflictError unless the month is open and has ended */
  review(actor: Actor, named: NamedMonth): Promise<{ state: PeriodState }>;
  /** @throws ConflictError when it is not in review, when a check keeps it open, or when someone else has to close it */
  close(actor: Actor, named: NamedMonth, body: BodyOf<typeof closePeriod>): Promise<{ state: PeriodState }>;
  /**
   * @throws ValidationError when a closed month is reopened without a reason, ConflictError when it is open or has a statement
   */
  reopen(actor: Actor, named: NamedMonth, reason: string | undefined): Promise<{ state: PeriodState }>;
  saveSettings(actor: Actor, settings: { fourEyes: boolean }): Promise<{ fourEyes: boolean }>;
}

export interface PeriodCloseDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  sessionStore: Pick<
    SessionStore,
    'queryAggregates' | 'queryAggregatesByLevel' | 'closed' | 'coverage' | 'state'
  >;
  referenceData: Pick<ReferenceData, 'read'>;
  realtime: Realtime;
  clock: Clock;
  log: Log;
  checklist: Checklist;
  restating: Restating;
  /** The number of the statement in force of a month: its figures stay. */
  findStatement(db: Db, key: PeriodKey): Promise<string | undefined>;
}

const defaultPage = 100;

export function createPeriodCloseService(deps: PeriodCloseDeps): PeriodCloseService {
  const { postgres, sessionStore, referenceData, realtime, clock, log, checklist, restating } = deps;
  const { db } = postgres;

  const checksOf = async (key: PeriodKey): Promise<PeriodCheck[]> => {
    const { integrationId, period } = closedMonthOf(key);
    return (await checklist([integrationId], period)).get(integrationId) ?? [];
  };

  async function keyOf({ integrationId, month }: NamedMonth): Promise<PeriodKey> {
    if (!(await referenceData.read()).integrations.has(integrationId))
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return { integrationId, month: `${month}-01` };
  }

  async function stateOf(key: PeriodKey): Promise<{
    state: PeriodState;
    closing: Closing | undefined;
    review: Review | undefined;
    restatements: number;
  }> {
    const [[closing], [review]] = await Promise.all([findClosings(db, key), findReviews(db, key)]);
    const restatements = closing ? ((await countRestatements(db, [closing.id])).get(closing.id) ?? 0) : 0;
    return { state: stateFrom(closing, review, restatements), closing, review, restatements };
  }

  /** Reads the sums of the month as they are known now, all together and by a grouping, from one state of the store. */
  async function readToday(actor: Actor, key: PeriodKey, by: PeriodGrouping) {
    const { integrationId, period } = closedMonthOf(key);
    const dimensions = ({ operator: ['operator'], game: ['game'], both: ['operator', 'game'] } as const)[by];
    const [total = [], rows = []] = await sessionStore.queryAggregatesByLevel(
      {
        periods: [period],
        sessionType: sessionTypes.real,
        integrations: [integrationId],
        players: true,
      },
      [[], dimensions],
      integrationScope(actor),
    );
    return { total: total[0], rows };
  }

  const publish = (tx: Tx) =>
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'periods' } }, { providers: true }),
    );

  /** Runs a change of a month's state while no one else changes it. */
  async function change<T>(key: PeriodKey, work: (tx: Tx) => Promise<T>): Promise<T> {
    return postgres.transaction(async (tx) => {
      await lockPeriod(tx, key);
      const result = await work(tx);
      publish(tx);
      return result;
    });
  }

  async function record(
    tx: Tx,
    actor: Actor,
    key: PeriodKey,
    action: 'review' | 'withdraw' | 'close' | 'reopen',
    { reason = null, changes = {} }: { reason?: string | null; changes?: Record<string, unknown> } = {},
  ): Promise<void> {
    const { userId, username } = actor;
    await insertEvent(tx, key, { action, userId, username, at: clock.now(), reason });
    const values = {
      month: monthText(key.month),
      integration: integrationName(await referenceData.read(), key.integrationId),
    };
    const description = {
      review: () => messageOf('logs.periodReviewed', values),
      withdraw: () => messageOf('logs.periodWithdrawn', values),
      close: () => messageOf('logs.periodClosed', values),
      reopen: () => messageOf('logs.periodReopened', { ...values, reason: reason ?? '' }),
    }[action]();
    await recordAudit(tx, {
      actor,
      type: 'periods',
      action,
      objectId: `${key.integrationId}/${key.month.slice(0, 7)}`,
      description,
      changes,
      object: { integration: values.integration },
    });
  }

  /** Copies the sessions, and freezes the figures of the copy: what is written meanwhile is a restatement, never lost. */
  async function freeze(tx: Tx, actor: Actor, key: PeriodKey, checks: PeriodCheck[]): Promise<void> {
    const month = closedMonthOf(key);
    const [{ dataVersion }, coverage, [latest]] = await Promise.all([
      sessionStore.state(),
      sessionStore.coverage.find(key.integrationId),
      sessionStore.closed.findLatestWrites([key.integrationId], month.period, 0n),
    ]);
    const id = await nextClosingId(tx);
    try {
      await sessionStore.closed.copy(id, month);
      const figures = await sessionStore.closed.sum(id);
      const now = clock.now();
      await insertClosing(
        tx,
        {
          ...key,
          id,
          zone,
          dataVersion,
          asOf: coverage?.readAt ?? null,
          closedAt: now,
          userId: actor.userId,
          username: actor.username,
          checks,
          checkedWrite: latest?.write ?? 0n,
          checkedAt: now,
        },
        figures,
      );
    } catch (error) {
      dropCopy(id);
      throw error;
    }
  }

  /** Not awaited: a copy that stays behind is never read again. */
  function dropCopy(id: number): void {
    sessionStore.closed
      .drop(id)
      .catch((error) =>
        log.error({ err: error, closing: id }, 'the copy of a closed month could not be dropped'),
      );
  }

  return {
    async list(actor) {
      // What a fetch has just changed shows at once, not only when the schedule has come round.
      await restating.restateAll();
      return listMonths(deps, actor);
    },

    readiness: (actor, month) => readReadiness(deps, actor, month),

    async get(actor, named, by = 'operator') {
      const key = await keyOf(named);
      let known = await readToday(actor, key, by);
      let { state, closing, review, restatements } = await stateOf(key);
      const figures = closing ? await findFigures(db, closing.id) : null;
      if (closing && figures) {
        const all = figures.find(({ operatorId, gameId }) => operatorId === 0 && gameId === 0);
        const lines = await sumRestatements(db, closing.id);
        const recorded = all ? addSums(all, lines) : lines;
        const sums = known.total && sumsOfAggregates(known.total);
        if (sums ? !isEqual(recorded, sums) : Object.values(recorded).some((value) => value !== 0n)) {
          // A fetch has changed the month, and no one has compared it since.
          await restating.restateMonth(key);
          known = await readToday(actor, key, by);
          ({ state, closing, review, restatements } = await stateOf(key));
        }
      }
      const [names, events, fourEyes, checks] = await Promise.all([
        referenceData.read(),
        findEvents(db, key),
        readFourEyes(db),
        closing ? closing.checks : checksOf(key),
      ]);
      const { period } = closedMonthOf(key);
      const options = { names, showsDue: actor.can('money:net-and-due') };
      return {
        integration: { id: key.integrationId, name: integrationName(names, key.integrationId) },
        month: named.month,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        zone: closing?.zone ?? zone,
        state,
        isEnded: hasEnded(key.month, clock.now()),
        fourEyes,
        review: review
          ? { userId: review.userId, username: review.username, at: review.reviewedAt.toISOString() }
          : null,
        closing: closing
          ? {
              username: closing.username,
              at: closing.closedAt.toISOString(),
              asOf: closing.asOf?.toISOString() ?? null,
              dataVersion: closing.dataVersion,
              checkedAt: closing.checkedAt.toISOString(),
            }
          : null,
        checks,
        total: toTotal(figures, known.total, options),
        rows: toRows(by, figures, known.rows, options),
        restatements,
        history: events.map((event) => ({ ...event, at: event.at.toISOString() })),
      };
    },

    async listRestatements(actor, named, { page = 1, limit = defaultPage }) {
      const { closing, restatements } = await stateOf(await keyOf(named));
      if (closing === undefined) return { rows: [], count: 0 };
      const names = await referenceData.read();
      const rows = await findRestatements(db, closing.id, { page, limit });
      const options = { names, showsDue: actor.can('money:net-and-due') };
      return { rows: rows.map((row) => toRestatement(row, options)), count: restatements };
    },

    async review(actor, named) {
      const key = await keyOf(named);
      if (!hasEnded(key.month, clock.now())) throw new ConflictError(messageOf('refusals.periodNotEnded'));
      return change(key, async (tx) => {
        if ((await stateOf(key)).state !== 'open')
          throw new ConflictError(messageOf('refusals.periodNotOpen'));
        const { userId, username } = actor;
        await insertReview(tx, { ...key, userId, username, reviewedAt: clock.now() });
        await record(tx, actor, key, 'review');
        return { state: 'review' };
      });
    },

    async close(actor, named, decisions) {
      const key = await keyOf(named);
      return change(key, async (tx) => {
        const { state, review } = await stateOf(key);
        if (state !== 'review') throw new ConflictError(messageOf('refusals.periodNotInReview'));
        if ((await readFourEyes(tx)) && review?.userId === actor.userId)
          throw new ConflictError(messageOf('refusals.periodFourEyes'));
        const checks = decide(await checksOf(key), decisions);
        await freeze(tx, actor, key, checks);
        const overrides = Object.fromEntries(
          checks.flatMap(({ id, decision }) =>
            decision?.reason ? [[id, { old: null, new: decision.reason }]] : [],
          ),
        );
        await record(tx, actor, key, 'close', { changes: overrides });
        return { state: 'closed' };
      });
    },

    async reopen(actor, named, reason) {
      const key = await keyOf(named);
      return change(key, async (tx) => {
        const { state, closing } = await stateOf(key);
        if (state === 'open') throw new ConflictError(messageOf('refusals.periodIsOpen'));
        if (closing && reason === undefined)
          throw new ValidationError({ reason: messageOf('fields.periodReason') });
        const number = await deps.findStatement(tx, key);
        if (number !== undefined)
          throw new ConflictError(messageOf('refusals.periodHasStatement', { number }));
        await deleteReview(tx, key);
        if (closing) {
          await markReopened(tx, closing.id, clock.now());
          afterCommit(tx, () => dropCopy(closing.id));
        }
        await record(tx, actor, key, closing ? 'reopen' : 'withdraw', { reason: reason ?? null });
        return { state: 'open' };
      });
    },

    async saveSettings(actor, { fourEyes }) {
      await postgres.transaction(async (tx) => {
        if (!(await saveFourEyes(tx, fourEyes))) return;
        await recordAudit(tx, {
          actor,
          type: 'periods',
          action: 'update-settings',
          objectId: null,
          description: messageOf(fourEyes ? 'logs.periodFourEyesOn' : 'logs.periodFourEyesOff'),
          changes: { fourEyes: { old: !fourEyes, new: fourEyes } },
        });
        publish(tx);
      });
      return { fourEyes };
    },
  };
}
