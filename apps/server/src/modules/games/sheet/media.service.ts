import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type ImportedFile,
  type Message,
  messageOf,
  type ResponseOf,
  type SheetResult,
  type startMediaImport,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { recordAudit } from '../../../infra/audit/index.ts';
import type { Clock } from '../../../infra/clock/index.ts';
import { ConflictError, HubError, NotFoundError } from '../../../infra/errors/index.ts';
import type { UploadedFile } from '../../../infra/http/index.ts';
import type { Db, Postgres } from '../../../infra/postgres/index.ts';
import { type MediaContent, type MediaService, mediaAddress } from '../../media/index.ts';
import { addMedium, deleteMedia, findRawMedia, lockGame } from '../games.edit.repo.ts';
import { namesOfRoles, sourceOf } from '../games.media.ts';
import type { GameRow } from '../games.repo.ts';
import { placeOfName } from './media.names.ts';
import {
  findCatalogueNames,
  findCheckedFiles,
  findImportFile,
  findMediumAt,
  type ImportFileRow,
  insertImportFiles,
  type PlacedMedium,
  replaceMedium,
  saveCheckedFile,
  saveMediumOfFile,
} from './media.repo.ts';
import { type ImportRow, insertImport, lockImport, shareImport } from './sheet.repo.ts';

/** What was applied or undone of an import of media. */
export interface MediaOutcome {
  games: number;
  files: number;
  /** The first file that was; null where none was. */
  first: string | null;
  refused: SheetResult['refused'];
}

export interface MediaImports {
  /** Judges the names; nothing of a refused file is kept. */
  start(
    actor: Actor,
    files: BodyOf<typeof startMediaImport>['files'],
  ): Promise<ResponseOf<typeof startMediaImport>>;
  /** @throws NotFoundError; ConflictError once it was applied or the check is old */
  send(fileId: number, file: UploadedFile): Promise<ImportedFile>;
  /** In the caller's transaction, which holds the import. */
  apply(tx: Db, actor: Actor, importId: string): Promise<MediaOutcome>;
  /** In the caller's transaction, which holds the import. */
  undo(tx: Db, actor: Actor, importId: string): Promise<MediaOutcome>;
}

export interface MediaImportDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  media: MediaService;
  /** Whether a check of that instant can still be applied. */
  isRecent(checkedAt: Date): boolean;
  /** An import as it is shown. */
  shown(row: ImportRow): ResponseOf<typeof startMediaImport>['import'];
}

export function createMediaImports({
  postgres,
  clock,
  media,
  isRecent,
  shown,
}: MediaImportDeps): MediaImports {
  const { db } = postgres;

  /** @throws ConflictError */
  function requireOpen(row: ImportRow | undefined): void {
    if (row === undefined) throw new NotFoundError(messageOf('refusals.importNotFound'));
    if (row.applied_at !== null) throw new ConflictError(messageOf('refusals.importApplied'));
    if (!isRecent(row.checked_at)) throw new ConflictError(messageOf('refusals.importOld'));
  }

  /** Keeps the content and what it would take the place of, both as of one moment. */
  async function keep(row: ImportFileRow, game: GameRow, content: MediaContent): Promise<ImportedFile> {
    return media.keep(content, async (tx, { hash, name }) => {
      // Held, so that it is not applied before its last file has been judged.
      requireOpen(await shareImport(tx, row.import_id));
      const current = await findMediumAt(tx, row);
      const old = { old_hash: current?.file_hash ?? null, old_url: current?.url ?? null };
      await saveCheckedFile(tx, row.id, { file_hash: hash, ...old });
      const { width, height } = content;
      return {
        ...fileOf(row, game),
        verdict: current === undefined ? 'add' : 'replace',
        old: addressOf(current),
        new: mediaAddress(hash, name),
        width,
        height,
      };
    });
  }

  async function put(tx: Db, actor: Actor, game: GameRow, row: ImportFileRow): Promise<boolean> {
    const current = await findMediumAt(tx, row);
    if ((current?.file_hash ?? null) !== row.old_hash || (current?.url ?? null) !== row.old_url) return false;
    const source = { file_hash: row.file_hash, url: null };
    const id = current?.id ?? (await addMedium(tx, { game_id: row.game_id, role: row.role, ...source }));
    if (current !== undefined) await replaceMedium(tx, id, source);
    await saveMediumOfFile(tx, row.id, id);
    const code = current === undefined ? 'logs.mediumAdded' : 'logs.mediumReplaced';
    await log(tx, { actor, game, row, code, old: row.old_hash ?? row.old_url, now: row.file_hash });
    return true;
  }

  async function takeBack(tx: Db, actor: Actor, game: GameRow, row: ImportFileRow): Promise<boolean> {
    if (row.medium_id === null) return false;
    const [current] = await findRawMedia(tx, { ids: [row.medium_id] });
    if (current?.file_hash !== row.file_hash) return false;
    const source = { file_hash: row.old_hash, url: row.old_url };
    const old = source.file_hash ?? source.url;
    if (old === null) await deleteMedia(tx, [current.id]);
    else await replaceMedium(tx, current.id, source);
    const code = old === null ? 'logs.mediumDeleted' : 'logs.mediumReplaced';
    await log(tx, { actor, game, row, code, old: sourceOf(current), now: old });
    return true;
  }

  async function each(
    tx: Db,
    rows: readonly ImportFileRow[],
    work: (game: GameRow, row: ImportFileRow) => Promise<boolean>,
  ): Promise<MediaOutcome> {
    const refused: MediaOutcome['refused'] = [];
    const changed = new Set<number>();
    let first: string | null = null;
    for (const row of rows) {
      const game = await lockGame(tx, row.game_id);
      if (game?.is_catalog && (await work(game, row))) {
        changed.add(game.id);
        first ??= row.name;
      } else refused.push({ id: row.game_id, name: row.name });
    }
    if (changed.size > 0) await media.renderSoon(tx);
    return { games: changed.size, files: rows.length - refused.length, first, refused };
  }

  return {
    async start(actor, files) {
      const games = await findCatalogueNames(db);
      const names = new Map(games.map(({ id, name }) => [id, name]));
      const known = {
        bySlug: new Map(games.map(({ slug, id }) => [slug, id])),
        ids: new Set(names.keys()),
      };
      const taken = new Map<string, string>();
      const found = files.map((file) => {
        const read = placeOfName(file, known);
        if ('refusal' in read) return { file, refusal: read.refusal };
        const key = JSON.stringify(read.place);
        const earlier = taken.get(key);
        taken.set(key, earlier ?? file.name);
        if (earlier !== undefined)
          return { file, refusal: messageOf('fields.mediaTwice', { name: earlier }) };
        return { file, place: read.place };
      });
      const row: ImportRow = {
        id: randomUUID(),
        kind: 'media',
        file_name: files[0]?.name ?? '',
        username: actor.username,
        checked_at: clock.now(),
        applied_at: null,
        undone_at: null,
        planned: [],
        applied: null,
        games: 0,
        files: 0,
      };
      const placed = found.flatMap(({ file, place }) =>
        place === undefined
          ? []
          : [
              {
                import_id: row.id,
                name: file.name,
                game_id: place.gameId,
                role: place.role,
                place: place.place,
              },
            ],
      );
      const kept = await postgres.transaction(async (tx) => {
        await insertImport(tx, row);
        return insertImportFiles(tx, placed);
      });
      const byName = new Map(kept.map((one) => [`${one.game_id} ${one.role} ${one.place}`, one]));
      return {
        import: shown(row),
        files: found.map(({ file, place, refusal }) => {
          const one = place && byName.get(`${place.gameId} ${place.role} ${place.place}`);
          if (one === undefined)
            return refusedFile(file.name, refusal ?? messageOf('refusals.importNotFound'));
          return fileOf(one, { id: one.game_id, name: names.get(one.game_id) ?? '' });
        }),
      };
    },

    async send(fileId, file) {
      const row = await findImportFile(db, fileId);
      if (row === undefined) throw new NotFoundError(messageOf('refusals.importNotFound'));
      const game = await postgres.transaction(async (tx) => {
        requireOpen(await lockImport(tx, row.import_id));
        // What an earlier try has kept of this file is not what is judged now.
        await saveCheckedFile(tx, row.id, { file_hash: null, old_hash: null, old_url: null });
        return lockGame(tx, row.game_id);
      });
      if (!game?.is_catalog) throw new NotFoundError(messageOf('refusals.gameNotFound'));
      const looked = await look(media, row, file);
      if ('refusal' in looked) return { ...fileOf(row, game), verdict: 'refused', message: looked.refusal };
      const { content } = looked;
      const current = await findMediumAt(db, row);
      if (current?.file_hash !== content.hash) return keep(row, game, content);
      const { width, height } = content;
      return { ...fileOf(row, game), verdict: 'unchanged', old: addressOf(current), width, height };
    },

    apply: async (tx, actor, importId) =>
      each(tx, await findCheckedFiles(tx, importId), (game, row) => put(tx, actor, game, row)),

    async undo(tx, actor, importId) {
      const rows = (await findCheckedFiles(tx, importId)).filter(({ medium_id }) => medium_id !== null);
      // What was added last leaves first, so that a gallery has its old places at each step.
      return each(tx, rows.reverse(), (game, row) => takeBack(tx, actor, game, row));
    },
  };
}

/** A file whose content can be shown in its place, or why not. */
async function look(
  media: MediaService,
  { role }: ImportFileRow,
  file: UploadedFile,
): Promise<{ content: MediaContent } | { refusal: Message }> {
  try {
    const content = await media.inspect(file.path, file.name);
    if (role === 'gallery' || content.kind.isImage) return { content };
    return { refusal: messageOf('refusals.wrongExtension') };
  } catch (error) {
    if (!(error instanceof HubError) || error.detail === undefined) throw error;
    return { refusal: error.detail };
  }
}

const nothing = { old: null, new: null, width: null, height: null, message: null };

function fileOf(row: ImportFileRow, { id, name }: Pick<GameRow, 'id' | 'name'>): ImportedFile {
  return {
    ...nothing,
    id: row.id,
    name: row.name,
    verdict: 'waiting',
    game: { id, name },
    role: row.role,
    place: row.role === 'gallery' ? row.place : null,
  };
}

const refusedFile = (name: string, message: Message): ImportedFile => ({
  ...nothing,
  id: null,
  name,
  verdict: 'refused',
  game: null,
  role: null,
  place: null,
  message,
});

const addressOf = (medium: PlacedMedium | undefined): string | null =>
  medium?.file_hash && medium.file_name
    ? mediaAddress(medium.file_hash, medium.file_name)
    : (medium?.url ?? null);

interface Entry {
  actor: Actor;
  game: GameRow;
  row: ImportFileRow;
  code: 'logs.mediumAdded' | 'logs.mediumReplaced' | 'logs.mediumDeleted';
  old: string | null;
  now: string | null;
}

async function log(tx: Db, { actor, game, row, code, old, now }: Entry): Promise<void> {
  await recordAudit(tx, {
    actor,
    type: 'games',
    action: 'update-media',
    objectId: game.id,
    description: messageOf(code, { medium: namesOfRoles[row.role], name: game.name }),
    object: { name: game.name, slug: game.slug },
    changes: { [row.role]: { old, new: now } },
  });
}
