import {
  type countSessions,
  type listSessionChanges,
  type listSessions,
  type Message,
  messageOf,
  type PlatformState,
  type QueryOf,
  type ResponseOf,
  type refreshSession,
  type Session,
  type SessionFilter,
  type SessionPageQuery,
  type SessionRow,
  type searchSessions,
  type sumSessions,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../infra/access/index.ts';
import { hasAuditEntry, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, UpstreamError } from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { OperatorApiError } from '../../infra/operator-api/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { SingleSessions } from '../fetching/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import {
  type Aggregates,
  isSessionId,
  noAggregates,
  type SessionStore,
  type SessionsCount,
  type StoredSession,
} from '../session-store/index.ts';
import { grandTotalsOf, seesNetAndDue } from '../statistics/index.ts';
import { formatChangesCursor, integrationToRead, readersPosition } from './sessions.changes.ts';
import { defaultOrder, parsePagePosition, toStoreFilter } from './sessions.filter.ts';
import { toChangedSession, toPlatformState, toSession, toSessionRow } from './sessions.mapper.ts';
import {
  closeRefusal,
  maySeeDetailsDue,
  maySeeListedDue,
  requireListOrder,
  requireVisible,
} from './sessions.policy.ts';

/** What sessions need from the session store. Every call is restricted to the rows of the scope inside the query. */
export type SessionsStorePort = Pick<
  SessionStore,
  'list' | 'page' | 'count' | 'sumList' | 'find' | 'searchById' | 'searchByUser' | 'changes'
>;

export interface SessionsService {
  /** @throws ForbiddenError for an order by a field the actor may not see; ValidationError for a bad period or cursor */
  list(actor: Actor, query: SessionPageQuery): Promise<ResponseOf<typeof listSessions>>;
  count(actor: Actor, query: SessionFilter): Promise<ResponseOf<typeof countSessions>>;
  /** Without net win and due where the actor may not see them. */
  totals(actor: Actor, query: SessionFilter): Promise<ResponseOf<typeof sumSessions>>;
  /**
   * @throws NotFoundError for an integration that the actor does not see, ValidationError for a bad cursor, ConflictError for one that
   * the session store has not reached
   */
  changes(
    actor: Actor,
    query: QueryOf<typeof listSessionChanges>,
  ): Promise<ResponseOf<typeof listSessionChanges>>;
  search(actor: Actor, query: QueryOf<typeof searchSessions>): Promise<SessionRow[]>;
  /** @throws NotFoundError, also for another integration's session */
  get(actor: Actor, id: string): Promise<Session>;
  /** @throws NotFoundError, UpstreamError with the documents' text */
  refresh(actor: Actor, id: string, signal: AbortSignal): Promise<ResponseOf<typeof refreshSession>>;
  /** Stores nothing. @throws NotFoundError, UpstreamError with the documents' text */
  compare(actor: Actor, id: string, signal: AbortSignal): Promise<PlatformState>;
  /** @throws NotFoundError, ConflictError unless open and unchanged for ten minutes, UpstreamError with the documents' text */
  close(actor: Actor, id: string, signal: AbortSignal): Promise<Session>;
  /**
   * Closes a session whose close was cut off, and may have reached the platform: one that is closed there by now counts as closed by
   * the actor, and is logged as such unless that was done. @throws what `close` throws
   */
  resumeClose(actor: Actor, id: string, signal: AbortSignal): Promise<Session>;
  /** By the hub's id or the platform's. @throws NotFoundError, UpstreamError */
  feed(actor: Actor, anyId: string, signal: AbortSignal): Promise<{ url: string }>;
}

export const largestPage = 500;
const defaultChanges = 1_000;

export function createSessionsService(deps: {
  sessionStore: SessionsStorePort;
  single: SingleSessions;
  referenceData: Pick<ReferenceData, 'read'>;
  clock: Clock;
  realtime: Realtime;
  log: Log;
  postgres: Pick<Postgres, 'db'>;
}): SessionsService {
  const { sessionStore, single, referenceData, clock, log } = deps;

  async function findVisible(actor: Actor, id: string): Promise<StoredSession> {
    return requireVisible(await sessionStore.find(integrationScope(actor), id));
  }

  async function toDetails(actor: Actor, session: StoredSession): Promise<Session> {
    return toSession(session, await referenceData.read(), actor, clock.now());
  }

  /** Publishes the change of a session and returns its new state. */
  async function publishAndRead(actor: Actor, session: StoredSession): Promise<Session> {
    deps.realtime.publish(
      { name: 'changed', data: { topic: 'sessions', id: session.id } },
      { providers: true, integration: session.integrationId },
    );
    return toDetails(actor, await findVisible(actor, session.id));
  }

  /** Replaces a platform's failure by the documented message; the cause is logged. */
  async function withMessage<Result>(
    work: Promise<Result>,
    session: StoredSession,
    refusal: Message,
  ): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof OperatorApiError)) throw error;
      log.warn(
        { err: error, session: session.id, integration: session.integrationId },
        renderMessage(refusal),
      );
      throw new UpstreamError(refusal, { cause: error });
    }
  }

  async function logClosing(actor: Actor, session: StoredSession): Promise<void> {
    const { integration, operator, game } = toSessionRow(session, await referenceData.read(), false);
    const operatorName = operator?.name ?? `Operator ${session.operatorId}`;
    await recordAudit(deps.postgres.db, {
      actor,
      type: 'sessions',
      action: 'close',
      objectId: session.id,
      description: messageOf('logs.sessionClosed', {
        session: session.sessionId,
        game: game.name,
        operator: operatorName,
        integration: integration.name,
      }),
      object: {
        name: session.sessionId,
        slug: game.slug,
        operator: operatorName,
        integration: integration.name,
        integrationId: integration.id,
      },
      changes: { isOpen: { old: true, new: false } },
    });
  }

  const isClosingLogged = (actor: Actor, id: string) =>
    hasAuditEntry(deps.postgres.db, { actor, type: 'sessions', action: 'close', objectId: id });

  async function close(actor: Actor, id: string, signal: AbortSignal): Promise<Session> {
    const session = await findVisible(actor, id);
    const refusal = closeRefusal(session, clock.now());
    if (refusal === 'closed') throw new ConflictError(messageOf('refusals.sessionClosed'));
    if (refusal === 'recent') {
      throw new ConflictError(messageOf('refusals.sessionRecent'));
    }
    try {
      await single.close(session, signal, () => logClosing(actor, session));
    } catch (error) {
      if (!(error instanceof OperatorApiError) || error.responseStatus !== 409) {
        await withMessage(Promise.reject(error), session, messageOf('refusals.closeFailed'));
      }
      // It has changed or was closed since it was fetched: the current state of the platform is stored and shown.
      await withMessage(single.refresh(session, signal), session, messageOf('refusals.closeFailed'));
      await publishAndRead(actor, session);
      throw new ConflictError(messageOf('refusals.sessionNotClosable'));
    }
    return publishAndRead(actor, session);
  }

  async function findByAnyId(actor: Actor, id: string): Promise<StoredSession> {
    const scope = integrationScope(actor);
    const byHubId = isSessionId(id) ? await sessionStore.find(scope, id.toLowerCase()) : null;
    if (byHubId !== null) return byHubId;
    const found = await sessionStore.searchById(scope, id);
    return requireVisible(found.find((session) => session.sessionId === id));
  }

  return {
    async list(actor, query) {
      const order = query.order ?? defaultOrder;
      requireListOrder(actor, order);
      const filter = toStoreFilter(query);
      if (filter === null) return { rows: [], count: 0, hasMore: false };
      const limit = query.limit ?? largestPage;
      const position = parsePagePosition(query, order);
      const asked = [integrationScope(actor), filter, order, position, limit] as const;
      const isCounted = query.counted !== false;
      const page = isCounted
        ? await sessionStore.list(...asked)
        : { rows: await sessionStore.page(...asked) };
      const names = await referenceData.read();
      const showDue = maySeeListedDue(actor);
      return {
        rows: page.rows.map((row) => toSessionRow(row, names, showDue)),
        ...('count' in page && countOf(query, page)),
        hasMore:
          'count' in page && 'page' in position
            ? position.page * limit < page.count
            : page.rows.length === limit,
      };
    },

    async count(actor, query) {
      const filter = toStoreFilter(query);
      if (filter === null) return { count: 0 };
      return countOf(query, await sessionStore.count(integrationScope(actor), filter));
    },

    async totals(actor, query) {
      const filter = toStoreFilter(query);
      const sums = filter === null ? null : await sessionStore.sumList(integrationScope(actor), filter);
      const totalsOf = (part: Aggregates = noAggregates) => grandTotalsOf(part, seesNetAndDue(actor));
      return {
        grandTotals: totalsOf(sums?.all),
        byType: { real: totalsOf(sums?.real), fun: totalsOf(sums?.fun) },
      };
    },

    async changes(actor, { cursor, from: day, limit = defaultChanges, integrationId }) {
      const names = await referenceData.read();
      const id = integrationToRead(actor, integrationId, names);
      const { after, from } = readersPosition({ cursor, from: day }, id);
      const found = await sessionStore.changes(id, { after, from }, limit);
      if (found === null) throw new ConflictError(messageOf('refusals.changesRestart'));
      const showDue = maySeeListedDue(actor);
      return {
        rows: found.rows.map((session) => toChangedSession(session, names, showDue)),
        cursor: formatChangesCursor(id, found.next, from),
        hasMore: found.hasMore,
      };
    },

    async search(actor, { relatedId, searchType, page = 1, limit = largestPage }) {
      const scope = integrationScope(actor);
      const found =
        searchType === 'userId'
          ? await sessionStore.searchByUser(scope, relatedId, { page, limit })
          : await sessionStore.searchById(scope, relatedId);
      const names = await referenceData.read();
      const showDue = maySeeDetailsDue(actor);
      return found.map((row) => toSessionRow(row, names, showDue));
    },

    get: async (actor, id) => toDetails(actor, await findVisible(actor, id)),

    async refresh(actor, id, signal) {
      const session = await findVisible(actor, id);
      await withMessage(single.refresh(session, signal), session, messageOf('refusals.refreshFailed'));
      const { grossWin, netWin, ...rest } = await publishAndRead(actor, session);
      return { ...rest, grosswin: grossWin, netwin: netWin };
    },

    async compare(actor, id, signal) {
      const session = await findVisible(actor, id);
      const refusal = messageOf('refusals.refreshFailed');
      return toPlatformState(session, await withMessage(single.read(session, signal), session, refusal));
    },

    async resumeClose(actor, id, signal) {
      const session = await findVisible(actor, id);
      if (!session.isOpen) {
        // The log is written before the state is stored: without an entry, it was closed by others.
        if (await isClosingLogged(actor, id)) return toDetails(actor, session);
        throw new ConflictError(messageOf('refusals.sessionClosed'));
      }
      await withMessage(single.refresh(session, signal), session, messageOf('refusals.closeFailed'));
      const current = await publishAndRead(actor, session);
      if (current.isOpen) return close(actor, id, signal);
      if (!(await isClosingLogged(actor, id))) await logClosing(actor, session);
      return current;
    },

    close,

    async feed(actor, anyId, signal) {
      const session = await findByAnyId(actor, anyId);
      try {
        return { url: await single.feedLink(session, signal) };
      } catch (error) {
        if (!(error instanceof OperatorApiError)) throw error;
        const refusal = messageOf('refusals.feedFailed');
        log.warn(
          { err: error, session: session.id, integration: session.integrationId },
          renderMessage(refusal),
        );
        throw new UpstreamError(refusal, { cause: error });
      }
    },
  };
}

/** What a list says of its count: those without rounds only where it leaves them out. */
function countOf({ nonZeroRounds }: Pick<SessionFilter, 'nonZeroRounds'>, counted: SessionsCount) {
  const { count, withoutRounds } = counted;
  return nonZeroRounds ? { count, withoutRounds } : { count };
}
