import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import {
  type ComparedFile,
  type FileCheck,
  type FileField,
  type FileMapping,
  fileFields,
  fileMapping,
  messageOf,
  mostComparedDays,
  mostNamedRows,
  requiredFileFields,
  type DifferingSession as ShownSession,
} from '@ludus/contract';
import { type Actor, visibleIntegrations } from '../../infra/access/index.ts';
import { type Clock, daysBetween } from '../../infra/clock/index.ts';
import { NotFoundError, ValidationError } from '../../infra/errors/index.ts';
import type { UploadedFile } from '../../infra/http/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Postgres } from '../../infra/postgres/index.ts';
import { type FileTable, rowsPerYield, textOf } from '../../infra/spreadsheet/index.ts';
import { integrationName, type ReferenceData, type ReferenceIntegration } from '../integrations/index.ts';
import { sessionIdOf } from '../session-store/index.ts';
import {
  calendarOfHeading,
  decimalOf,
  type FileRow,
  guessMapping,
  type RowProblem,
  readRow,
  readTable,
} from './files.read.ts';
import {
  type FileRecord,
  findFile,
  findHeadings,
  type Headings,
  insertFile,
  listFiles,
  saveHeadings,
} from './files.repo.ts';
import {
  type ClassSum,
  type DifferingSession,
  explainDay,
  largest,
  noFiguresByType,
} from './reconciliation.classes.ts';
import { DaySessions, figuresOfSession, type SideSession } from './reconciliation.day-sessions.ts';
import { addTo, figuresOf, noFigures, shownFigures } from './reconciliation.figures.ts';
import { addStored, daysOf, findStoredDays, type ReadDeps } from './reconciliation.read.ts';

export interface FilesService {
  check(actor: Actor, integrationId: number, file: UploadedFile, mapping?: string): Promise<FileCheck>;
  compare(actor: Actor, integrationId: number, file: UploadedFile, mapping: string): Promise<ComparedFile>;
  /** The latest, or all that have a row of some days. */
  list(actor: Actor, days?: { from: string; to: string }): Promise<ComparedFile[]>;
  sessions(actor: Actor, id: string): Promise<ShownSession[]>;
}

const sampleRows = 5;
const nothing: SideSession = {
  sessionType: 1,
  isOpen: false,
  bet: 0,
  win: 0,
  netWin: 0,
  due: 0,
  rounds: 0,
};

/** Compares files of operators with the session store: what each row would be first, then as days of the platforms are. */
export function createFilesService(
  deps: Pick<ReadDeps, 'sessionStore' | 'quarantined'> & {
    clock: Clock;
    postgres: Pick<Postgres, 'db' | 'transaction'>;
    referenceData: Pick<ReferenceData, 'read'>;
  },
): FilesService {
  const { clock, postgres, referenceData } = deps;

  async function requireIntegration(actor: Actor, integrationId: number): Promise<ReferenceIntegration> {
    const visible = visibleIntegrations(actor, [integrationId]) ?? [];
    const integration = (await referenceData.read()).integrations.get(integrationId);
    if (integration === undefined || !integration.isActive || !visible.includes(integrationId))
      throw new NotFoundError(messageOf('refusals.integrationNotFound'));
    return integration;
  }

  async function mappingFor(
    integrationId: number,
    { columns }: FileTable,
    sent: string | undefined,
  ): Promise<Pick<FileCheck, 'mapping' | 'mappingOrigin'>> {
    if (sent !== undefined && sent !== '')
      return { mapping: readMapping(sent, columns.length), mappingOrigin: 'sent' };
    const headings = await findHeadings(postgres.db, integrationId);
    const remembered = headings === undefined ? null : mappingOfHeadings(headings, columns);
    if (remembered !== null) return { mapping: remembered, mappingOrigin: 'remembered' };
    return { mapping: guessMapping(columns), mappingOrigin: 'guessed' };
  }

  async function compareDay(integrationId: number, day: string, file: FileRows, only: FileSelection) {
    const sessions = new DaySessions(day, 0);
    const isWanted = ({ sessionId, rounds }: { sessionId: string; rounds: number }) =>
      !only.played || rounds > 0 || file.has(sessionId);
    await addStored(deps, sessions, integrationId, only.real ? [1] : [1, 4], isWanted);
    const totals = noFiguresByType();
    for (const [index, row] of file.rowsOf(day, sessions.ids).entries()) {
      if (index % rowsPerYield === rowsPerYield - 1) await setImmediate();
      // What the file has no column for is no difference.
      const session = { ...nothing, ...sessions.oursOf(row.sessionId), ...row.session };
      sessions.addLine({ ...session, sessionId: row.sessionId, day: row.day, updatedAtMs: 0, refusal: null });
      if (row.day === day) addTo(totals[session.sessionType], figuresOfSession(session));
    }
    return explainDay(sessions, totals, {
      storedDays: (ids) => findStoredDays(deps, integrationId, ids),
      quarantined: (ids) => deps.quarantined(integrationId, ids),
    });
  }

  return {
    async check(actor, integrationId, file, sent) {
      await requireIntegration(actor, integrationId);
      const table = await readTable(file);
      const found = await mappingFor(integrationId, table, sent);
      const missing = requiredFileFields.filter((field) => found.mapping[field] === undefined);
      const sample = table.rows
        .slice(0, sampleRows)
        .map((row) => table.columns.map((_, column) => textOf(row[column]).slice(0, 100)));
      const read = missing.length > 0 ? null : await readRows(table, found.mapping);
      return {
        columns: table.columns.map((column) => column.slice(0, 100)),
        ...found,
        missing,
        rows: table.rows.length,
        right: read?.rows.length ?? 0,
        wrong: read?.problems ?? 0,
        from: read?.from ?? null,
        to: read?.to ?? null,
        sample,
        errors: read?.named ?? [],
      };
    },

    async compare(actor, integrationId, file, sent) {
      const { name } = await requireIntegration(actor, integrationId);
      const table = await readTable(file);
      const mapping = readMapping(sent, table.columns.length);
      const missing = requiredFileFields.filter((field) => mapping[field] === undefined);
      if (missing.length > 0) throw new ValidationError({ mapping: messageOf('fields.fileColumnsMissing') });
      const { rows, problems, from, to } = await readRows(table, mapping);
      if (from === null || to === null)
        throw new ValidationError({ file: messageOf('fields.fileNoRightRow') });
      if (daysBetween(from, to) > mostComparedDays) {
        throw new ValidationError({ file: messageOf('fields.periodTooLong', { count: mostComparedDays }) });
      }
      const only = selectionOf(mapping, rows);
      const difference = noFigures();
      const sums = new Map<string, ClassSum>();
      let kept: DifferingSession[] = [];
      let sessions = 0;
      const inFile = figuresInFile(mapping);
      const fileRows = await FileRows.of(rows);
      for (const day of daysOf({ from, to })) {
        const explained = await compareDay(integrationId, day, fileRows, only);
        sessions += explained.sessions;
        const named = explained.kept.map((one) => ({ ...one, difference: inFile(one.difference) }));
        kept = largest([...kept, ...named]);
        for (const part of explained.classes) {
          const key = `${part.class} ${part.sessionType}`;
          const sum = sums.get(key) ?? { ...part, sessions: 0, difference: noFigures() };
          sum.sessions += part.sessions;
          addTo(sum.difference, inFile(part.difference));
          addTo(difference, inFile(part.difference));
          sums.set(key, sum);
        }
      }
      const result = {
        id: randomUUID(),
        integrationId,
        fileName: file.name.slice(0, 200),
        sha256: await checksumOf(file),
        username: actor.username,
        comparedAt: clock.now(),
        from,
        to,
        rows: rows.length,
        wrong: problems,
        sessions,
        difference,
        classes: [...sums.values()],
        kept,
      };
      await postgres.transaction(async (tx) => {
        await insertFile(tx, result);
        await saveHeadings(tx, integrationId, headingsOf(mapping, table.columns));
      });
      const stored = await findFile(postgres.db, result.id);
      if (stored === undefined) throw new Error('The file that was just compared is missing');
      return shownFile({ ...stored, kept_sessions: result.kept.length }, name, actor);
    },

    async list(actor, days) {
      const [files, names] = await Promise.all([
        listFiles(postgres.db, visibleIntegrations(actor), days),
        referenceData.read(),
      ]);
      return files.map((file) => shownFile(file, integrationName(names, file.integration_id), actor));
    },

    async sessions(actor, id) {
      const file = await findFile(postgres.db, id);
      if (file === undefined) throw new NotFoundError(messageOf('refusals.fileNotFound'));
      const visible = visibleIntegrations(actor);
      if (visible !== null && !visible.includes(file.integration_id))
        throw new NotFoundError(messageOf('refusals.fileNotFound'));
      const shown = (figures: Parameters<typeof figuresOf>[0] | null) =>
        figures === null ? null : shownFigures(figuresOf(figures), actor);
      return file.kept.map(({ sessionType, reason, ours, platform, difference, ...row }) => ({
        ...row,
        hubId: row.ourDay === null ? null : sessionIdOf(file.integration_id, row.sessionId),
        sessionTypeId: sessionType,
        ours: shown(ours),
        platform: shown(platform),
        difference: shownFigures(figuresOf(difference), actor),
        reason: reason === null ? null : renderMessage(reason),
        ...(reason === null ? {} : { reasonDetail: reason }),
      }));
    },
  };
}

async function checksumOf({ path }: UploadedFile): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const mappedFigures = ['bet', 'win', 'netWin', 'due', 'rounds'] as const;

/** Leaves what a file has no column for out of a difference, that of sessions which it lacks included. */
function figuresInFile(mapping: FileMapping) {
  const unknown = mappedFigures.filter((figure) => mapping[figure] === undefined);
  return <Sums extends Record<(typeof mappedFigures)[number], bigint>>(difference: Sums): Sums => ({
    ...difference,
    ...Object.fromEntries(unknown.map((figure) => [figure, 0n])),
  });
}

interface FileSelection {
  real: boolean;
  played: boolean;
}

/**
 * Files of only real sessions, or of only those with rounds, are usual, the hub's own list among them: the others are no difference
 * unless the file has any.
 */
function selectionOf(mapping: FileMapping, rows: readonly FileRow[]): FileSelection {
  return {
    real: mapping.sessionType !== undefined && !rows.some(({ session }) => session.sessionType === 4),
    played: mapping.rounds !== undefined && !rows.some(({ session }) => session.rounds === 0),
  };
}

/** The rows of a file by day and by session, so that each of its days reads only those that concern it. */
class FileRows {
  readonly #rows: readonly FileRow[];
  readonly #byDay = new Map<string, number[]>();
  readonly #bySession = new Map<string, number[]>();

  private constructor(rows: readonly FileRow[]) {
    this.#rows = rows;
  }

  static async of(rows: readonly FileRow[]): Promise<FileRows> {
    const file = new FileRows(rows);
    for (const [index, { day, sessionId }] of rows.entries()) {
      if (index % rowsPerYield === rowsPerYield - 1) await setImmediate();
      addIndex(file.#byDay, day, index);
      addIndex(file.#bySession, sessionId, index);
    }
    return file;
  }

  has(sessionId: string): boolean {
    return this.#bySession.has(sessionId);
  }

  /** Those of the day, and those of other days whose sessions the hub has on this one; as they stand in the file. */
  rowsOf(day: string, stored: readonly string[]): FileRow[] {
    const indexes = [...(this.#byDay.get(day) ?? [])];
    for (const id of stored) {
      for (const index of this.#bySession.get(id) ?? [])
        if (this.#rows[index]?.day !== day) indexes.push(index);
    }
    return indexes.sort((a, b) => a - b).flatMap((index) => this.#rows[index] ?? []);
  }
}

function addIndex(indexes: Map<string, number[]>, key: string, index: number): void {
  const known = indexes.get(key);
  if (known === undefined) indexes.set(key, [index]);
  else known.push(index);
}

function readMapping(text: string, columns: number): FileMapping {
  const parsed = fileMapping.safeParse(parseJsonOrNull(text));
  const isInside = parsed.success && Object.values(parsed.data).every((column) => (column ?? 0) < columns);
  if (!parsed.success || !isInside)
    throw new ValidationError({ mapping: messageOf('fields.fileMappingInvalid') });
  return parsed.data;
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function headingsOf(mapping: FileMapping, columns: readonly string[]): Headings {
  const headings: Headings = {};
  for (const field of fileFields) {
    const at = mapping[field];
    if (at !== undefined) headings[field] = columns[at] ?? '';
  }
  return headings;
}

/** The remembered columns, where the file has all of them. */
function mappingOfHeadings(headings: Headings, columns: readonly string[]): FileMapping | null {
  const mapping: FileMapping = {};
  for (const [field, heading] of Object.entries(headings) as [FileField, string][]) {
    const at = columns.indexOf(heading);
    if (at < 0) return null;
    mapping[field] = at;
  }
  return mapping;
}

async function readRows(table: FileTable, mapping: FileMapping) {
  const decimal = decimalOf(table, mapping);
  const calendar =
    mapping.createdAt === undefined ? undefined : calendarOfHeading(table.columns[mapping.createdAt]);
  const rows: FileRow[] = [];
  const named: (RowProblem & { line: number })[] = [];
  let problems = 0;
  let from: string | null = null;
  let to: string | null = null;
  for (const [index, cells] of table.rows.entries()) {
    if (index % rowsPerYield === rowsPerYield - 1) await setImmediate();
    const row = readRow(cells, mapping, decimal, calendar);
    if ('error' in row) {
      problems += 1;
      // The heading is line 1.
      if (named.length < mostNamedRows) named.push({ line: index + 2, ...row });
      continue;
    }
    rows.push(row);
    if (from === null || row.day < from) from = row.day;
    if (to === null || row.day > to) to = row.day;
  }
  return { rows, named, problems, from, to };
}

function shownFile(
  file: Omit<FileRecord, 'kept'> & { kept_sessions: number },
  name: string,
  actor: Actor,
): ComparedFile {
  const shown = (figures: Parameters<typeof figuresOf>[0]) => shownFigures(figuresOf(figures), actor);
  return {
    id: file.id,
    integration: { id: file.integration_id, name },
    fileName: file.file_name,
    sha256: file.sha256,
    username: file.username,
    comparedAt: file.compared_at.toISOString(),
    from: file.first_day,
    to: file.last_day,
    rows: file.rows,
    wrong: file.wrong,
    sessions: file.sessions,
    keptSessions: file.kept_sessions,
    difference: shown(file.difference),
    classes: file.classes.map(({ class: ofClass, sessionType, sessions, difference }) => ({
      class: ofClass,
      sessionTypeId: sessionType,
      sessions,
      difference: shown(difference),
    })),
  };
}
