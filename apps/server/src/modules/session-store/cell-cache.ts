import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import type { QuerySegment } from './aggregates.plan.ts';
import { keyText } from './aggregates.rows.ts';
import type { Statement } from './aggregates.sql.ts';
import { type AggregatesRow, noAggregates } from './aggregates.types.ts';
import type { SessionStoreState } from './dirty-buckets.repo.ts';
import { findLevel } from './rollup.levels.ts';
import { dimensionColumns, type Grain, type Level, measures, players, rollupTable } from './rollup.schema.ts';

/**
 * The cells of the smallest levels of the rollup in memory: sums over everything and by integration, which every dashboard asks
 * for. A statement of a few rows costs the engine 4 to 8 ms, whatever it returns; from here it is a tenth of one.
 */
export interface CellCache {
  /** Brings the cells up to a state; two short queries where it has changed, nothing where it has not. */
  at(state: SessionStoreState): Promise<Cells>;
}

/** The cells as of one state. */
export interface Cells {
  /** Whether the cells of a segment are here for a level. The segment has to be of clean buckets, as plans are. */
  covers(segment: QuerySegment, level: Level): boolean;
  /** Sums the segments of a statement that are covered; with the stored players where `withPlayers`, as `sumsSql`. */
  sum(statement: Statement, withPlayers: boolean): AggregatesRow[];
}

const cachedLevels: readonly Level[] = [0, 1];
const cachedGrains: readonly Grain[] = ['hour', 'day', 'month'];
/** Hours are many: those of the latest weeks are here, which is what people look at by the hour. */
const hoursMs = 40 * 86_400_000;

/** Columns of a cell in memory, all whole numbers. */
const columns = [
  'level',
  'session_type',
  dimensionColumns.integration,
  ...measures.map(({ column }) => column),
  players.column,
] as const;
const [levelAt, typeAt, integrationAt, firstMeasureAt] = [0, 1, 2, 3];
const playersAt = columns.length - 1;

/** No version of a bucket: it is read again with the next state. */
const incomplete = -1n;

interface Bucket {
  version: bigint;
  /** Rows of `columns`, one after the other. */
  cells: BigInt64Array;
}
/** By the start of the bucket, as a plan names it: epoch seconds of an hour, YYYYMMDD of a day or (first of a) month. */
type Buckets = ReadonlyMap<number, Bucket>;
type GrainBuckets = Readonly<Record<Grain, Buckets>>;

const startOf: Record<Grain, string> = {
  hour: 'toInt64(toUnixTimestamp(bucket))',
  day: 'toInt64(toYYYYMMDD(bucket))',
  month: 'toInt64(toYYYYMMDD(bucket))',
};
const dayNumber = (day: string) => Number(day.replaceAll('-', ''));

export function createCellCache(clickhouse: Pick<ClickHouse, 'integers'>, clock: Clock): CellCache {
  const none: GrainBuckets = { hour: new Map(), day: new Map(), month: new Map() };
  let latest: { key: string; cells: Promise<{ buckets: GrainBuckets; hoursFromMs: number }> } = {
    key: '',
    cells: Promise.resolve({ buckets: none, hoursFromMs: Number.POSITIVE_INFINITY }),
  };

  async function read(known: GrainBuckets, hoursFromMs: number): Promise<GrainBuckets> {
    const versions = await readVersions(clickhouse, hoursFromMs);
    const changed = new Map<Grain, number[]>();
    for (const grain of cachedGrains) {
      const stale = [...versions[grain]].filter(
        ([start, version]) => known[grain].get(start)?.version !== version,
      );
      if (stale.length > 0)
        changed.set(
          grain,
          stale.map(([start]) => start),
        );
    }
    const read = changed.size > 0 ? await readBuckets(clickhouse, changed, hoursFromMs) : none;
    const bucketsOf = (grain: Grain): Buckets =>
      new Map(
        // A bucket that is gone is left out.
        [...versions[grain].keys()].flatMap((start) => {
          const bucket = read[grain].get(start) ?? known[grain].get(start);
          return bucket ? [[start, bucket] as const] : [];
        }),
      );
    return { hour: bucketsOf('hour'), day: bucketsOf('day'), month: bucketsOf('month') };
  }

  return {
    async at(state) {
      // A bucket that was dirty and is clean has other cells, before the data version says so.
      const key = [state.dataVersion, ...state.dirtyDays, '-', ...state.dirtyMonths].join(' ');
      if (latest.key !== key) {
        const before = latest.cells;
        const hoursFromMs = clock.now().getTime() - hoursMs;
        const cells = (async () => {
          const known = await before.catch(() => ({ buckets: none }));
          return { buckets: await read(known.buckets, hoursFromMs), hoursFromMs };
        })();
        latest = { key, cells };
        cells.catch(() => {
          if (latest.cells === cells)
            latest = { key: '', cells: Promise.resolve({ buckets: none, hoursFromMs }) };
        });
      }
      const { buckets, hoursFromMs } = await latest.cells;
      return {
        covers: (segment, level) =>
          cachedLevels.includes(level) &&
          segment.source !== 'base' &&
          (segment.source !== 'hour' || segment.fromMs >= hoursFromMs),
        sum: (statement, withPlayers) => sumCells(buckets, statement, withPlayers),
      };
    },
  };
}

const levelList = `(${cachedLevels.join(', ')})`;

function recent(grain: Grain, hoursFromMs: number): string {
  return grain === 'hour' ? `AND bucket >= toDateTime(${Math.floor(hoursFromMs / 1000)}, 'UTC')` : '';
}

/** The version of each bucket: every refresh writes its cell of level 0 with its own. */
async function readVersions(
  clickhouse: Pick<ClickHouse, 'integers'>,
  hoursFromMs: number,
): Promise<Record<Grain, Map<number, bigint>>> {
  const values = await clickhouse.integers(
    cachedGrains
      .map(
        (grain, index) =>
          `SELECT toInt64(${index}), ${startOf[grain]} AS start, toInt64(max(version)) FROM ${rollupTable(grain, 'sums')}
           WHERE level = 0 AND session_type = 0 ${recent(grain, hoursFromMs)} GROUP BY start`,
      )
      .join(' UNION ALL '),
    { label: 'session-store.cells.versions', settings: { max_threads: 1 } },
  );
  const versions = { hour: new Map(), day: new Map(), month: new Map() };
  for (let at = 0; at < values.length; at += 3) {
    const grain = cachedGrains[Number(values[at])];
    if (grain) versions[grain].set(Number(values[at + 1]), values[at + 2]);
  }
  return versions;
}

async function readBuckets(
  clickhouse: Pick<ClickHouse, 'integers'>,
  changed: ReadonlyMap<Grain, readonly number[]>,
  hoursFromMs: number,
): Promise<GrainBuckets> {
  const width = columns.length + 3;
  const values = await clickhouse.integers(
    [...changed]
      .map(([grain, starts]) => {
        // Most of the buckets are read on a start, few afterwards.
        const only = starts.length <= 400 ? `AND ${startOf[grain]} IN (${starts.join(', ')})` : '';
        return `SELECT toInt64(${cachedGrains.indexOf(grain)}) AS grain, ${startOf[grain]} AS start, toInt64(version) AS cell_version,
            ${columns.map((name) => `toInt64(${name})`).join(', ')}
          FROM ${rollupTable(grain, 'sums')} FINAL
          WHERE level IN ${levelList} AND session_type IN (0, 1, 4) ${recent(grain, hoursFromMs)} ${only}`;
      })
      .join(' UNION ALL '),
    { label: 'session-store.cells', maxRows: 10_000_000, settings: { max_threads: 1 } },
  );
  const rows = new Map<Grain, Map<number, number[]>>(cachedGrains.map((grain) => [grain, new Map()]));
  for (let at = 0; at < values.length; at += width) {
    const own = rows.get(cachedGrains[Number(values[at])] as Grain);
    const start = Number(values[at + 1]);
    const offsets = own?.get(start);
    if (offsets) offsets.push(at);
    else own?.set(start, [at]);
  }
  const bucketsOf = (grain: Grain) =>
    new Map(
      [...(rows.get(grain) ?? [])].map(([start, offsets]) => {
        const cells = new BigInt64Array(offsets.length * columns.length);
        for (const [row, at] of offsets.entries()) {
          cells.set(values.subarray(at + 3, at + width), row * columns.length);
        }
        // A refresh writes all cells of a bucket with one version: of one that is being written, some have an older one.
        const versions = new Set(offsets.map((at) => values[at + 2]));
        const [version = incomplete] = versions.size === 1 ? versions : [];
        return [start, { version, cells }] as const;
      }),
    );
  return { hour: bucketsOf('hour'), day: bucketsOf('day'), month: bucketsOf('month') };
}

function sumCells(
  buckets: GrainBuckets,
  { request, segments }: Statement,
  withPlayers: boolean,
): AggregatesRow[] {
  const level = BigInt(findLevel(request));
  const types = request.sessionType ? [request.sessionType] : request.byType ? [1, 4] : [0];
  const integrations = request.integrations?.length ? new Set(request.integrations) : null;
  const byIntegration = request.by?.includes('integration') ?? false;
  const rows = new Map<string, AggregatesRow>();
  const add = (bucket: number, cells: BigInt64Array) => {
    for (let at = 0; at < cells.length; at += columns.length) {
      const type = Number(cells[at + typeAt]);
      const integration = Number(cells[at + integrationAt]);
      if (cells[at + levelAt] !== level || !types.includes(type)) continue;
      if (integrations !== null && !integrations.has(integration)) continue;
      const key = {
        bucket,
        integrationId: byIntegration ? integration : 0,
        operatorId: 0,
        gameId: 0,
        sessionType: (request.byType ? type : 0) as 0 | 1 | 4,
      };
      const text = keyText(key);
      const row = rows.get(text) ?? { ...key, ...noAggregates };
      for (const [index, { name }] of measures.entries())
        row[name] += cells[at + firstMeasureAt + index] ?? 0n;
      if (withPlayers) row.players += Number(cells[at + playersAt]);
      rows.set(text, row);
    }
  };
  for (const { segment, bucket } of segments) {
    if (segment.source === 'base') continue;
    const [from, to] =
      'from' in segment
        ? [dayNumber(segment.from), dayNumber(segment.to)]
        : [segment.fromMs / 1000, segment.toMs / 1000];
    for (const [start, { cells }] of buckets[segment.source]) {
      if (start < from || start >= to) continue;
      // As the statements name a row's bucket: months without their day.
      add(typeof bucket === 'number' ? bucket : bucket === 'month' ? Math.floor(start / 100) : start, cells);
    }
  }
  return [...rows.values()];
}
