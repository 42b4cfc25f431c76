import {
  type BodyOf,
  type decideGameRequest,
  type decideGameRequests,
  type GameRequest,
  type GameRequestAction,
  type GameRequestMark,
  type GameRequestRow,
  gameLabel,
  gameRequestTransitions,
  grantObstacleOf,
  type listGameRequests,
  type Message,
  messageOf,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import { type Actor, integrationScope } from '../../../infra/access/index.ts';
import { recordAudit } from '../../../infra/audit/index.ts';
import type { Clock } from '../../../infra/clock/index.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../../infra/postgres/index.ts';
import type { Realtime } from '../../../infra/realtime/index.ts';
import { publishGameLinks } from '../../../infra/webhooks/index.ts';
import { insertVisibleLinks } from '../games.edit.repo.ts';
import type { GameReference } from '../games.mapper.ts';
import { requestEventOf, requestMarkOf, requestOf } from './requests.mapper.ts';
import type { RequestNotices } from './requests.notices.ts';
import {
  clearMark,
  findMarks,
  findOwn,
  findRequest,
  findRequestEvents,
  findRequests,
  insertRequestEvent,
  lockRequestedGame,
  moveRequest,
  type RequestRow,
  type RequestView,
} from './requests.repo.ts';

export interface RequestQueueDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Pick<Realtime, 'publish'>;
  notices: RequestNotices;
  /** Every game by its id. */
  references(): Promise<ReadonlyMap<number, GameReference>>;
  /** After the commit: everyone reads the game again. */
  invalidate(tx: Db, gameId: number): void;
}

/** What is done with requests once an integration has asked. Those of another integration, and for guests those of others, are not found. */
export interface RequestQueue {
  list(actor: Actor, query: QueryOf<typeof listGameRequests>): Promise<ResponseOf<typeof listGameRequests>>;
  marks(actor: Actor, gameId: number | undefined): Promise<{ rows: GameRequestMark[] }>;
  /** The open ones that the actor has asked for. */
  own(actor: Actor, gameId: number | undefined): Promise<{ rows: GameRequestMark[] }>;
  /** @throws NotFoundError */
  get(actor: Actor, id: number): Promise<GameRequest>;
  /** @throws NotFoundError, ConflictError with what has happened meanwhile */
  review(actor: Actor, id: number): Promise<GameRequest>;
  /** @throws as `review`; ConflictError also for a game that cannot be granted */
  decide(actor: Actor, id: number, body: BodyOf<typeof decideGameRequest>): Promise<GameRequest>;
  /** Decides each by itself, and says of each that could not be decided why. */
  decideAll(
    actor: Actor,
    body: BodyOf<typeof decideGameRequests>,
  ): Promise<ResponseOf<typeof decideGameRequests>>;
  /** @throws as `review`; ForbiddenError for someone of the provider */
  withdraw(actor: Actor, id: number): Promise<GameRequest>;
  /** @throws NotFoundError */
  comment(actor: Actor, id: number, text: string): Promise<GameRequest>;
}

export function createRequestQueue(deps: RequestQueueDeps): RequestQueue {
  const { postgres, clock, realtime, notices } = deps;

  async function find(db: Db, actor: Actor, id: number): Promise<RequestRow> {
    const row = await findRequest(db, viewOf(actor), id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.gameRequestNotFound'));
    return row;
  }

  async function toRows(rows: readonly RequestRow[]): Promise<GameRequestRow[]> {
    const games = await deps.references();
    return rows.flatMap((row) => {
      const game = games.get(row.game_id);
      return game === undefined ? [] : [requestOf(row, game)];
    });
  }

  async function get(actor: Actor, id: number): Promise<GameRequest> {
    const [row, events] = await Promise.all([
      find(postgres.db, actor, id),
      findRequestEvents(postgres.db, id),
    ]);
    const [request] = await toRows([row]);
    if (request === undefined) throw new NotFoundError(messageOf('refusals.gameRequestNotFound'));
    return { ...request, events: events.map(requestEventOf) };
  }

  function publish(tx: Tx, { integration_id }: RequestRow): void {
    const audience = { providers: true, integration: integration_id } as const;
    afterCommit(tx, () => realtime.publish({ name: 'changed', data: { topic: 'requests' } }, audience));
  }

  async function nameOf({ game_id }: RequestRow): Promise<{ name: string; slug: string }> {
    const game = (await deps.references()).get(game_id);
    return { name: game === undefined ? String(game_id) : gameLabel(game.summary), slug: game?.slug ?? '' };
  }

  async function record(
    tx: Tx,
    actor: Actor,
    { id, game_id, integration_name, ...row }: RequestRow,
    { action, text }: { action: GameRequestAction | 'comment'; text: string | null },
  ): Promise<void> {
    const kind = action === 'comment' ? 'comment' : gameRequestTransitions[action].to;
    const { userId, side } = actor;
    await insertRequestEvent(tx, { request_id: id, at: clock.now(), kind, side, user_id: userId, text });
    const { name, slug } = await nameOf({ id, game_id, integration_name, ...row });
    await recordAudit(tx, {
      actor,
      type: 'games',
      action: `${action}-request`,
      objectId: game_id,
      description: descriptions[action]({ name, integration: integration_name }),
      object: { name, slug, integration: integration_name, requestId: id },
      ...(action === 'comment'
        ? {}
        : {
            changes: {
              state: { old: row.state, new: kind },
              ...(text === null ? {} : { reason: { old: null, new: text } }),
            },
          }),
    });
  }

  async function move(
    actor: Actor,
    id: number,
    action: GameRequestAction,
    reason: string | null = null,
  ): Promise<void> {
    if (gameRequestTransitions[action].side !== actor.side) throw new ForbiddenError();
    await postgres.transaction(async (tx) => {
      const request = await find(tx, actor, id);
      if (action === 'withdraw' && !mayWithdraw(actor, request)) throw new ForbiddenError();
      const game = await lockRequestedGame(tx, request);
      const step = { at: clock.now(), userId: actor.userId, reason };
      if (!(await moveRequest(tx, id, action, step)))
        throw new ConflictError(meanwhileMessage(await find(tx, actor, id)));
      const { name, slug } = await nameOf(request);
      if (action === 'grant') {
        requireGrantable(name, game);
        // As the provider's list of an integration's games does, should the integration no longer see it.
        const granted = await insertVisibleLinks(tx, request.game_id, [request.integration_id]);
        const links = granted.map((integrationId) => ({
          integrationId,
          game: { id: request.game_id, name, slug },
        }));
        await publishGameLinks(tx, 'game.granted', links, clock.now());
      } else if (action !== 'review') await clearMark(tx, request);
      await record(tx, actor, request, { action, text: reason });
      await notices.moved(tx, actor, { request, action, name, text: reason });
      publish(tx, request);
      if (action !== 'review') deps.invalidate(tx, request.game_id);
    });
  }

  const reasonOf = ({ reason }: { reason?: string | undefined }) =>
    reason === undefined || reason === '' ? null : reason;

  return {
    get,

    async list(actor, query) {
      const { rows, ...counts } = await findRequests(postgres.db, viewOf(actor), query);
      return { rows: await toRows(rows), ...counts };
    },

    async marks(actor, gameId) {
      const refused = actor.side === 'integration';
      const rows = await findMarks(postgres.db, integrationScope(actor), { gameId, refused });
      return { rows: rows.map(requestMarkOf) };
    },

    async own(actor, gameId) {
      const rows = await findOwn(postgres.db, integrationScope(actor), { gameId, userId: actor.userId });
      return { rows: rows.map(requestMarkOf) };
    },

    async review(actor, id) {
      await move(actor, id, 'review');
      return get(actor, id);
    },

    async decide(actor, id, body) {
      await move(actor, id, body.decision, reasonOf(body));
      return get(actor, id);
    },

    async decideAll(actor, { ids, ...body }) {
      const rows: { id: number; failure: Message | null }[] = [];
      for (const id of new Set(ids)) {
        try {
          await move(actor, id, body.decision, reasonOf(body));
          rows.push({ id, failure: null });
        } catch (error) {
          if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
          rows.push({ id, failure: error.detail ?? messageOf('refusals.notFound') });
        }
      }
      return { rows };
    },

    async withdraw(actor, id) {
      await move(actor, id, 'withdraw');
      return get(actor, id);
    },

    async comment(actor, id, text) {
      await postgres.transaction(async (tx) => {
        const request = await find(tx, actor, id);
        const { name } = await nameOf(request);
        await record(tx, actor, request, { action: 'comment', text });
        await notices.commented(tx, actor, { request, name, text });
        publish(tx, request);
      });
      return get(actor, id);
    },
  };
}

const descriptions: Record<
  GameRequestAction | 'comment',
  (values: { name: string; integration: string }) => Message
> = {
  review: (values) => messageOf('logs.requestReviewed', values),
  grant: (values) => messageOf('logs.requestGranted', values),
  refuse: (values) => messageOf('logs.requestRefused', values),
  withdraw: (values) => messageOf('logs.requestWithdrawn', values),
  comment: (values) => messageOf('logs.requestCommented', values),
};

/** Who speaks for an integration sees all that it asks for, its guests what they have asked for themselves. */
function viewOf(actor: Actor): RequestView {
  const scope = integrationScope(actor);
  return actor.can('requests:read-all') ? scope : { ...scope, askedBy: actor.userId };
}

/** Who asks in the name of an integration withdraws for it; everyone else what they have asked for themselves. */
function mayWithdraw(actor: Actor, { asked_by }: RequestRow): boolean {
  return actor.can('games:ask') || asked_by === actor.userId;
}

/** @throws ConflictError for a game that no integration may be granted now */
function requireGrantable(name: string, game: { is_catalog: boolean; is_dev: boolean } | undefined): void {
  if (game === undefined) throw new NotFoundError(messageOf('refusals.gameNotFound'));
  const obstacle = grantObstacleOf({ isCatalog: game.is_catalog, isDev: game.is_dev });
  if (obstacle === 'inDevelopment')
    throw new ConflictError(messageOf('refusals.requestInDevelopment', { name }));
  if (obstacle === 'notInCatalog')
    throw new ConflictError(messageOf('refusals.requestNotInCatalog', { name }));
}

/** What has become of a request that someone else was quicker with. */
function meanwhileMessage(row: RequestRow): Message {
  const { integration_name: integration, reason } = row;
  const username = row.decided_by_name ?? row.reviewed_by_name ?? '';
  if (row.state === 'reviewing') return messageOf('refusals.requestInReview', { username });
  if (row.state === 'withdrawn') return messageOf('refusals.requestWithdrawn', { integration });
  if (row.state === 'refused')
    return messageOf('refusals.requestRefused', { username, reason: reason ?? '' });
  return row.decided_by === null
    ? messageOf('refusals.requestFulfilled', { integration })
    : messageOf('refusals.requestGranted', { username });
}
