import {
  type BodyOf,
  type createView,
  maxPinnedViews,
  maxViews,
  messageOf,
  type Role,
  type SavedView,
  type updateView as updateViewCall,
  type ViewScreen,
  type ViewShareInput,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../infra/errors/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../infra/postgres/index.ts';
import type { Realtime } from '../../infra/realtime/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import {
  audienceOf,
  canChange,
  requireScreen,
  type StoredShare,
  storedShare,
  viewerOf,
} from './views.policy.ts';
import {
  countPins,
  countViews,
  deletePin,
  deleteView,
  findViews,
  insertPin,
  insertView,
  isNameTaken,
  lockOwner,
  updateView,
  type ViewRow,
} from './views.repo.ts';

export interface ViewsService {
  list(actor: Actor): Promise<SavedView[]>;
  /**
   * @throws ForbiddenError for a screen that the actor may not open, NotFoundError for an integration that they do not see,
   * ConflictError for a name that is taken and for one view too many
   */
  create(actor: Actor, body: BodyOf<typeof createView>): Promise<SavedView>;
  /** @throws NotFoundError, ForbiddenError for a view of someone else, ConflictError for a name that is taken */
  update(actor: Actor, id: number, body: BodyOf<typeof updateViewCall>): Promise<SavedView>;
  /** @throws NotFoundError, ConflictError for one pin too many */
  pin(actor: Actor, id: number, isPinned: boolean): Promise<SavedView>;
  /** @throws NotFoundError, ForbiddenError for a view of someone else */
  remove(actor: Actor, id: number): Promise<void>;
}

export interface ViewsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  realtime: Realtime;
  referenceData: Pick<ReferenceData, 'read'>;
}

export function createViewsService({ postgres, clock, realtime, referenceData }: ViewsDeps): ViewsService {
  const publishChange = (tx: Db, view: StoredShare & { owner_id: string }) =>
    afterCommit(tx, () => realtime.publish({ name: 'changed', data: { topic: 'views' } }, audienceOf(view)));

  async function read(db: Db, actor: Actor, id: number): Promise<ViewRow> {
    const [row] = await findViews(db, viewerOf(actor), id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.viewNotFound'));
    return row;
  }

  async function readChangeable(tx: Db, actor: Actor, id: number): Promise<ViewRow> {
    const row = await read(tx, actor, id);
    if (!canChange(actor, row)) throw new ForbiddenError(messageOf('refusals.viewOfOther'));
    return row;
  }

  /** @throws NotFoundError for an integration that there is not */
  async function checkIntegration(share: ViewShareInput | undefined): Promise<void> {
    if (share?.with !== 'integration') return;
    const known = (await referenceData.read()).integrations.get(share.integrationId);
    if (!known?.isActive) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
  }

  async function addPin(tx: Tx, actor: Actor, id: number): Promise<void> {
    if ((await countPins(tx, actor.userId)) >= maxPinnedViews)
      throw new ConflictError(messageOf('refusals.tooManyPins', { max: maxPinnedViews }));
    await insertPin(tx, id, actor.userId, clock.now());
  }

  return {
    list: async (actor) => (await findViews(postgres.db, viewerOf(actor))).map((row) => viewOf(row, actor)),

    async create(actor, { screen, name, params, share = { with: 'no-one' }, isPinned = false }) {
      requireScreen(actor, screen);
      await checkIntegration(share);
      return postgres.transaction(async (tx) => {
        await lockOwner(tx, actor.userId);
        if ((await countViews(tx, actor.userId)) >= maxViews)
          throw new ConflictError(messageOf('refusals.tooManyViews', { max: maxViews }));
        const side = actor.integration?.id ?? null;
        const now = clock.now();
        const id = await insertView(tx, {
          owner_id: actor.userId,
          owner_integration_id: side,
          screen,
          name,
          params: JSON.stringify(params),
          ...storedShare(share, side, actor.side === 'provider'),
          created_at: now,
          updated_at: now,
        });
        if (id === undefined) throw nameTaken();
        if (isPinned) await addPin(tx, actor, id);
        const row = await read(tx, actor, id);
        publishChange(tx, row);
        return viewOf(row, actor);
      });
    },

    async update(actor, id, { name, params, share }) {
      await checkIntegration(share);
      return postgres.transaction(async (tx) => {
        const before = await readChangeable(tx, actor, id);
        await lockOwner(tx, before.owner_id);
        if (name !== undefined && (await isNameTaken(tx, { ...before, name }))) throw nameTaken();
        // Whoever may change the view of someone else is on its side; an owner may have left it.
        const side = actor.integration?.id ?? null;
        const hasMoved = before.owner_integration_id !== side;
        const newShare = share ?? (hasMoved ? ({ with: 'no-one' } as const) : undefined);
        await updateView(tx, id, {
          ...(name === undefined ? {} : { name }),
          ...(params === undefined ? {} : { params: JSON.stringify(params) }),
          ...(newShare === undefined
            ? {}
            : {
                ...storedShare(newShare, side, actor.side === 'provider'),
                owner_integration_id: side,
              }),
          updated_at: clock.now(),
        });
        publishChange(tx, before);
        const [after] = await findViews(tx, viewerOf(actor), id);
        // Unless an administrator has ended the sharing of someone else's view.
        if (after !== undefined) publishChange(tx, after);
        return viewOf(after ?? { ...before, ...unshared }, actor);
      });
    },

    async pin(actor, id, isPinned) {
      return postgres.transaction(async (tx) => {
        await lockOwner(tx, actor.userId);
        const row = await read(tx, actor, id);
        if (isPinned && !row.is_pinned) await addPin(tx, actor, id);
        if (!isPinned) await deletePin(tx, id, actor.userId);
        afterCommit(tx, () =>
          realtime.publish({ name: 'changed', data: { topic: 'views' } }, { users: [actor.userId] }),
        );
        return viewOf({ ...row, is_pinned: isPinned }, actor);
      });
    },

    async remove(actor, id) {
      await postgres.transaction(async (tx) => {
        const row = await readChangeable(tx, actor, id);
        await deleteView(tx, id);
        publishChange(tx, row);
      });
    },
  };
}

const unshared = { shared_role: null, shared_integration_id: null, shared_integration: null };

function nameTaken(): ConflictError {
  const text = messageOf('refusals.viewNameTaken');
  return new ConflictError(text, { fields: { name: text } });
}

function viewOf(row: ViewRow, actor: Actor): SavedView {
  return {
    id: row.id,
    name: row.name,
    screen: row.screen as ViewScreen,
    params: row.params,
    share: shareOf(row),
    owner: row.owner_id === actor.userId ? actor.username : row.owner,
    isOwn: row.owner_id === actor.userId,
    canChange: canChange(actor, row),
    isPinned: row.is_pinned,
    updatedAt: row.updated_at.toISOString(),
  };
}

function shareOf(row: ViewRow): SavedView['share'] {
  const { shared_role, shared_integration_id, shared_integration } = row;
  if (shared_role !== null) return { with: 'role', role: shared_role as Role };
  if (shared_integration_id === null) return { with: 'no-one' };
  return {
    with: 'integration',
    integration: { id: shared_integration_id, name: shared_integration ?? '' },
  };
}
