import type { addGameMediaUrl, BodyOf, GameMedium, mediaUpload, orderGameMedia } from '@ludus/contract';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { NotFoundError, UnsupportedMediaError, ValidationError } from '../../platform/errors/index.ts';
import type { UploadedFile } from '../../platform/http/index.ts';
import type { Db, Postgres } from '../../platform/postgres/index.ts';
import type { MediaService } from '../media/index.ts';
import { addMedium, deleteMedia, findRawMedia, type RawMedium, savePositions } from './games.edit.repo.ts';
import { lockCatalogGame } from './games.edit.ts';
import { mediumOf } from './games.mapper.ts';
import { findMediaByIds, type GameRow } from './games.repo.ts';
import type { MediumRole } from './games.tables.ts';

/** Pictures, videos and addresses of games. Every change is one transaction with its entry in the log (LOG-14). */
export interface GameMediaEditor {
  /**
   * API-016: a main image, banner or mini banner replaces the old one, a gallery entry comes last.
   * @throws UnsupportedMediaError for other contents; TooLargeError beyond 50 megapixels; NotFoundError
   */
  upload(
    actor: Actor,
    gameId: number,
    file: UploadedFile,
    fields: z.output<typeof mediaUpload>,
  ): Promise<GameMedium>;
  /** API-015, OPEN-37: a new address replaces the old one. @throws NotFoundError */
  setAddress(actor: Actor, gameId: number, body: BodyOf<typeof addGameMediaUrl>): Promise<GameMedium>;
  /** API-017. @throws NotFoundError */
  remove(actor: Actor, mediumId: number): Promise<void>;
  /** API-018: entries of one gallery; those not named keep their places. @throws NotFoundError, ValidationError */
  order(actor: Actor, entries: BodyOf<typeof orderGameMedia>): Promise<GameMedium[]>;
}

export interface MediaEditorDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  media: MediaService;
  announce(tx: Db, gameId: number): void;
}

const namesOfRoles: Record<MediumRole, string> = {
  main: 'main image',
  banner: 'banner',
  mini: 'mini banner',
  gallery: 'gallery entry',
  docs: 'docs address',
  assets: 'promo assets address',
};

export function createGameMediaEditor({ postgres, media, announce }: MediaEditorDeps): GameMediaEditor {
  async function log(tx: Db, actor: Actor, game: GameRow, what: string, changes: Record<string, unknown>) {
    await recordAudit(tx, {
      actor,
      type: 'games',
      action: 'update-media',
      objectId: game.id,
      description: `${what} of the game ${game.name}`,
      object: { name: game.name, slug: game.slug },
      changes,
    });
    announce(tx, game.id);
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
    const verb = previous === undefined ? 'Added a' : 'Replaced the';
    await log(tx, actor, game, `${verb} ${namesOfRoles[role]}`, {
      [role]: { old: previous === undefined ? null : sourceOf(previous), new: added.url },
    });
    return added;
  }

  return {
    async upload(actor, gameId, file, fields) {
      const role = roleOf(fields);
      const content = await media.inspect(file.path, file.name);
      if (role !== 'gallery' && !content.kind.isImage)
        throw new UnsupportedMediaError('Wrong file extension');
      return postgres.transaction(async (tx) => {
        const game = await lockCatalogGame(tx, gameId);
        const { hash } = await media.keep(tx, content);
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
        if (found === undefined) throw new NotFoundError('Medium not found');
        const game = await lockCatalogGame(tx, found.game_id);
        // Somebody else may have deleted it while this waited for the game.
        const [medium] = await findRawMedia(tx, { ids: [mediumId] });
        if (medium === undefined) throw new NotFoundError('Medium not found');
        await deleteMedia(tx, [medium.id]);
        await media.release(tx, filesOf([medium]));
        await log(tx, actor, game, `Deleted the ${namesOfRoles[medium.role]}`, {
          [medium.role]: { old: sourceOf(medium), new: null },
        });
      }),

    order: (actor, entries) =>
      postgres.transaction(async (tx) => {
        const ids = entries.map(({ id }) => id);
        if (new Set(ids).size < ids.length) throw new ValidationError({ body: 'Name each entry once.' });
        const first = (await findRawMedia(tx, { ids }))[0];
        if (first === undefined) throw new NotFoundError('Medium not found');
        const game = await lockCatalogGame(tx, first.game_id);
        const found = await findRawMedia(tx, { ids });
        if (found.length < ids.length) throw new NotFoundError('Medium not found');
        if (found.some((medium) => medium.game_id !== game.id || medium.role !== 'gallery')) {
          throw new ValidationError({ body: 'Only entries of one gallery can be put in order.' });
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
          await log(tx, actor, game, 'Changed the gallery order', { gallery: { old: before, new: after } });
        } else announce(tx, game.id);
        return (await findMediaByIds(tx, after)).map(mediumOf);
      }),
  };
}

function roleOf(fields: z.output<typeof mediaUpload>): MediumRole {
  const asked: MediumRole[] = [];
  if (fields.isMainImage) asked.push('main');
  if (fields.isBanner) asked.push('banner');
  if (fields.isMiniBanner) asked.push('mini');
  if (asked.length > 1) {
    const text = 'A file is the main image, the banner or the mini banner.';
    throw new ValidationError({ isMainImage: text }, text);
  }
  return asked[0] ?? 'gallery';
}

const filesOf = (media: readonly RawMedium[]) => media.flatMap(({ file_hash }) => file_hash ?? []);
const sourceOf = ({ file_hash, url }: RawMedium) => url ?? file_hash;
