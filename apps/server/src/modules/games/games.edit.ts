import {
  type ApprovalSettings,
  type Game,
  type GameCreation,
  type GameUpdate,
  gameLabel,
  messageOf,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { type AuditEntry, changesBetween, recordAudit } from '../../infra/audit/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import { publishGameLinks } from '../../infra/webhooks/index.ts';
import type { GuardedCall } from '../approvals/index.ts';
import { describeGameChange, type PlannedLinks } from './games.edit.approval.ts';
import {
  deleteLinks,
  findRawMedia,
  insertVisibleLinks,
  lockGame,
  lockIntegrationNames,
  lockLinks,
  removeGame,
  saveGame,
} from './games.edit.repo.ts';
import type { GameValues } from './games.import.repo.ts';
import { cents, exposureCents } from './games.import.ts';
import { gameOf } from './games.mapper.ts';
import type { GameRow } from './games.repo.ts';
import type { GamesService } from './games.service.ts';

/** Changing the catalogue. Every change is one transaction with its entry in the log. */
export interface GameEditor {
  /**
   * @throws NotFoundError for a game that is not in the catalogue
   * @throws ConflictError for a taken slug, an active link that is to go, or a save over someone else's
   * @throws ValidationError for unknown integrations and amounts beyond what can be kept
   */
  update(actor: Actor, id: number, body: GameUpdate): Promise<Game>;
  /**
   * The same in a transaction of the caller's, as one of many changes: the caller has locked the game, and writes the entry of the
   * log, which is null where nothing changed. @throws as `update`
   */
  updateLocked(tx: Db, actor: Actor, before: GameRow, body: GameUpdate): Promise<AuditEntry | null>;
  /** @throws as `update`; NotFoundError for an unknown storage game */
  create(actor: Actor, source: 'gamestorage' | 'local', body: GameCreation): Promise<Game>;
  /** @throws ConflictError while an integration plays it */
  remove(actor: Actor, id: number): Promise<void>;
  /** The same as `update`, as a change that may need a second person because of who sees the game. */
  guarded: GuardedCall<GameChange>;
}

/** A game as it is to be saved. */
export interface GameChange {
  gameId: number;
  body: GameUpdate;
}

export interface EditorDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  games: GamesService;
  /** After the commit: everyone reads again. */
  invalidate(tx: Db, gameId: number): void;
  /** Lets stored files go that nothing shows any more. */
  releaseFiles(tx: Db, hashes: readonly string[]): Promise<void>;
  /** Removes documents that were for this game only. */
  forgetDocuments(tx: Db, gameId: number): Promise<void>;
}

// Beyond this no amount is exact.
const mostCents = BigInt(Number.MAX_SAFE_INTEGER);
const whole = { with: ['game_media', 'integrations'] } as const;

export function createGameEditor(deps: EditorDeps): GameEditor {
  const { postgres, clock, games } = deps;

  async function save(
    tx: Db,
    actor: Actor,
    before: GameRow | null,
    id: number | null,
    { body, values }: { body: GameCreation; values: GameValues },
  ): Promise<{ id: number; entry: AuditEntry | null }> {
    const after = await saveGame(tx, id, values);
    if (after === undefined)
      throw new ConflictError(messageOf('refusals.slugTaken'), {
        fields: { slug: messageOf('refusals.slugTaken') },
      });
    const links = await changeLinks(tx, after, body, clock.now());
    const changes = { ...changesBetween(before === null ? {} : loggedOf(before), loggedOf(after)), ...links };
    deps.invalidate(tx, after.id);
    if (before !== null && Object.keys(changes).length === 0) return { id: after.id, entry: null };
    const code = before === null ? 'logs.gameCreated' : 'logs.gameChanged';
    const entry: AuditEntry = {
      actor,
      type: 'games',
      action: before === null ? 'create' : 'update',
      objectId: after.id,
      description: messageOf(code, { name: after.name }),
      object: { name: after.name, slug: after.slug },
      changes,
    };
    return { id: after.id, entry };
  }

  /** The game as it is, unless someone has saved it since the caller has read it. @throws as `update` */
  async function lockForUpdate(tx: Db, { gameId, body }: GameChange): Promise<GameRow> {
    if (body.id !== undefined && body.id !== gameId) {
      throw new ValidationError({ id: messageOf('fields.otherGame') });
    }
    const before = await lockCatalogGame(tx, gameId);
    if (body.updatedAt !== undefined && Date.parse(body.updatedAt) !== before.updated_at.getTime()) {
      throw new ConflictError(messageOf('refusals.gameSavedMeanwhile'));
    }
    return before;
  }

  async function update(tx: Db, actor: Actor, change: GameChange): Promise<void> {
    const entry = await updateLocked(tx, actor, await lockForUpdate(tx, change), change.body);
    if (entry !== null) await recordAudit(tx, entry);
  }

  async function updateLocked(
    tx: Db,
    actor: Actor,
    before: GameRow,
    body: GameUpdate,
  ): Promise<AuditEntry | null> {
    // An editor that loads a game twice in a millisecond can still distinguish the two.
    const updated_at = new Date(Math.max(clock.now().getTime(), before.updated_at.getTime() + 1));
    const sent = sentExposure(body);
    const values = {
      ...columnsOf(body),
      external_identifier: body.externalIdentifier ?? before.external_identifier,
      ...mathsOf(body, before),
      max_exposure_cents: sent ?? (isComputed(before) ? computedExposure(body) : before.max_exposure_cents),
      updated_at,
    };
    return (await save(tx, actor, before, before.id, { body, values })).entry;
  }

  return {
    updateLocked,

    async update(actor, id, body) {
      await postgres.transaction((tx) => update(tx, actor, { gameId: id, body }));
      return games.get(actor, id, whole);
    },

    guarded: {
      kind: 'visibility',
      call: 'updateGame',
      scope: 'games:edit',
      async describe(tx, _actor, change) {
        const before = await lockForUpdate(tx, change);
        const links = await planLinks(tx, change.gameId, change.body);
        return describeGameChange(gameOf(before), change.body, links);
      },
      isHeld: ({ pairs = 0 }, { visibilityThreshold }) => pairs > visibilityThreshold,
      apply: update,
    },

    async create(actor, source, body) {
      const id = await postgres.transaction(async (tx) => {
        const stored = source === 'gamestorage' ? await lockStorageGame(tx, body) : null;
        const now = clock.now();
        const values = {
          ...columnsOf(body),
          external_identifier: body.externalIdentifier ?? stored?.external_identifier ?? null,
          provider_id: stored?.provider_id ?? null,
          ...mathsOf(body, stored),
          max_exposure_cents: sentExposure(body) ?? computedExposure(body),
          is_catalog: true,
          created_at: now,
          updated_at: now,
        };
        const created = await save(tx, actor, null, stored?.id ?? null, { body, values });
        if (created.entry !== null) await recordAudit(tx, created.entry);
        return created.id;
      });
      return games.get(actor, id, whole);
    },

    async remove(actor, id) {
      await postgres.transaction(async (tx) => {
        const game = await lockCatalogGame(tx, id);
        const links = await lockLinks(tx, id);
        if (links.some((link) => link.is_active !== null))
          throw new ConflictError(messageOf('refusals.gameInUse'));
        const media = await findRawMedia(tx, { gameId: id });
        await deps.forgetDocuments(tx, id);
        await removeGame(tx, id);
        await publishGameLinks(
          tx,
          'game.withdrawn',
          links.map(({ integration_id }) => ({ integrationId: integration_id, game: linkedGameOf(game) })),
          clock.now(),
        );
        await deps.releaseFiles(
          tx,
          media.flatMap(({ file_hash }) => file_hash ?? []),
        );
        await recordAudit(tx, {
          actor,
          type: 'games',
          action: 'delete',
          objectId: id,
          description: messageOf('logs.gameDeleted', { name: game.name }),
          object: { name: game.name, slug: game.slug },
          changes: Object.fromEntries(
            Object.entries(loggedOf(game)).map(([field, old]) => [field, { old, new: null }]),
          ),
        });
        deps.invalidate(tx, id);
      });
    },
  };
}

/** @throws NotFoundError unless the game is in the catalogue */
export async function lockCatalogGame(tx: Db, id: number): Promise<GameRow> {
  const game = await lockGame(tx, id);
  if (game === undefined || !game.is_catalog) throw new NotFoundError(messageOf('refusals.gameNotFound'));
  return game;
}

/** A game is created at once, so that more integrations than the threshold wait for a save that can be held. @throws ValidationError */
export function requireFewIntegrations(
  { visibility, visibilityThreshold: max }: ApprovalSettings,
  { integrationsToAdd = [] }: GameCreation,
): void {
  if (!visibility || new Set(integrationsToAdd).size <= max) return;
  throw new ValidationError({ integrationsToAdd: messageOf('fields.visibilityNeedsApproval', { max }) });
}

async function lockStorageGame(tx: Db, body: GameCreation): Promise<GameRow> {
  if (body.id === undefined) throw new ValidationError({ id: messageOf('fields.storageGame') });
  const game = await lockGame(tx, body.id);
  if (game === undefined || game.provider_id === null)
    throw new NotFoundError(messageOf('refusals.gameNotFound'));
  if (game.is_catalog) throw new ConflictError(messageOf('refusals.gameInCatalog'));
  if (game.slug !== body.slug) throw new ValidationError({ slug: messageOf('fields.slugKept') });
  return game;
}

/** What both lists add and take away; ids in both cancel each other. @throws as `update` */
async function planLinks(tx: Db, gameId: number, body: GameCreation): Promise<PlannedLinks> {
  const toAdd = new Set(body.integrationsToAdd);
  const toRemove = new Set([...(body.integrationsToDelete ?? []), ...(body.integrationsToRemove ?? [])]);
  const added = [...toAdd].filter((id) => !toRemove.has(id));
  const removed = [...toRemove].filter((id) => !toAdd.has(id));
  if (added.length + removed.length === 0) return { added: [], removed: [], before: [], names: new Map() };
  const known = await lockIntegrationNames(tx, [...added, ...removed]);
  const unknown = new Set([...added, ...removed]);
  for (const { id } of known) unknown.delete(id);
  if (unknown.size > 0) {
    const list = (ids: readonly number[]) => ids.some((id) => unknown.has(id));
    const text = messageOf('fields.noSuchIntegration');
    throw new ValidationError({
      ...(list(added) && { integrationsToAdd: text }),
      ...(list(removed) && { integrationsToDelete: text }),
    });
  }
  const before = await lockLinks(tx, gameId);
  const played = before.filter((link) => link.is_active !== null && removed.includes(link.integration_id));
  if (played.length > 0) {
    const names = played.map(({ name }) => name).join(', ');
    throw new ConflictError(messageOf('refusals.gamePlayed', { names }));
  }
  return { added, removed, before, names: new Map(known.map(({ id, name }) => [id, name])) };
}

/** Applies both lists to the links and returns what changed, by names. */
async function changeLinks(tx: Db, row: GameRow, body: GameCreation, at: Date) {
  const gameId = row.id;
  const { added, removed, before } = await planLinks(tx, gameId, body);
  if (added.length + removed.length === 0) return {};
  const game = linkedGameOf(row);
  const linksOf = (ids: readonly number[]) => ids.map((integrationId) => ({ integrationId, game }));
  await publishGameLinks(tx, 'game.withdrawn', linksOf(await deleteLinks(tx, gameId, removed)), at);
  await publishGameLinks(tx, 'game.granted', linksOf(await insertVisibleLinks(tx, gameId, added)), at);
  const names = (links: readonly { name: string }[]) => links.map(({ name }) => name);
  return changesBetween(
    { integrations: names(before) },
    { integrations: names(await lockLinks(tx, gameId)) },
  );
}

const linkedGameOf = ({ id, name, sub_name, slug }: GameRow) => ({
  id,
  name: gameLabel({ name, sub_name }),
  slug,
});

function columnsOf(body: GameCreation) {
  const plays = body.pay_method === 'Paylines' || body.pay_method === 'Ways';
  return {
    name: body.name,
    sub_name: body.sub_name === '' ? null : body.sub_name,
    slug: body.slug,
    rtp: body.rtp,
    volatility: body.volatility,
    hit_frequency: body.hit_frequency,
    max_multiplier_win: body.max_multiplier_win,
    type: body.type,
    format: body.format,
    max_bet_cents: cents(body.max_bet),
    min_bet_cents: cents(body.min_bet),
    pay_method: body.pay_method,
    lines: plays ? body.lines : 0,
    reels: body.reels,
    game_rows: body.gameRows,
    on_mobile: body.supportedPlatforms.mobile,
    on_desktop: body.supportedPlatforms.desktop,
    is_buy_bonus: body.isBuyBonus,
    is_dev: body.isDev,
    is_demo: body.isDemo,
    release_date: body.release_date,
    properties_data: JSON.stringify(body.propertiesData),
    description_en: body.description_en,
    description_it: body.description_it,
  };
}

/** What is absent stays as it is: an editor of an older release does not know it. */
function mathsOf(body: GameCreation, before: GameRow | null) {
  return {
    rtp_std_dev: body.rtp_std_dev === undefined ? (before?.rtp_std_dev ?? null) : body.rtp_std_dev,
    rtp_since: body.rtp_since === undefined ? (before?.rtp_since ?? null) : body.rtp_since,
  };
}

const sentExposure = ({ max_exposure }: Pick<GameCreation, 'max_exposure'>) => cents(max_exposure ?? null);

/** What the highest bet can win at most. @throws ValidationError beyond what is exact */
export function computedExposure(body: GameCreation): string | null {
  const computed = exposureCents(body);
  if (computed !== null && BigInt(computed) > mostCents) {
    throw new ValidationError({ max_multiplier_win: messageOf('fields.exposureTooLarge') });
  }
  return computed;
}

/** Whether a game's exposure is its bet times its win, and none that someone sent: such a one follows the two. */
export function isComputed(row: GameRow): boolean {
  return row.max_exposure_cents === null || String(row.max_exposure_cents) === exposureCents(gameOf(row));
}

/** What the log keeps of a game. */
function loggedOf(row: GameRow): Record<string, unknown> {
  const {
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    max_exposure_ratio: _same,
    ...logged
  } = gameOf(row);
  return logged;
}
