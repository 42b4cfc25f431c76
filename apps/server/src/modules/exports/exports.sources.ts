import {
  type ExportSplit,
  type FileFormat,
  type getCoverage,
  type MetricId,
  messageOf,
  metricOfSplit,
  metrics,
  type QueryOf,
  type SplitStatName,
  type Statistics,
  sessionTypes,
  splitStatNames,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { type Calendar, calendarOf, parsePeriod, type Range, zone } from '../../infra/clock/index.ts';
import { ForbiddenError } from '../../infra/errors/index.ts';
import type { Cell, Column, Row, Table } from '../../infra/spreadsheet/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import { type ReportsService, reportRows, reportTables } from '../reports/index.ts';
import { filterLines, requestedIntegrations, type WholeLists, writeWhole } from '../sessions/index.ts';
import {
  checkRanking,
  type RankingOf,
  type StatisticsService,
  seesNetAndDue,
  visibleMetrics,
} from '../statistics/index.ts';
import { type CoverageSource, fileBaseOfCoverage, prepareCoverage } from './exports.coverage.ts';
import { fileBaseOfOpen, type OpenSessionsSource, prepareOpen } from './exports.open.ts';
import { rankingFileName, rankingTables } from './exports.ranking.ts';
import type { ExportRequest } from './exports.request.ts';

export interface SourceDeps {
  statistics: Pick<StatisticsService, 'statistics'>;
  ranking: RankingOf;
  reports: ReportsService;
  lists: WholeLists;
  openSessions: OpenSessionsSource;
  certificates: CoverageSource;
  referenceData: Pick<ReferenceData, 'read'>;
}

/**
 * Takes the tables of a file; may be called again when what was written turned out to be incomplete. `written` counts how
 * many rows of figures or sessions there are, once the first table has been read.
 */
export type Sink = (tables: readonly Table[], written: () => number) => Promise<void>;

/** Figures or sessions, read for one person and ready to be written. */
export interface Prepared {
  /** Of the figures or sessions, about: decides whether someone can wait for the file. */
  cells: number;
  /** The filters in words. */
  lines: [string, string][];
  /** Returns the number of rows of figures or sessions. `onProgress` gets the rows written and the rows expected. */
  write(sink: Sink, onProgress: (rows: number, expected: number) => void): Promise<number>;
}

/** What there is at an instant, and not in a period. */
type InstantRequest = Extract<ExportRequest, { at: string }>;

export function isOfInstant(request: ExportRequest): request is InstantRequest {
  return request.kind === 'openSessions' || request.kind === 'coverage';
}

/** Returns the requested period. @throws ValidationError for a bad one */
export function requestedPeriod(request: ExportRequest): Range {
  if (isOfInstant(request)) return { from: new Date(request.at), to: new Date(request.at) };
  return parsePeriod(
    request.kind === 'sessions' ? request.filter : request.request,
    requestedCalendar(request),
  );
}

function requestedCalendar(request: ExportRequest): Calendar {
  return calendarOf('request' in request ? request.request.timeZone : undefined);
}

/** The filter of a request, to ask how complete its figures are. */
export function coverageQuery(request: Exclude<ExportRequest, InstantRequest>): QueryOf<typeof getCoverage> {
  if (request.kind === 'sessions') {
    const { from, to, sessionTypeId, isOpen, gameIds, filter } = request.filter;
    const integrations = requestedIntegrations(request.filter);
    return { from, to, sessionTypeId, isOpen, games: gameIds, integrations, operators: filter?.operatorId };
  }
  const { from, to, isOpen, integrations, operators, games, timeZone } = request.request;
  return {
    from,
    to,
    isOpen,
    timeZone,
    sessionTypeId: request.kind === 'report' ? sessionTypes.real : request.request.sessionTypeId,
    integrations: integrations ?? undefined,
    operators: operators ?? undefined,
    games: games ?? undefined,
  };
}

/** `report-2026-11-01-2026-11-20`: the first and the last day in the requested time zone. */
export function fileBase(request: ExportRequest): string {
  if (request.kind === 'openSessions') return fileBaseOfOpen(request);
  if (request.kind === 'coverage') return fileBaseOfCoverage(request);
  const { from, to } = requestedPeriod(request);
  const { day } = requestedCalendar(request);
  const what = request.kind === 'ranking' ? rankingFileName(request.request) : request.kind;
  return [what, day(from), day(new Date(to.getTime() - 1))].join('-');
}

/**
 * Refuses what the actor may not ask for, before any work.
 * @throws ForbiddenError for a figure or an order the actor may not see; ValidationError for a bad period
 */
export function checkRequest(actor: Actor, request: ExportRequest, { lists }: SourceDeps): void {
  requestedPeriod(request);
  if (request.kind === 'sessions') lists.open(actor, request.filter, request.order);
  if (request.kind === 'ranking') checkRanking(actor, request.request);
  if (request.kind === 'statistics' && request.stat !== undefined) {
    const metric = metricOfSplit(request.stat);
    if (!visibleMetrics(actor, [metric]).has(metric))
      throw new ForbiddenError(messageOf('refusals.metricHidden', { metric }));
  }
}

/** Reads what a request is of, as this actor sees it. @throws what the statistics and the report throw */
export async function prepare(
  actor: Actor,
  { request, format }: { request: ExportRequest; format: FileFormat },
  deps: SourceDeps,
): Promise<Prepared> {
  checkRequest(actor, request, deps);
  if (request.kind === 'openSessions') return prepareOpen(actor, request, deps.openSessions);
  if (request.kind === 'coverage') return prepareCoverage(actor, request, deps);
  if (request.kind === 'sessions') {
    const list = deps.lists.open(actor, request.filter, request.order);
    const sessionCells = 10;
    return {
      cells: (await list.count()) * sessionCells,
      lines: await list.lines(),
      write(sink, onProgress) {
        let written = 0;
        return writeWhole(
          list,
          (table) => {
            written = 0;
            return sink([table], () => written);
          },
          (rows, expected) => {
            written = rows;
            onProgress(rows, expected);
          },
        );
      },
    };
  }
  const figures = await figureTables(actor, request, format, deps);
  const { tables, rows, lines = [] } = figures;
  return {
    cells: figures.cells ?? tables.reduce((cells, { columns }) => cells + rows * columns.length, 0),
    lines: [...(await figureLines(request, deps)), ...lines],
    async write(sink, onProgress) {
      await sink(tables, () => rows);
      onProgress(rows, rows);
      return rows;
    },
  };
}

type FigureRequest = Exclude<ExportRequest, InstantRequest | { kind: 'sessions' }>;

/** What is read for a file of figures; `lines` are what only this reading knows. */
interface FigureTables {
  tables: Table[];
  rows: number;
  /** Of tables that differ in their rows; else each has all rows. */
  cells?: number;
  lines?: [string, string][];
}

async function figureTables(
  actor: Actor,
  request: FigureRequest,
  format: FileFormat,
  deps: SourceDeps,
): Promise<FigureTables> {
  if (request.kind === 'ranking') {
    const { size, ...made } = await rankingTables(actor, request, { ranking: deps.ranking, format });
    return { ...made, rows: size };
  }
  if (request.kind === 'report') {
    const report = await deps.reports.report(actor, request.request);
    return { tables: reportTables(report, seesNetAndDue(actor)), rows: reportRows(report) };
  }
  const { stat, by } = request;
  if (by !== undefined) {
    const table = await sumsTable(actor, request.request, by, deps);
    return { tables: [table], rows: table.size };
  }
  const table =
    stat === undefined
      ? await totalsTable(actor, request.request, deps)
      : await splitTable(actor, request.request, stat, deps);
  return { tables: [table], rows: table.size };
}

type Asked = Extract<ExportRequest, { kind: 'statistics' }>['request'];
const kindOf = (metric: MetricId): Column['kind'] =>
  metrics[metric].unit === 'euro' ? 'money' : metrics[metric].unit;

/** Every figure the actor may see, bucket by bucket, and the total of the whole period. */
async function totalsTable(actor: Actor, asked: Asked, { statistics }: SourceDeps) {
  const { datasetGames: _, datasetIntegrations: _i, datasetOperators: _o, stats: _s, ...rest } = asked;
  const answer = await statistics.statistics(actor, { ...rest, datasetTotals: true, datasetTypes: false });
  const series = (answer.datasets.totals ?? []).map(({ stat, label, data, total }) => ({
    title: label,
    kind: kindOf(stat),
    data,
    total,
  }));
  return bucketTable('Statistics', answer, asked, series);
}

/** One figure per game, integration or operator, whichever the chart shows beside each other. */
async function splitTable(actor: Actor, asked: Asked, stat: SplitStatName, { statistics }: SourceDeps) {
  const metric = metricOfSplit(stat);
  const split = asked.datasetGames || asked.datasetIntegrations || asked.datasetOperators;
  const answer = await statistics.statistics(actor, {
    ...asked,
    stats: [metric],
    datasetTotals: !split,
    datasetTypes: false,
  });
  const { games, integrations, operators, totals } = answer.datasets;
  const found = [
    ...(games?.[stat] ?? []),
    ...(integrations?.[stat] ?? []),
    ...(operators?.[stat] ?? []),
    ...(totals ?? []),
  ];
  const series = found.map(({ label, data, total }) => ({
    title: label,
    kind: kindOf(metric),
    data,
    total,
  }));
  return bucketTable('Statistics', answer, asked, series);
}

/** Every figure the actor may see of each game, integration or operator, greatest bet first, and their total. */
async function sumsTable(
  actor: Actor,
  { stats: _, ...asked }: Asked,
  by: ExportSplit,
  { statistics }: SourceDeps,
): Promise<Table & { size: number }> {
  const { datasets, grandTotals } = await statistics.statistics(actor, {
    ...asked,
    // Only the sums of the whole period are written.
    key: 'month',
    datasetGames: by === 'games',
    datasetIntegrations: by === 'integrations',
    datasetOperators: by === 'operators',
    datasetTotals: false,
    datasetTypes: false,
  });
  const series: Partial<Record<SplitStatName, SumSeries[]>> = datasets[by] ?? {};
  const figures = splitStatNames.flatMap((stat) => {
    const found = series[stat];
    if (found === undefined) return [];
    const sums = new Map(found.map((one) => [idOf(one), one.total]));
    return [{ metric: metricOfSplit(stat), sums }];
  });
  const rows = (series.bet ?? []).map(
    (one): Row => ({ cells: [one.label, ...figures.map(({ sums }) => sums.get(idOf(one)) ?? null)] }),
  );
  const total: Row = {
    cells: ['Total', ...figures.map(({ metric }) => grandTotals[metric] ?? null)],
    strong: true,
  };
  return {
    name: 'Statistics',
    columns: [
      { title: { games: 'Game', integrations: 'Integration', operators: 'Operator' }[by], kind: 'text' },
      ...figures.map(({ metric }) => ({ title: metrics[metric].title, kind: kindOf(metric) })),
    ],
    rows: [[...rows, total]],
    size: rows.length,
  };
}

interface SumSeries {
  label: string;
  total: number | null;
  gameId?: number;
  integrationId?: number;
  operatorId?: number;
}

/** Of whatever the series are of: those of operators name their integration, too. */
const idOf = ({ gameId, operatorId, integrationId }: SumSeries) => gameId ?? operatorId ?? integrationId;

interface Series {
  title: string;
  kind: Column['kind'];
  data: readonly (number | null)[];
  total: number | null;
}

function bucketTable(
  name: string,
  { buckets }: Pick<Statistics, 'buckets'>,
  { key = 'day', timeZone = zone }: Asked,
  series: readonly Series[],
): Table & { size: number } {
  // On the day the clocks go back an hour comes twice; its offset distinguishes the two.
  const byHour = key === 'hour';
  // Instants are written in Rome's time, so the hours of another zone are text.
  const isRome = timeZone === zone;
  const hourCell = (bucketKey: string) =>
    isRome ? new Date(bucketKey) : bucketKey.slice(0, 16).replace('T', ' ');
  const when = (bucketKey: string): Cell[] =>
    byHour ? [hourCell(bucketKey), `UTC${bucketKey.slice(16)}`] : [bucketKey];
  const total: Row = {
    cells: [
      ...(byHour ? [null, 'Total'] : [null]),
      byHour ? null : 'Total',
      ...series.map((one) => one.total),
    ],
    strong: true,
  };
  return {
    name,
    columns: [
      byHour && !isRome
        ? { title: `Hour (${timeZone})`, kind: 'text', width: 18 }
        : { title: { hour: 'Hour', day: 'Day', month: 'Month' }[key], kind: key },
      ...(byHour ? [{ title: 'Offset', kind: 'text', width: 12 } as const] : []),
      { title: 'Partial', kind: 'text', width: 9 },
      ...series.map(({ title, kind }) => ({ title, kind })),
    ],
    rows: (function* () {
      for (const [index, bucket] of buckets.entries()) {
        const cells = [
          ...when(bucket.key),
          bucket.partial ? 'yes' : 'no',
          ...series.map(({ data }) => data[index] ?? null),
        ];
        yield [{ cells }];
      }
      yield [total];
    })(),
    size: buckets.length,
  };
}

async function figureLines(
  request: FigureRequest,
  { referenceData }: SourceDeps,
): Promise<[string, string][]> {
  const { from, to, integrations, operators, games, isOpen } = request.request;
  const filter = {
    from,
    to,
    // The report counts only real sessions.
    sessionTypeId: request.kind === 'report' ? (1 as const) : (request.request.sessionTypeId ?? null),
    isOpen: isOpen ?? null,
    integrationId: integrations ?? undefined,
    filter: { operatorId: operators ?? undefined },
    gameIds: games ?? undefined,
  };
  const { timeZone = zone } = request.request;
  const lines: [string, string][] = [
    ...filterLines({ filter, names: await referenceData.read() }),
    // Instants in the file are Rome's all the same.
    ...(timeZone === zone ? [] : [['Hours, days and months of', timeZone] as [string, string]]),
  ];
  if (request.kind === 'report' || request.kind === 'ranking') return lines;
  if (request.by !== undefined) return [...lines, ['Grouped by', request.by]];
  const figure: [string, string][] =
    request.stat === undefined ? [] : [['Figure', metrics[metricOfSplit(request.stat)].formula]];
  return [...lines, ['Grouped by', request.request.key ?? 'day'], ...figure];
}
