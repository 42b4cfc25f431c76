import { type MetricId, metricByName, metrics, type SplitStatName, type Statistics } from '@ludus/contract';
import type { Actor } from '../../platform/access/index.ts';
import { parsePeriod, romeDay } from '../../platform/clock/index.ts';
import { ForbiddenError } from '../../platform/errors/index.ts';
import type { Cell, Column, Row, Table } from '../../platform/spreadsheet/index.ts';
import type { ReferenceDirectory } from '../integrations/index.ts';
import { type ReportsService, reportRows, reportTables } from '../reports/index.ts';
import { filterLines, askedIntegrations as inList, type WholeLists, writeWhole } from '../sessions/index.ts';
import { type StatisticsService, seesNetAndDue, visibleMetrics } from '../statistics/index.ts';
import type { ExportRequest } from './exports.request.ts';

export interface SourceDeps {
  statistics: Pick<StatisticsService, 'statistics'>;
  reports: ReportsService;
  lists: WholeLists;
  directory: Pick<ReferenceDirectory, 'read'>;
}

/**
 * Takes the tables of a file; may be called again when what was written turned out not to be whole. `written` tells how
 * many rows of figures or sessions there are, once the first table has been read.
 */
export type Sink = (tables: readonly Table[], written: () => number) => Promise<void>;

/** Figures or sessions, read for one person and ready to be written. */
export interface Prepared {
  /** Of the figures or sessions, about: tells whether somebody can wait for the file. */
  cells: number;
  /** The filters in words. */
  lines: [string, string][];
  /** Answers the number of rows of figures or sessions. `onProgress` hears of rows written of those expected. */
  write(sink: Sink, onProgress: (rows: number, expected: number) => void): Promise<number>;
}

/** Which period a request is of, as it was asked. */
export function askedPeriod(request: ExportRequest): { from: string; to: string } {
  return request.kind === 'sessions' ? request.filter : request.request;
}

/** Of which integrations a request is; undefined or none for all. */
export function askedIntegrations(request: ExportRequest): readonly number[] | null | undefined {
  return request.kind === 'sessions' ? inList(request.filter) : request.request.integrations;
}

/** `report-2026-11-01-2026-11-20`: the first and the last day in Rome. */
export function fileBase(request: ExportRequest): string {
  const { from, to } = parsePeriod(askedPeriod(request));
  return [request.kind, romeDay(from), romeDay(new Date(to.getTime() - 1))].join('-');
}

/**
 * Refuses what the actor may not ask for, before any work.
 * @throws ForbiddenError for a figure or an order the actor may not see; ValidationError for a bad period
 */
export function checkRequest(actor: Actor, request: ExportRequest, { lists }: SourceDeps): void {
  parsePeriod(askedPeriod(request));
  if (request.kind === 'sessions') lists.open(actor, request.filter, request.order);
  if (request.kind === 'statistics' && request.stat !== undefined) {
    const metric = metricOf(request.stat);
    if (!visibleMetrics(actor, [metric]).has(metric)) throw new ForbiddenError(`You may not see ${metric}.`);
  }
}

/** Reads what a request is of, as this actor sees it. @throws what the statistics and the report throw */
export async function prepare(actor: Actor, request: ExportRequest, deps: SourceDeps): Promise<Prepared> {
  checkRequest(actor, request, deps);
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
  const { tables, rows } = await figureTables(actor, request, deps);
  return {
    cells: tables.reduce((cells, { columns }) => cells + rows * columns.length, 0),
    lines: await figureLines(request, deps),
    async write(sink, onProgress) {
      await sink(tables, () => rows);
      onProgress(rows, rows);
      return rows;
    },
  };
}

type FigureRequest = Exclude<ExportRequest, { kind: 'sessions' }>;

async function figureTables(actor: Actor, request: FigureRequest, deps: SourceDeps) {
  if (request.kind === 'report') {
    const report = await deps.reports.report(actor, request.request);
    return { tables: reportTables(report, seesNetAndDue(actor)), rows: reportRows(report) };
  }
  const { stat } = request;
  const table =
    stat === undefined
      ? await totalsTable(actor, request.request, deps)
      : await splitTable(actor, request.request, stat, deps);
  return { tables: [table], rows: table.size };
}

type Asked = Extract<ExportRequest, { kind: 'statistics' }>['request'];
const metricOf = (stat: SplitStatName): MetricId => metricByName(stat) ?? 'bet';
const kindOf = (metric: MetricId): Column['kind'] =>
  metrics[metric].unit === 'euro' ? 'money' : metrics[metric].unit;

/** CHART-07: every figure the actor may see, bucket by bucket, and the total of the whole period. */
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
  const metric = metricOf(stat);
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

interface Series {
  title: string;
  kind: Column['kind'];
  data: readonly (number | null)[];
  total: number | null;
}

function bucketTable(
  name: string,
  { buckets }: Pick<Statistics, 'buckets'>,
  { key = 'day' }: Asked,
  series: readonly Series[],
): Table & { size: number } {
  // On the day the clocks go back an hour comes twice; its offset tells the two apart.
  const byHour = key === 'hour';
  const when = (bucketKey: string): Cell[] =>
    byHour ? [new Date(bucketKey), `UTC${bucketKey.slice(16)}`] : [bucketKey];
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
      { title: { hour: 'Hour', day: 'Day', month: 'Month' }[key], kind: key },
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

async function figureLines(request: FigureRequest, { directory }: SourceDeps): Promise<[string, string][]> {
  const { from, to, integrations, operators, games, isOpen } = request.request;
  const filter = {
    from,
    to,
    // The report counts real sessions alone.
    sessionTypeId: request.kind === 'report' ? (1 as const) : (request.request.sessionTypeId ?? null),
    isOpen: isOpen ?? null,
    integrationId: integrations ?? undefined,
    filter: { operatorId: operators ?? undefined },
    gameIds: games ?? undefined,
  };
  const lines = filterLines({ filter, names: await directory.read() });
  if (request.kind === 'report') return lines;
  const figure: [string, string][] =
    request.stat === undefined ? [] : [['Figure', metrics[metricOf(request.stat)].formula]];
  return [...lines, ['Grouped by', request.request.key ?? 'day'], ...figure];
}
