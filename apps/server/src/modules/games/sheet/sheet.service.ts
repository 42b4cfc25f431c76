import { createHash, randomUUID } from 'node:crypto';
import {
  type exportGamesForEditing,
  type GameUpdate,
  importedFileName,
  type Message,
  messageOf,
  mostSheetRows,
  type ResponseOf,
  type SheetCheck,
  type SheetImport,
  type SheetResult,
  sheetDays,
  sheetMediaColumn,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { type AuditEntry, recordAudit, recordAudits } from '../../../infra/audit/index.ts';
import { type Clock, romeDay } from '../../../infra/clock/index.ts';
import { ConflictError, NotFoundError } from '../../../infra/errors/index.ts';
import type { UploadedFile } from '../../../infra/http/index.ts';
import type { Db, Postgres } from '../../../infra/postgres/index.ts';
import { readTable, type Table, xlsxPieces } from '../../../infra/spreadsheet/index.ts';
import type { MediaService } from '../../media/index.ts';
import { type LockedLink, lockIntegrationNames, markRequested } from '../games.edit.repo.ts';
import { type GameEditor, isComputed } from '../games.edit.ts';
import { gameOf } from '../games.mapper.ts';
import type { GameRow } from '../games.repo.ts';
import { findShownFiles } from './media.repo.ts';
import { createMediaImports, type MediaImports } from './media.service.ts';
import { cellKindOf, cellOf, sheetColumns, valueAt, valuesOf, yesNo } from './sheet.columns.ts';
import {
  type AppliedChange,
  findCatalogue,
  findIntegrations,
  type GameLink,
  type ImportRow,
  insertImport,
  listApplied,
  lockGames,
  lockImport,
  lockLinksOf,
  saveApplied,
  saveAppliedMedia,
  saveUndone,
} from './sheet.repo.ts';
import {
  headingOf,
  type PlannedChange,
  readSheet,
  type SheetGame,
  type SheetWorld,
} from './sheet.verdicts.ts';

export interface GameSheets {
  workbook(): Promise<ResponseOf<typeof exportGamesForEditing>>;
  /** @throws ValidationError for files that are none of the hub's */
  check(actor: Actor, file: UploadedFile): Promise<SheetCheck>;
  /** @throws NotFoundError, or ConflictError when it was applied or is old */
  apply(actor: Actor, id: string): Promise<SheetResult>;
  /** @throws NotFoundError, or ConflictError when there is nothing to undo, or no more */
  undo(actor: Actor, id: string): Promise<SheetResult>;
  applied(): Promise<SheetImport[]>;
  /** Pictures and videos by the names of their files; applied and undone like workbooks. */
  media: Pick<MediaImports, 'start' | 'send'>;
}

export interface SheetDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  media: MediaService;
  /** Saves a game by the rules of every save; what follows the commit is left to `invalidate`. */
  editor: Pick<GameEditor, 'updateLocked'>;
  /** Pairs of game and integration that one person may change the visibility of; null for any number. */
  mostPairs(): Promise<number | null>;
  /** After the commit: everyone reads the games again. */
  invalidate(tx: Db): void;
}

const dayMs = 86_400_000;

/** Games in a workbook: out, checked on its way back, applied as a whole and undone as a whole. */
export function createGameSheets(deps: SheetDeps): GameSheets {
  const { postgres, clock, editor, mostPairs, invalidate } = deps;
  const isRecent = (at: Date) => clock.now().getTime() - at.getTime() < sheetDays * dayMs;

  function shown(row: ImportRow): SheetImport {
    return {
      id: row.id,
      kind: row.kind,
      files: row.files,
      fileName: row.file_name,
      username: row.username,
      checkedAt: row.checked_at.toISOString(),
      appliedAt: row.applied_at?.toISOString() ?? null,
      undoneAt: row.undone_at?.toISOString() ?? null,
      games: row.kind === 'media' ? row.games : (row.applied ?? row.planned).length,
      isUndoable: row.applied_at !== null && row.undone_at === null && isRecent(row.applied_at),
    };
  }

  const media = createMediaImports({ postgres, clock, media: deps.media, isRecent, shown });

  async function readWorld(): Promise<SheetWorld & { ordered: SheetGame[] }> {
    const { games, links } = await findCatalogue(postgres.db);
    const integrations = await findIntegrations(postgres.db);
    const byGame = Map.groupBy(links, ({ game_id }) => game_id);
    const ordered = games.map((row) => sheetGameOf(row, byGame.get(row.id) ?? []));
    return {
      ordered,
      games: new Map(ordered.map((game) => [game.id, game])),
      integrations: new Map(integrations.map(({ id, name }) => [id, name])),
    };
  }

  const record = (tx: Db, actor: Actor, action: string, description: Message) =>
    recordAudit(tx, { actor, type: 'games', action, objectId: null, description });

  async function startBatch(tx: Db, actor: Actor, ids: readonly number[]): Promise<Batch> {
    return { tx, actor, locked: await lockSheetGames(tx, ids), entries: [] };
  }

  async function save({ tx, actor, entries }: Batch, before: GameRow, body: GameUpdate): Promise<void> {
    const entry = await editor.updateLocked(tx, actor, before, body);
    if (entry !== null) entries.push(entry);
  }

  /** Null when the game was changed since, or it or an integration is gone. The version is that of before. */
  async function applyChange(batch: Batch, change: PlannedChange): Promise<AppliedChange | null> {
    const { tx } = batch;
    const locked = batch.locked.get(change.id);
    if (locked?.game.version !== change.version) return null;
    if (!(await areThere(tx, [...change.show, ...change.hide]))) return null;
    await save(batch, locked.row, {
      ...change.values,
      integrationsToAdd: change.show,
      integrationsToDelete: change.hide,
    });
    const requested = new Map(locked.links.map((link) => [link.integration_id, link.is_requested]));
    return {
      id: change.id,
      name: change.name,
      version: change.version,
      values: locked.game.values,
      maxExposure: gameOf(locked.row).max_exposure,
      shown: change.show,
      hidden: change.hide.map((id) => ({ id, requestedAt: requested.get(id)?.toISOString() ?? null })),
    };
  }

  /** False when the game was changed since, or it or an integration is gone. */
  async function undoChange(batch: Batch, change: AppliedChange): Promise<boolean> {
    const { tx } = batch;
    const locked = batch.locked.get(change.id);
    if (locked?.game.version !== change.version) return false;
    if (!(await areThere(tx, [...change.shown, ...change.hidden.map(({ id }) => id)]))) return false;
    const body: GameUpdate = {
      ...change.values,
      max_exposure: change.maxExposure,
      integrationsToAdd: change.hidden.map(({ id }) => id),
      integrationsToDelete: change.shown,
    };
    await save(batch, locked.row, body);
    for (const { id, requestedAt } of change.hidden) {
      if (requestedAt === null) continue;
      await markRequested(tx, { gameId: change.id, integrationId: id, at: new Date(requestedAt) });
    }
    return true;
  }

  /** An import is applied at once, so it may not be the way around a second person. @throws ConflictError */
  async function requireFewPairs(pairs: number): Promise<void> {
    const max = await mostPairs();
    if (max !== null && pairs > max)
      throw new ConflictError(messageOf('refusals.importNeedsApproval', { max }));
  }

  async function lockKnown(tx: Db, id: string): Promise<ImportRow> {
    const row = await lockImport(tx, id);
    if (row === undefined) throw new NotFoundError(messageOf('refusals.importNotFound'));
    return row;
  }

  async function applyMedia(tx: Db, actor: Actor, row: ImportRow): Promise<SheetResult> {
    const { games, files, first, refused } = await media.apply(tx, actor, row.id);
    const done = { applied_at: clock.now(), games, files, file_name: first ?? row.file_name };
    await saveAppliedMedia(tx, row.id, done);
    await record(tx, actor, 'import', messageOf('logs.mediaImported', { count: files }));
    invalidate(tx);
    return { import: shown({ ...row, ...done }), refused };
  }

  async function undoMedia(tx: Db, actor: Actor, row: ImportRow): Promise<SheetResult> {
    const { files, refused } = await media.undo(tx, actor, row.id);
    const at = clock.now();
    await saveUndone(tx, row.id, at);
    await record(tx, actor, 'undo-import', messageOf('logs.mediaImportUndone', { count: files }));
    invalidate(tx);
    return { import: shown({ ...row, undone_at: at }), refused };
  }

  return {
    media,

    async workbook() {
      const { ordered, integrations } = await readWorld();
      const files = Map.groupBy(await findShownFiles(postgres.db), ({ game_id }) => game_id);
      const pieces: Buffer[] = [];
      for await (const piece of xlsxPieces([tableOf(ordered, integrations, files)])) pieces.push(piece);
      return {
        fileName: `games-${romeDay(clock.now())}.xlsx`,
        games: ordered.length,
        content: Buffer.concat(pieces).toString('base64'),
      };
    },

    async check(actor, file) {
      const table = await readTable(file, mostSheetRows);
      const { rows, planned, ignored } = readSheet(table, await readWorld());
      const row: ImportRow = {
        id: randomUUID(),
        kind: 'workbook',
        file_name: file.name.slice(0, 200),
        username: actor.username,
        checked_at: clock.now(),
        planned,
        applied_at: null,
        undone_at: null,
        applied: null,
        games: 0,
        files: 0,
      };
      await insertImport(postgres.db, row);
      const max = await mostPairs();
      return {
        import: shown(row),
        rows,
        needsApproval: max !== null && pairsOf(planned) > max,
        ignored,
      };
    },

    apply: (actor, id) =>
      postgres.transaction(async (tx) => {
        const row = await lockKnown(tx, id);
        if (row.applied_at !== null) throw new ConflictError(messageOf('refusals.importApplied'));
        if (!isRecent(row.checked_at)) throw new ConflictError(messageOf('refusals.importOld'));
        if (row.kind === 'media') return applyMedia(tx, actor, row);
        await requireFewPairs(pairsOf(row.planned));
        const applied: AppliedChange[] = [];
        const refused: SheetResult['refused'] = [];
        const batch = await startBatch(tx, actor, row.planned.map(idOf));
        for (const change of row.planned.toSorted((one, other) => one.id - other.id)) {
          const done = await applyChange(batch, change);
          if (done === null) refused.push({ id: change.id, name: change.name });
          else applied.push(done);
        }
        await recordAudits(tx, batch.entries);
        const after = await lockSheetGames(tx, applied.map(idOf));
        for (const change of applied) change.version = after.get(change.id)?.game.version ?? '';
        const at = clock.now();
        await saveApplied(tx, id, at, applied);
        const facts = { file: row.file_name, count: applied.length };
        await record(tx, actor, 'import', messageOf('logs.gamesImported', facts));
        invalidate(tx);
        return { import: shown({ ...row, applied_at: at, applied }), refused };
      }),

    undo: (actor, id) =>
      postgres.transaction(async (tx) => {
        const row = await lockKnown(tx, id);
        if (!shown(row).isUndoable) throw new ConflictError(messageOf('refusals.importNotUndoable'));
        if (row.kind === 'media') return undoMedia(tx, actor, row);
        const applied = row.applied ?? [];
        await requireFewPairs(
          applied.reduce((sum, change) => sum + change.shown.length + change.hidden.length, 0),
        );
        const refused: SheetResult['refused'] = [];
        const batch = await startBatch(tx, actor, applied.map(idOf));
        for (const change of applied) {
          const isUndone = await undoChange(batch, change);
          if (!isUndone) refused.push({ id: change.id, name: change.name });
        }
        await recordAudits(tx, batch.entries);
        const at = clock.now();
        await saveUndone(tx, id, at);
        const facts = { file: row.file_name, count: applied.length - refused.length };
        await record(tx, actor, 'undo-import', messageOf('logs.gamesImportUndone', facts));
        invalidate(tx);
        return { import: shown({ ...row, undone_at: at }), refused };
      }),

    async applied() {
      const since = new Date(clock.now().getTime() - sheetDays * dayMs);
      return (await listApplied(postgres.db, since)).map(shown);
    },
  };
}

const pairsOf = (planned: readonly PlannedChange[]) =>
  planned.reduce((sum, { show, hide }) => sum + show.length + hide.length, 0);

async function areThere(tx: Db, integrationIds: readonly number[]): Promise<boolean> {
  if (integrationIds.length === 0) return true;
  return (await lockIntegrationNames(tx, integrationIds)).length === integrationIds.length;
}

function sheetGameOf(
  row: GameRow,
  links: readonly Pick<GameLink | LockedLink, 'integration_id' | 'is_active'>[],
): SheetGame {
  return {
    id: row.id,
    version: versionOf(row, links),
    values: valuesOf(gameOf(row)),
    isExposureComputed: isComputed(row),
    links: new Map(links.map((link) => [link.integration_id, { isPlayed: link.is_active !== null }])),
  };
}

/** Changes with each save of the game and each change of who sees or plays it. */
function versionOf(
  { id, updated_at }: GameRow,
  links: readonly Pick<LockedLink, 'integration_id' | 'is_active'>[],
): string {
  const seen = links
    .map(({ integration_id, is_active }) => [integration_id, is_active !== null] as const)
    .toSorted(([one], [other]) => one - other);
  const hash = createHash('sha256').update(JSON.stringify([id, updated_at.toISOString(), seen]));
  // The letter keeps a spreadsheet from reading a number.
  return `v${hash.digest('hex').slice(0, 16)}`;
}

/** Many changes of games in one transaction: read at once before, and logged at once after. */
interface Batch {
  tx: Db;
  actor: Actor;
  locked: Awaited<ReturnType<typeof lockSheetGames>>;
  entries: AuditEntry[];
}

const idOf = ({ id }: { id: number }) => id;

/** Catalogue games by id, locked in one order, so that two imports do not wait for each other. */
async function lockSheetGames(tx: Db, ids: readonly number[]) {
  const rows = await lockGames(tx, ids);
  const links = Map.groupBy(await lockLinksOf(tx, ids), ({ game_id }) => game_id);
  return new Map(
    rows.map((row) => {
      const own = links.get(row.id) ?? [];
      return [row.id, { row, links: own, game: sheetGameOf(row, own) }] as const;
    }),
  );
}

type ShownFiles = Awaited<ReturnType<typeof findShownFiles>>;

/** The files of a game by the names under which an import of media takes them again. */
function fileNamesOf(slug: string, files: ShownFiles): string {
  let place = 0;
  const names = files.map(({ role, file_name }) => {
    if (role === 'gallery') place += 1;
    const extension = file_name.slice(file_name.lastIndexOf('.') + 1);
    return importedFileName(slug, { role, place, extension });
  });
  return names.join(', ');
}

function tableOf(
  games: readonly SheetGame[],
  integrations: ReadonlyMap<number, string>,
  files: ReadonlyMap<number, ShownFiles>,
): Table {
  return {
    name: 'Games',
    columns: [
      { title: 'id', kind: 'count' },
      { title: 'version', kind: 'text' },
      { title: 'slug', kind: 'text' },
      ...sheetColumns.map((column) => ({ title: column.key, kind: cellKindOf(column) })),
      { title: sheetMediaColumn, kind: 'text' },
      ...[...integrations].map(([id, name]) => ({ title: headingOf(id, name), kind: 'text' as const })),
    ],
    rows: [
      games.map(({ id, version, values, links }) => ({
        cells: [
          id,
          version,
          values.slug,
          ...sheetColumns.map(({ path }) => cellOf(valueAt(values, path))),
          fileNamesOf(values.slug, files.get(id) ?? []),
          ...[...integrations.keys()].map((integration) => yesNo(links.has(integration))),
        ],
      })),
    ],
  };
}
