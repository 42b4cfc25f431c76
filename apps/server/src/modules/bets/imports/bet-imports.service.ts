import { randomUUID } from 'node:crypto';
import {
  type BetImport,
  betImportDays,
  type checkBetSheet,
  type exportBetsForEditing,
  type getBetImport,
  messageOf,
  mostBetSheetRows,
  mostExportedLists,
  type QueryOf,
  type ResponseOf,
} from '@ludus/contract';
import pLimit from 'p-limit';
import type { Actor } from '../../../infra/access/index.ts';
import { recordAudit } from '../../../infra/audit/index.ts';
import { type Clock, romeDay } from '../../../infra/clock/index.ts';
import { ConflictError, HubError, NotFoundError } from '../../../infra/errors/index.ts';
import type { UploadedFile } from '../../../infra/http/index.ts';
import { afterCommit, type Db, type Postgres, type Tx } from '../../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../../infra/queue/index.ts';
import type { Realtime } from '../../../infra/realtime/index.ts';
import { readTable, xlsxPieces } from '../../../infra/spreadsheet/index.ts';
import type { GuardedCall } from '../../approvals/index.ts';
import type { ReferenceData } from '../../integrations/index.ts';
import type { GamingService } from '../bets.gaming-service.ts';
import type { BetsService } from '../bets.service.ts';
import type { BetImportJob } from './bet-import.job.ts';
import { betImportOf, betImportRowOf, isRecent } from './bet-imports.mapper.ts';
import {
  type BetImportAction,
  type BetImportRecord,
  type BetListRecord,
  countStates,
  findAppliedBetImports,
  findBetImport,
  findBetLists,
  insertBetImport,
  lockBetImport,
  startApplying,
  startUndoing,
} from './bet-imports.repo.ts';
import { betTable, type ExportedList, readBetLines } from './bet-sheet.file.ts';
import { judgeBetLines } from './bet-sheet.verdicts.ts';

/** An import that is to be applied, or undone. */
export interface BetImportChange {
  id: string;
}

export interface BetImports {
  /** @throws NotFoundError, ConflictError for too many lists, OperatorApiError when no list could be read */
  workbook(query: QueryOf<typeof exportBetsForEditing>): Promise<ResponseOf<typeof exportBetsForEditing>>;
  /** @throws ValidationError for files that are none of the hub's */
  check(actor: Actor, file: UploadedFile): Promise<ResponseOf<typeof checkBetSheet>>;
  /** Starts the job. @throws NotFoundError, or ConflictError when it was applied, is old or changes nothing */
  apply(actor: Actor, id: string): Promise<BetImport>;
  /** Starts the job. @throws NotFoundError, or ConflictError when there is nothing to undo, or no more */
  undo(actor: Actor, id: string): Promise<BetImport>;
  /** `apply` and `undo` as changes that may need a second person. */
  guarded: Record<BetImportAction, GuardedCall<BetImportChange>>;
  applied(): Promise<BetImport[]>;
  /** @throws NotFoundError */
  get(id: string): Promise<ResponseOf<typeof getBetImport>>;
}

export interface BetImportsDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  jobs: Pick<JobQueueClient, 'enqueue'>;
  realtime: Pick<Realtime, 'publish'>;
  referenceData: Pick<ReferenceData, 'read'>;
  bets: Pick<BetsService, 'locate'>;
  gaming: Pick<GamingService, 'read'>;
  job: BetImportJob;
}

const dayMs = 86_400_000;
/** Lists that are asked for at the same time. */
const atOnce = 8;

/** Bet lists in a workbook: out, checked on its way back, applied by a job with a result for each, and undone by another. */
export function createBetImports(deps: BetImportsDeps): BetImports {
  const { postgres, clock, jobs, realtime, bets, gaming, job } = deps;
  const { db } = postgres;

  const shown = async (connection: Db, row: BetImportRecord) =>
    betImportOf(row, await countStates(connection, [row.id]), clock.now());

  function requireKnown(row: BetImportRecord | undefined): BetImportRecord {
    if (row === undefined) throw new NotFoundError(messageOf('refusals.importNotFound'));
    return row;
  }

  /** The lists that an action would change. @throws NotFoundError, ConflictError */
  async function requirePossible(
    tx: Tx,
    id: string,
    action: BetImportAction,
  ): Promise<{ row: BetImportRecord; lists: BetListRecord[] }> {
    const row = requireKnown(await lockBetImport(tx, id));
    const lists = await findBetLists(tx, id);
    if (action === 'apply') {
      if (row.applied_at !== null) throw new ConflictError(messageOf('refusals.importApplied'));
      if (!isRecent(row.checked_at, clock.now())) throw new ConflictError(messageOf('refusals.importOld'));
      if (lists.length === 0) throw new ConflictError(messageOf('refusals.betImportEmpty'));
      return { row, lists };
    }
    if (row.is_applying) throw new ConflictError(messageOf('refusals.betImportRunning'));
    if (!(await shown(tx, row)).isUndoable)
      throw new ConflictError(messageOf('refusals.betImportNotUndoable'));
    const changed = lists.filter(({ state }) => state !== null && changedStates.includes(state));
    return { row, lists: changed };
  }

  async function start(tx: Tx, actor: Actor, id: string, action: BetImportAction): Promise<BetImport> {
    const { row, lists } = await requirePossible(tx, id, action);
    const jobId = await jobs.enqueue(job, { importId: id, action }, { actor, tx, singletonKey: id });
    const begin = action === 'apply' ? startApplying : startUndoing;
    await begin(tx, id, jobId, clock.now());
    const facts = { file: row.file_name, count: lists.length };
    await recordAudit(tx, {
      actor,
      type: 'bets',
      action: action === 'apply' ? 'import' : 'undo-import',
      objectId: null,
      description: messageOf(action === 'apply' ? 'logs.betsImported' : 'logs.betsImportUndone', facts),
    });
    afterCommit(tx, () =>
      realtime.publish({ name: 'changed', data: { topic: 'bet-imports', id } }, { providers: true }),
    );
    return shown(tx, requireKnown(await findBetImport(tx, id)));
  }

  const guardedCall = (
    action: BetImportAction,
    call: 'applyBetImport' | 'undoBetImport',
  ): GuardedCall<BetImportChange> => ({
    kind: 'bets',
    call,
    scope: 'bets:manage',
    /** As the file was checked: each list is compared with its platform's when it is saved. */
    async describe(tx, _actor, { id }) {
      const { row, lists } = await requirePossible(tx, id, action);
      const integrations = new Set(lists.map(({ integration_id }) => integration_id));
      const [only = null] = integrations.size === 1 ? integrations : [];
      const title = action === 'apply' ? 'approvals.betImport' : 'approvals.betImportUndo';
      return {
        subject: `bet-import/${id}`,
        path: '/games?panel=file',
        title: messageOf(title, { file: row.file_name }),
        integrationId: only,
        rows: lists.map((list) => changeRowOf(list, action)),
      };
    },
    apply: (tx, actor, { id }) => start(tx, actor, id, action),
  });

  return {
    guarded: {
      apply: guardedCall('apply', 'applyBetImport'),
      undo: guardedCall('undo', 'undoBetImport'),
    },

    async workbook({ integrationId, operatorCode }) {
      const integration = (await deps.referenceData.read()).integrations.get(integrationId);
      const operators =
        integration?.operators.filter(({ code }) => operatorCode === undefined || code === operatorCode) ??
        [];
      if (!integration?.isActive || operators.length === 0)
        throw new NotFoundError(messageOf('refusals.operatorNotFound'));
      const played = integration.games.filter((game) => game.integration_games.is_active !== null);
      const places = operators.flatMap((operator) => played.map((game) => ({ integration, operator, game })));
      if (places.length > mostExportedLists)
        throw new ConflictError(messageOf('refusals.tooManyBetLists', { max: mostExportedLists }));
      const limit = pLimit(atOnce);
      const found = await Promise.all(places.map((place) => limit(() => readList(gaming, place))));
      const lists = found.flatMap((one) => ('list' in one ? [one.list] : []));
      const [failure] = found.flatMap((one) => ('failure' in one ? [one.failure] : []));
      if (lists.length === 0 && failure !== undefined) throw failure;
      const pieces: Buffer[] = [];
      for await (const piece of xlsxPieces([betTable(lists)])) pieces.push(piece);
      return {
        fileName: `bets-${plainName(integration.name, operatorCode)}-${romeDay(clock.now())}.xlsx`,
        lists: lists.length,
        unread: places.length - lists.length,
        content: Buffer.concat(pieces).toString('base64'),
      };
    },

    async check(actor, file) {
      const { lines, ignored } = readBetLines(await readTable(file, mostBetSheetRows));
      const { rows, planned, unchanged } = await judgeBetLines(lines, { bets, gaming });
      const id = randomUUID();
      const facts = { id, fileName: file.name.slice(0, 200), username: actor.username, at: clock.now() };
      await postgres.transaction((tx) => insertBetImport(tx, facts, planned));
      return { import: await shown(db, requireKnown(await findBetImport(db, id))), rows, unchanged, ignored };
    },

    apply: (actor, id) => postgres.transaction((tx) => start(tx, actor, id, 'apply')),
    undo: (actor, id) => postgres.transaction((tx) => start(tx, actor, id, 'undo')),

    async applied() {
      const rows = await findAppliedBetImports(db, new Date(clock.now().getTime() - betImportDays * dayMs));
      const ids = rows.map(({ id }) => id);
      const counts = Map.groupBy(await countStates(db, ids), ({ import_id }) => import_id);
      return rows.map((row) => betImportOf(row, counts.get(row.id) ?? [], clock.now()));
    },

    async get(id) {
      const row = requireKnown(await findBetImport(db, id));
      const lists = await findBetLists(db, id);
      return { import: await shown(db, row), rows: lists.map((list) => betImportRowOf(list, row)) };
    },
  };
}

/** States of a list that an undo writes back, if its platform still holds what the import wrote. */
const changedStates: readonly string[] = ['done', 'running', 'unconfirmed'];

function changeRowOf(list: BetListRecord, action: BetImportAction) {
  const [before, after] =
    action === 'apply' ? [list.old_bets, list.new_bets] : [list.new_bets, list.old_bets];
  const { game_name: game, operator_name: operator, integration_name: integration } = list;
  return {
    what: messageOf('approvals.betsOf', { game, operator, integration }),
    before: { cents: before },
    after: { cents: after },
  };
}

type ListPlace = Pick<ExportedList, 'integration' | 'operator' | 'game'>;

/** A list as its platform holds it, or why it did not give it. */
async function readList(
  gaming: Pick<GamingService, 'read'>,
  { integration, operator, game }: ListPlace,
): Promise<{ list: ExportedList } | { failure: HubError }> {
  const place = { integrationId: integration.id, operatorCode: operator.code, gameSlug: game.slug };
  try {
    const { bets, canChangeBets } = await gaming.read(place);
    return { list: { integration, operator, game, bets, canChangeBets } };
  } catch (error) {
    if (error instanceof HubError) return { failure: error };
    throw error;
  }
}

/** Names as a file may carry them. */
function plainName(integration: string, operatorCode: string | undefined): string {
  const text = [integration, operatorCode ?? ''].join(' ').toLowerCase();
  return text.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'integration';
}
