import {
  messages,
  type ResponseOf,
  type refreshSession,
  type Session,
  type SessionListQuery,
  type SessionRow,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../platform/access/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { ConflictError, UpstreamError } from '../../platform/errors/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import { type Books, isSessionId, type StoredSession } from '../books/index.ts';
import { PlatformError, type SingleSessions } from '../fetching/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { booksFilter, defaultOrder, pagePosition } from './sessions.filter.ts';
import { toSession, toSessionRow } from './sessions.mapper.ts';
import {
  closeRefusal,
  maySeeBoxDue,
  maySeeListedDue,
  requireListOrder,
  requireVisible,
} from './sessions.policy.ts';

/** What sessions ask of the books. Every call is cut down to the rows of the scope inside the query. */
export type SessionBooks = Pick<Books, 'list' | 'find' | 'searchById' | 'searchByUser'>;

export interface SessionsService {
  /** @throws ForbiddenError for an order by a field the actor may not see; ValidationError for a bad period or cursor */
  list(actor: Actor, query: SessionListQuery): Promise<{ rows: SessionRow[]; count: number }>;
  search(
    actor: Actor,
    query: { relatedId: string; searchType: 'sessionId' | 'userId' },
  ): Promise<SessionRow[]>;
  /** @throws NotFoundError, also for another integration's session */
  get(actor: Actor, id: string): Promise<Session>;
  /** @throws NotFoundError, UpstreamError with the documents' text */
  refresh(actor: Actor, id: string, signal: AbortSignal): Promise<ResponseOf<typeof refreshSession>>;
  /** @throws NotFoundError, ConflictError unless open and at rest for ten minutes, UpstreamError with the documents' text */
  close(actor: Actor, id: string, signal: AbortSignal): Promise<Session>;
  /** By the hub's id or the platform's. @throws NotFoundError, UpstreamError */
  feed(actor: Actor, anyId: string, signal: AbortSignal): Promise<{ url: string }>;
}

export const feedFailed = 'Something wrong happened loading the session feed';
export const largestPage = 500;

export function createSessionsService(deps: {
  books: SessionBooks;
  single: SingleSessions;
  directory: Pick<ReferenceDirectory, 'read'>;
  clock: Clock;
  realtime: Realtime;
  log: Log;
}): SessionsService {
  const { books, single, directory, clock, log } = deps;

  async function visible(actor: Actor, id: string): Promise<StoredSession> {
    return requireVisible(await books.find(integrationScope(actor), id));
  }

  async function boxed(actor: Actor, session: StoredSession): Promise<Session> {
    return toSession(session, await directory.read(), actor, clock.now());
  }

  // The stored row says enough to find the session again after the platform's answer has replaced it.
  async function stored(actor: Actor, session: StoredSession): Promise<Session> {
    deps.realtime.publish(
      { name: 'changed', data: { topic: 'sessions', id: session.id } },
      { providers: true, integration: session.integrationId },
    );
    return boxed(actor, await visible(actor, session.id));
  }

  /** Puts a platform's failure into the documents' text; what exactly happened stays in the log. */
  async function asked(work: Promise<void>, session: StoredSession, text: string): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      log.warn({ err: error, session: session.id, integration: session.integrationId }, text);
      throw new UpstreamError(text, { cause: error });
    }
  }

  async function findByAnyId(actor: Actor, id: string): Promise<StoredSession> {
    const scope = integrationScope(actor);
    const byHubId = isSessionId(id) ? await books.find(scope, id.toLowerCase()) : null;
    if (byHubId !== null) return byHubId;
    const found = await books.searchById(scope, id);
    return requireVisible(found.find((session) => session.sessionId === id));
  }

  return {
    async list(actor, query) {
      const order = query.order ?? defaultOrder;
      requireListOrder(actor, order);
      const filter = booksFilter(query);
      if (filter === null) return { rows: [], count: 0 };
      const page = await books.list(
        integrationScope(actor),
        filter,
        order,
        pagePosition(query, order),
        query.limit ?? largestPage,
      );
      const names = await directory.read();
      const showDue = maySeeListedDue(actor);
      return { rows: page.rows.map((row) => toSessionRow(row, names, showDue)), count: page.count };
    },

    async search(actor, { relatedId, searchType }) {
      const scope = integrationScope(actor);
      const found =
        searchType === 'userId'
          ? await books.searchByUser(scope, relatedId)
          : await books.searchById(scope, relatedId);
      const names = await directory.read();
      const showDue = maySeeBoxDue(actor);
      return found.map((row) => toSessionRow(row, names, showDue));
    },

    get: async (actor, id) => boxed(actor, await visible(actor, id)),

    async refresh(actor, id, signal) {
      const session = await visible(actor, id);
      await asked(single.refresh(session, signal), session, messages.refreshFailed);
      const { grossWin, netWin, ...rest } = await stored(actor, session);
      return { ...rest, grosswin: grossWin, netwin: netWin };
    },

    async close(actor, id, signal) {
      const session = await visible(actor, id);
      const refusal = closeRefusal(session, clock.now());
      if (refusal === 'closed') throw new ConflictError('The session is closed already.');
      if (refusal === 'recent') {
        throw new ConflictError('A session can be closed when its last update is older than 10 minutes.');
      }
      try {
        await single.close(session, signal);
      } catch (error) {
        if (!(error instanceof PlatformError) || error.status !== 409) {
          await asked(Promise.reject(error), session, messages.closeFailed);
        }
        // It has moved or was closed since it was fetched: what the platform says now is what people should see.
        await asked(single.refresh(session, signal), session, messages.closeFailed);
        await stored(actor, session);
        throw new ConflictError(
          'The platform does not let the session be closed now; its data was refreshed.',
        );
      }
      return stored(actor, session);
    },

    async feed(actor, anyId, signal) {
      const session = await findByAnyId(actor, anyId);
      try {
        return { url: await single.feedLink(session, signal) };
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        log.warn({ err: error, session: session.id, integration: session.integrationId }, feedFailed);
        throw new UpstreamError(feedFailed, { cause: error });
      }
    },
  };
}
