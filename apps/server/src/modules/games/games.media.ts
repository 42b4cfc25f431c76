import {
  type addGameMediaUrl,
  type BodyOf,
  type GameMedium,
  type Message,
  type mediaUpload,
  messageOf,
  type orderGameMedia,
} from '@ludus/contract';
import type { z } from 'zod';
import type { Actor } from '../../infra/access/index.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { NotFoundError, UnsupportedMediaError, ValidationError } from '../../infra/errors/index.ts';
import type { UploadedFile } from '../../infra/http/index.ts';
import type { Db, Postgres } from '../../infra/postgres/index.ts';
import type { MediaService } from '../media/index.ts';
import { addMedium, deleteMedia, findRawMedia, type RawMedium, savePositions } from './games.edit.repo.ts';
import { lockCatalogGame } from './games.edit.ts';
import { mediumOf } from './games.mapper.ts';
import { findMediaByIds, type GameRow } from './games.repo.ts';
import type { MediumRole } from './games.tables.ts';

/** Pictures, videos and addresses of games. Every change is one transaction with its entry in the log. */
export interface GameMediaEditor {
  /**
   * A main image, banner or mini banner replaces the old one, a gallery entry comes last.
   * @throws UnsupportedMediaError for other contents; TooLargeError beyond 50 megapixels; NotFoundError
   */
  upload(
    actor: Actor,
    gameId: number,
    file: UploadedFile,
    fields: z.output<typeof mediaUpload>,
  ): Promise<GameMedium>;
  /** A new address replaces the old one. @throws NotFoundError */
  setAddress(actor: Actor, gameId: number, body: BodyOf<typeof addGameMediaUrl>): Promise<GameMedium>;
  /** @throws NotFoundError */
  remove(actor: Actor, mediumId: number): Promise<void>;
  /** Entries of one gallery; those not named keep their places. @throws NotFoundError, ValidationError */
  order(actor: Actor, entries: BodyOf<typeof orderGameMedia>): Promise<GameMedium[]>;
}

export interface MediaEditorDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  media: MediaService;
  invalidate(tx: Db, gameId: number): void;
}

/** What the log calls each medium. */
export const namesOfRoles: Record<MediumRole, Message> = {
  main: messageOf('logs.mainImage'),
  banner: messageOf('logs.banner'),
  mini: messageOf('logs.miniBanner'),
  gallery: messageOf('logs.galleryEntry'),
  docs: messageOf('logs.docsAddress'),
  assets: messageOf('logs.assetsAddress'),
};

export function createGameMediaEditor({ postgres, media, invalidate }: MediaEditorDeps): GameMediaEditor {
  async function log(
    tx: Db,
    actor: Actor,
    game: GameRow,
    description: Message,
    changes: Record<string, unknown>,
  ) {
    await recordAudit(tx, {
      actor,
      type: 'games',
      action: 'update-media',
      objectId: game.id,
      description,
      object: { name: game.name, slug: game.slug },
      changes,
    });
    invalidate(tx, game.id);
  }

  /** Of every role but gallery a game has one: the new medium takes the old one's place. */
  async function put(
    tx: Db,
    actor: Actor,
    game: GameRow,
    medium: { role: MediumRole; file_hash: string | null; url: string | null },
  ): Promise<GameMedium> {
    const { role } = medium;
    const old = role === 'gallery' ? [] : await findRawMedia(tx, { gameId: game.id, role });
    await deleteMedia(
      tx,
      old.map(({ id }) => id),
    );
    const id = await addMedium(tx, { game_id: game.id, ...medium });
    await media.release(tx, filesOf(old));
    const [row] = await findMediaByIds(tx, [id]);
    if (row === undefined) throw new Error('A medium has vanished in its own transaction.');
    const added = mediumOf(row);
    const previous = old[0];
    const code = previous === undefined ? 'logs.mediumAdded' : 'logs.mediumReplaced';
    await log(tx, actor, game, messageOf(code, { medium: namesOfRoles[role], name: game.name }), {
      [role]: { old: previous === undefined ? null : sourceOf(previous), new: added.url },
    });
    return added;
  }

  return {
    async upload(actor, gameId, file, fields) {
      const role = roleOf(fields);
      const content = await media.inspect(file.path, file.name);
      if (role !== 'gallery' && !content.kind.isImage)
        throw new UnsupportedMediaError(messageOf('refusals.wrongExtension'));
      // An unknown game is refused before anything is stored for it.
      await postgres.transaction((tx) => lockCatalogGame(tx, gameId));
      return media.keep(content, async (tx, { hash }) => {
        const game = await lockCatalogGame(tx, gameId);
        return put(tx, actor, game, { role, file_hash: hash, url: null });
      });
    },

    setAddress: (actor, gameId, { mediaType, url }) =>
      postgres.transaction(async (tx) => {
        const game = await lockCatalogGame(tx, gameId);
        return put(tx, actor, game, { role: mediaType, file_hash: null, url });
      }),

    remove: (actor, mediumId) =>
      postgres.transaction(async (tx) => {
        const [found] = await findRawMedia(tx, { ids: [mediumId] });
        if (found === undefined) throw new NotFoundError(messageOf('refusals.mediumNotFound'));
        const game = await lockCatalogGame(tx, found.game_id);
        // Someone else may have deleted it while this waited for the game.
        const [medium] = await findRawMedia(tx, { ids: [mediumId] });
        if (medium === undefined) throw new NotFoundError(messageOf('refusals.mediumNotFound'));
        await deleteMedia(tx, [medium.id]);
        await media.release(tx, filesOf([medium]));
        const what = { medium: namesOfRoles[medium.role], name: game.name };
        await log(tx, actor, game, messageOf('logs.mediumDeleted', what), {
          [medium.role]: { old: sourceOf(medium), new: null },
        });
      }),

    order: (actor, entries) =>
      postgres.transaction(async (tx) => {
        const ids = entries.map(({ id }) => id);
        if (new Set(ids).size < ids.length)
          throw new ValidationError({ body: messageOf('fields.namedTwice') });
        const first = (await findRawMedia(tx, { ids }))[0];
        if (first === undefined) throw new NotFoundError(messageOf('refusals.mediumNotFound'));
        const game = await lockCatalogGame(tx, first.game_id);
        const found = await findRawMedia(tx, { ids });
        if (found.length < ids.length) throw new NotFoundError(messageOf('refusals.mediumNotFound'));
        if (found.some((medium) => medium.game_id !== game.id || medium.role !== 'gallery')) {
          throw new ValidationError({ body: messageOf('fields.oneGallery') });
        }
        const gallery = async () =>
          (await findRawMedia(tx, { gameId: game.id, role: 'gallery' })).map(({ id }) => id);
        const before = await gallery();
        await savePositions(
          tx,
          entries.map(({ id, order }) => ({ id, order })),
        );
        const after = await gallery();
        if (before.join() !== after.join()) {
          const sentence = messageOf('logs.galleryOrdered', { name: game.name });
          await log(tx, actor, game, sentence, { gallery: { old: before, new: after } });
        } else invalidate(tx, game.id);
        return (await findMediaByIds(tx, after)).map(mediumOf);
      }),
  };
}

function roleOf(fields: z.output<typeof mediaUpload>): MediumRole {
  const requestedRoles: MediumRole[] = [];
  if (fields.isMainImage) requestedRoles.push('main');
  if (fields.isBanner) requestedRoles.push('banner');
  if (fields.isMiniBanner) requestedRoles.push('mini');
  if (requestedRoles.length > 1) {
    const text = messageOf('fields.oneImageKind');
    throw new ValidationError({ isMainImage: text }, text);
  }
  return requestedRoles[0] ?? 'gallery';
}

const filesOf = (media: readonly RawMedium[]) => media.flatMap(({ file_hash }) => file_hash ?? []);
/** What a medium shows: an address, or a stored file by its hash. */
export const sourceOf = ({ file_hash, url }: RawMedium) => url ?? file_hash;
