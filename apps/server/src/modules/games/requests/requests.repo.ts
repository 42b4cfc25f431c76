import {
  type GameRequestAction,
  type GameRequestState,
  gameRequestTransitions,
  openRequestStates,
} from '@ludus/contract';
import { type Selectable, sql } from 'kysely';
import type { IntegrationScope } from '../../../infra/access/index.ts';
import type { Db } from '../../../infra/postgres/index.ts';
import type { GameRequestEventsTable, GameRequestsTable } from './requests.tables.ts';

/** A request with the names of people, and the link as it is now. */
export interface RequestRow extends Selectable<GameRequestsTable> {
  integration_name: string;
  asked_by_name: string | null;
  reviewed_by_name: string | null;
  decided_by_name: string | null;
  /** Whether there is a link, and since when the platform offers the game. */
  is_linked: boolean;
  is_active: Date | null;
}

export interface RequestFilter {
  state?: 'open' | GameRequestState | undefined;
  integrationId?: number | undefined;
  gameId?: number | undefined;
}

/** The requests that someone sees: those of their integrations, or of these only what they have asked for. */
export type RequestView = IntegrationScope & { askedBy?: string | undefined };

const isOpen = sql<boolean>`r.state = ANY(${[...openRequestStates]}::text[])`;

/** Those of integrations that are there. */
function scoped(db: Db, scope: RequestView) {
  return db
    .selectFrom('game_requests as r')
    .innerJoin('integrations as i', 'i.id', 'r.integration_id')
    .where('i.deleted_at', 'is', null)
    .$if(scope.kind !== 'all', (query) =>
      query.where('r.integration_id', '=', scope.kind === 'one' ? scope.id : 0),
    )
    .$if(scope.askedBy !== undefined, (query) => query.where('r.asked_by', '=', scope.askedBy ?? ''));
}

function named(db: Db, scope: RequestView) {
  return scoped(db, scope)
    .leftJoin('integration_games as link', (join) =>
      join.onRef('link.integration_id', '=', 'r.integration_id').onRef('link.game_id', '=', 'r.game_id'),
    )
    .leftJoin('users as asker', 'asker.subject', 'r.asked_by')
    .leftJoin('users as reviewer', 'reviewer.subject', 'r.reviewed_by')
    .leftJoin('users as decider', 'decider.subject', 'r.decided_by')
    .selectAll('r')
    .select([
      'i.name as integration_name',
      sql<string | null>`coalesce(asker.username, r.asked_by)`.as('asked_by_name'),
      sql<string | null>`coalesce(reviewer.username, r.reviewed_by)`.as('reviewed_by_name'),
      sql<string | null>`coalesce(decider.username, r.decided_by)`.as('decided_by_name'),
      sql<boolean>`link.game_id IS NOT NULL`.as('is_linked'),
      'link.is_active',
    ]);
}

function matching({ state, integrationId, gameId }: RequestFilter) {
  const states = state === 'open' ? [...openRequestStates] : state === undefined ? null : [state];
  return sql<boolean>`
    (${states}::text[] IS NULL OR r.state = ANY(${states}::text[]))
    AND (${integrationId ?? null}::integer IS NULL OR r.integration_id = ${integrationId ?? null}::integer)
    AND (${gameId ?? null}::integer IS NULL OR r.game_id = ${gameId ?? null}::integer)`;
}

/** Open ones first, the oldest first; then what was decided last. */
export async function findRequests(
  db: Db,
  scope: RequestView,
  { limit, offset, ...filter }: RequestFilter & { limit: number; offset: number },
): Promise<{ rows: RequestRow[]; count: number; open: number }> {
  const [rows, counts] = await Promise.all([
    named(db, scope)
      .where(matching(filter))
      .orderBy(sql`r.decided_at IS NOT NULL`)
      .orderBy(sql`CASE WHEN r.decided_at IS NULL THEN r.asked_at END`)
      .orderBy('r.decided_at', 'desc')
      .orderBy('r.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    scoped(db, scope)
      .select([
        sql<number>`count(*) FILTER (WHERE ${matching(filter)})::integer`.as('count'),
        sql<number>`count(*) FILTER (WHERE ${isOpen})::integer`.as('open'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...counts };
}

export type MarkRow = Pick<
  RequestRow,
  'id' | 'game_id' | 'integration_id' | 'integration_name' | 'state' | 'asked_at' | 'decided_at' | 'reason'
>;

/**
 * The latest of each game and integration: the open ones, and the granted ones of games that its platform does not offer yet; with
 * `refused` also refused ones of games that are not played there.
 */
export async function findMarks(
  db: Db,
  scope: IntegrationScope,
  { gameId, refused }: { gameId?: number | undefined; refused: boolean },
): Promise<MarkRow[]> {
  return (
    named(db, scope)
      .where(
        sql<boolean>`(${isOpen} OR (link.is_active IS NULL AND (
          (r.state = 'granted' AND link.game_id IS NOT NULL) OR (r.state = 'refused' AND ${refused}))))`,
      )
      // A later request than this one says more, whatever became of it.
      .where(sql<boolean>`NOT EXISTS (
      SELECT FROM game_requests later
      WHERE later.integration_id = r.integration_id AND later.game_id = r.game_id AND later.id > r.id)`)
      .$if(gameId !== undefined, (query) => query.where('r.game_id', '=', gameId ?? 0))
      .orderBy('r.integration_id')
      .orderBy('r.game_id')
      .orderBy('r.id', 'desc')
      .execute()
  );
}

/** The open ones that a person has asked for. */
export function findOwn(
  db: Db,
  scope: IntegrationScope,
  { gameId, userId }: { gameId?: number | undefined; userId: string },
): Promise<MarkRow[]> {
  return named(db, scope)
    .where(isOpen)
    .where('r.asked_by', '=', userId)
    .$if(gameId !== undefined, (query) => query.where('r.game_id', '=', gameId ?? 0))
    .orderBy('r.id')
    .execute();
}

export function findRequest(db: Db, scope: RequestView, id: number): Promise<RequestRow | undefined> {
  return named(db, scope).where('r.id', '=', id).executeTakeFirst();
}

export interface RequestEventRow extends Selectable<GameRequestEventsTable> {
  username: string | null;
}

export function findRequestEvents(db: Db, requestId: number): Promise<RequestEventRow[]> {
  return db
    .selectFrom('game_request_events as e')
    .leftJoin('users as u', 'u.subject', 'e.user_id')
    .selectAll('e')
    .select(sql<string | null>`coalesce(u.username, e.user_id)`.as('username'))
    .where('e.request_id', '=', requestId)
    .orderBy('e.id')
    .execute();
}

/** Takes the step unless someone else has taken one meanwhile; one statement, so that of two only one succeeds. */
export async function moveRequest(
  tx: Db,
  id: number,
  action: GameRequestAction,
  { at, userId, reason }: { at: Date; userId: string; reason: string | null },
): Promise<boolean> {
  const { from, to } = gameRequestTransitions[action];
  const { numUpdatedRows } = await tx
    .updateTable('game_requests')
    .set(
      to === 'reviewing'
        ? { state: to, reviewed_at: at, reviewed_by: userId }
        : { state: to, decided_at: at, decided_by: userId, reason },
    )
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertRequestEvent(tx: Db, event: Omit<GameRequestEventsTable, 'id'>): Promise<void> {
  await tx.insertInto('game_request_events').values(event).execute();
}

/** Names who has asked: the mark that opened the request knows no one. */
export async function nameAsker(
  tx: Db,
  { gameId, integrationId, userId }: { gameId: number; integrationId: number; userId: string },
): Promise<void> {
  await sql`
    WITH named AS (
      UPDATE game_requests SET asked_by = ${userId}
      WHERE game_id = ${gameId} AND integration_id = ${integrationId}
        AND state = ANY(${[...openRequestStates]}::text[]) AND asked_by IS NULL
      RETURNING id
    )
    UPDATE game_request_events SET user_id = ${userId}
    FROM named WHERE request_id = named.id AND kind = 'asked'`.execute(tx);
}

/** Takes the game off the wishlist, so that it can be asked for again. */
export async function clearMark(
  tx: Db,
  { game_id, integration_id }: Pick<RequestRow, 'game_id' | 'integration_id'>,
): Promise<void> {
  await tx
    .updateTable('integration_games')
    .set({ is_requested: null })
    .where('game_id', '=', game_id)
    .where('integration_id', '=', integration_id)
    .where('is_active', 'is', null)
    .execute();
}

/**
 * The game with its link, which stay as they are until the transaction ends. Everyone locks a game before its links and these
 * before requests, so that no two wait for each other.
 */
export async function lockRequestedGame(
  tx: Db,
  { game_id, integration_id }: Pick<RequestRow, 'game_id' | 'integration_id'>,
): Promise<{ is_catalog: boolean; is_dev: boolean } | undefined> {
  const game = await tx
    .selectFrom('games')
    .select(['is_catalog', 'is_dev'])
    .where('id', '=', game_id)
    .forShare()
    .executeTakeFirst();
  await tx
    .selectFrom('integration_games')
    .select('game_id')
    .where('game_id', '=', game_id)
    .where('integration_id', '=', integration_id)
    .forUpdate()
    .execute();
  return game;
}
