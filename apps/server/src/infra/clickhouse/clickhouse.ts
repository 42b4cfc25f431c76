import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../errors/startup-errors.ts';
import type { Log } from '../log/index.ts';
import { type Cluster, changeTarget } from './cluster.ts';
import { ClickHouseError, type Engine, type EngineConnection } from './engine.ts';
import { int64Values } from './int64-values.ts';
import { assertOneServer, readCluster } from './layout.clickhouse.ts';
import { identifier } from './params.ts';
import { ConnectionPool } from './pool.ts';
import { assertServer } from './refusals.ts';
import { type BinaryColumn, RowBinaryReader, readBinaryHeader } from './row-binary.ts';
import { openServerEngine, readServerIds } from './server.ts';
import { commandText, insertSettings, type QueryOptions, selectText } from './statement.ts';
import { Streams } from './streams.ts';

/** Formats that {@link ClickHouse.stream} can write. */
export type StreamFormat =
  | 'JSONEachRow'
  | 'JSONCompactEachRow'
  | 'CSV'
  | 'CSVWithNames'
  | 'TSV'
  | 'RowBinary';

/** The database of the session store. Every query has a label, a time limit and, when it returns rows, a row limit. */
export interface ClickHouse {
  /**
   * The rows of a query, as objects by column name. 64-bit integers and decimals arrive as text.
   * At most `maxRows` (100,000 by default) within `timeoutMs` (30 s); beyond that it is an error, never a truncated result.
   * @throws ClickHouseError
   */
  rows<T>(sql: string, options: QueryOptions & { maxRows?: number }): Promise<T[]>;
  /**
   * The values of a query whose columns are all Int64, row by row in column order; the caller
   * knows their number. Limits are those of {@link ClickHouse.rows}. For results of thousands of rows: 6,000 rows of 15 sums
   * take 8 ms like this and 14 ms as JSON.
   * @throws ClickHouseError
   * @throws TypeError when a column is of another type
   */
  integers(sql: string, options: QueryOptions & { maxRows?: number }): Promise<BigInt64Array>;
  /**
   * The values of a query row by row in RowBinary, whose layout the caller knows from the columns. Limits are those of
   * {@link ClickHouse.rows}. For results of ten thousands of rows that are compared and not kept.
   * @throws ClickHouseError
   * @throws TypeError when the columns are others
   */
  binary(
    sql: string,
    columns: readonly BinaryColumn[],
    options: QueryOptions & { maxRows?: number },
  ): Promise<Uint8Array>;
  /** Runs a statement without rows (10 minutes by default). Do not end it with SETTINGS of its own, pass `settings`. */
  command(sql: string, options: QueryOptions): Promise<void>;
  /** Empties a table, on all servers of a cluster. */
  truncateTable(table: string, options: QueryOptions): Promise<void>;
  /**
   * Changes rows of a table where they are stored, on all servers of a cluster; they are changed when this returns.
   * @param change what follows the name of the table, such as `DELETE WHERE integration_id = 7`
   */
  changeRows(table: string, change: string, options: QueryOptions): Promise<void>;
  /** Appends lines of JSON (`JSONEachRow`) to a table; all of it is stored when this returns. No lines: nothing. */
  insertLines(table: string, ndjson: Buffer, options: Omit<QueryOptions, 'params'>): Promise<void>;
  /**
   * Appends rows to columns of a table, written by a `RowBinaryWriter` of the same columns; all of them are stored when this
   * returns. For thousands of rows.
   */
  insertBinary(
    table: string,
    columns: readonly BinaryColumn[],
    rows: Buffer,
    options: Omit<QueryOptions, 'params'>,
  ): Promise<void>;
  /**
   * The output of a query in chunks at constant memory (10 minutes by default). A chunk may end inside a row.
   * It starts when it is iterated; leaving the loop ends the query.
   */
  stream(sql: string, options: QueryOptions & { format?: StreamFormat }): AsyncIterable<Buffer>;
  /**
   * Like {@link ClickHouse.stream}, as batches of rows. `readRow` reads all values of one row, in the order of the columns and
   * with their types. A row of text takes the engine several times as long, and this process, too.
   */
  streamBinary<Row>(
    sql: string,
    readRow: (reader: RowBinaryReader) => Row,
    options: QueryOptions,
  ): AsyncIterable<Row[]>;
  /** Ends every running query; its caller gets an error. For a stop that must not wait any longer. */
  cancelQueries(): void;
  /** Ends streams, waits for other running queries, then closes; later calls fail. */
  close(): Promise<void>;
  readonly embedded: boolean;
  /** The cluster that the tables are spread over, when there is one. */
  readonly cluster: Cluster | undefined;
}

const longMs = 600_000;
const exactNumbers = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
} as const;
const oneQueryMemory = 2_000_000_000;
// Small blocks keep the pieces of a stream small: a million sessions pass through some 200 MB.
const streamed = { ...exactNumbers, max_block_size: 2048 } as const;

/**
 * Opens the server or cluster of `CLICKHOUSE_URL`, or the engine inside this process on `<dataDir>/session-store`.
 * @throws StartupError that names the setting and the cure when the server or the cluster cannot be used
 */
export async function openClickHouse(
  settings: Pick<Settings, 'dataDir' | 'clickhouseUrl' | 'clickhouseCluster' | 'threadPoolSize'>,
  log: Log,
): Promise<ClickHouse> {
  const { clickhouseUrl: url, clickhouseCluster: clusterName } = settings;
  const engine =
    url === undefined
      ? await openEmbedded(join(settings.dataDir, 'session-store'), poolWidth(settings.threadPoolSize))
      : openServerEngine(url);
  const clickhouse = clickhouseOn(engine, log, undefined);
  try {
    if (url === undefined) await clickhouse.rows('SELECT 1', { label: 'infra.open', timeoutMs: 10_000 });
    else await assertServer(clickhouse, url);
    if (clusterName !== undefined)
      return clickhouseOn(engine, log, await readCluster(clickhouse, clusterName));
    if (url !== undefined) await assertOneServer(clickhouse, () => readServerIds(url));
  } catch (error) {
    await clickhouse.close();
    throw error;
  }
  return clickhouse;
}

/** Installations for servers of their own come without the embedded engine, which is as large as all the rest. */
async function openEmbedded(folder: string, width: number): Promise<Engine> {
  const { openEmbeddedEngine } = await import('./embedded.ts').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new StartupError(
      'This installation has no embedded session store. Set CLICKHOUSE_URL to a ClickHouse server.',
      { cause },
    );
  });
  return openEmbeddedEngine(folder, width);
}

// Each running query holds a thread of Node's pool, and files, hashes and images need some too.
function poolWidth(threadPoolSize: number): number {
  return Math.max(2, Math.min(4, threadPoolSize - 1));
}

/** The database of an engine; its tables are spread over the cluster, where there is one. */
export function clickhouseOn(engine: Engine, log: Log, cluster: Cluster | undefined): ClickHouse {
  const pool = new ConnectionPool(engine);
  const streams = new Streams(engine);
  const streamedSettings = { ...streamed, ...cluster?.readSettings };

  async function run<T>(
    access: 'read' | 'write',
    label: string,
    work: (connection: EngineConnection) => Promise<T>,
  ): Promise<T> {
    const started = performance.now();
    try {
      return await pool.use(access, work);
    } catch (error) {
      throw new ClickHouseError(label, error);
    } finally {
      log.debug({ label, ms: Math.round(performance.now() - started) }, 'ClickHouse query');
    }
  }

  async function* stream(sql: string, label: string): AsyncIterable<Buffer> {
    try {
      yield* streams.read(sql);
    } catch (error) {
      throw new ClickHouseError(label, error);
    }
  }

  async function command(sql: string, options: QueryOptions): Promise<void> {
    const settings = { ...cluster?.readSettings, ...cluster?.writeSettings, ...options.settings };
    const text = commandText(sql, { timeoutMs: longMs, ...options, settings });
    await run('write', options.label, (connection) => connection.run(text));
  }

  async function answer(
    sql: string,
    format: string,
    options: QueryOptions & { maxRows?: number },
    settings: Record<string, string | number> = {},
  ): Promise<Uint8Array> {
    const text = selectText(sql, format, options, {
      ...exactNumbers,
      ...cluster?.readSettings,
      ...settings,
      max_result_rows: options.maxRows ?? 100_000,
      result_overflow_mode: 'throw',
      max_memory_usage: oneQueryMemory,
    });
    return run('read', options.label, (connection) => connection.run(text));
  }

  return {
    embedded: engine.embedded,
    cluster,

    async rows<T>(sql: string, options: QueryOptions & { maxRows?: number }): Promise<T[]> {
      const settings = { output_format_json_array_of_rows: 1 };
      return JSON.parse(textOf(await answer(sql, 'JSONEachRow', options, settings)));
    },

    integers: async (sql, options) => int64Values(await answer(sql, 'RowBinaryWithNamesAndTypes', options)),

    async binary(sql, columns, options) {
      const result = await answer(sql, 'RowBinaryWithNamesAndTypes', options);
      const header = readBinaryHeader(result);
      const [expected, found] = [describeColumns(columns), describeColumns(header.columns)];
      if (expected !== found) throw new TypeError(`The columns are ${found}, not ${expected}`);
      return result.subarray(header.valuesAt);
    },

    command,

    truncateTable: (table, options) => command(`TRUNCATE TABLE ${changeTarget(cluster, table)}`, options),

    changeRows: (table, change, options) =>
      command(`ALTER TABLE ${changeTarget(cluster, table)} ${change}`, {
        ...options,
        settings: { mutations_sync: 2, ...options.settings },
      }),

    async insertLines(table, ndjson, options) {
      if (ndjson.length === 0) return;
      identifier(table);
      const settings = { ...cluster?.writeSettings, ...insertSettings({ timeoutMs: longMs, ...options }) };
      await run('write', options.label, (connection) => connection.insert(table, ndjson, settings));
    },

    async insertBinary(table, columns, rows, options) {
      const target = `${identifier(table)} (${columns.map(({ name }) => identifier(name)).join(', ')})`;
      const settings = { ...cluster?.writeSettings, ...insertSettings({ timeoutMs: longMs, ...options }) };
      await run('write', options.label, (connection) => connection.insertBinary(target, rows, settings));
    },

    stream(sql, { format = 'JSONEachRow', ...options }) {
      const text = selectText(sql, format, { timeoutMs: longMs, ...options }, streamedSettings);
      return stream(text, options.label);
    },

    async *streamBinary<Row>(
      sql: string,
      readRow: (reader: RowBinaryReader) => Row,
      options: QueryOptions,
    ): AsyncIterable<Row[]> {
      // Without names and types: the engine in this process would write them in front of each piece.
      const text = selectText(sql, 'RowBinary', { timeoutMs: longMs, ...options }, streamedSettings);
      let rest: Buffer = Buffer.alloc(0);
      for await (const piece of stream(text, options.label)) {
        const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
        const reader = new RowBinaryReader(bytes);
        const rows: Row[] = [];
        for (;;) {
          const { at } = reader;
          const row = readRow(reader);
          if (reader.isCut) {
            rest = bytes.subarray(at);
            break;
          }
          rows.push(row);
        }
        if (rows.length > 0) yield rows;
      }
      if (rest.length > 0) throw new TypeError('The result ends within a row');
    },

    cancelQueries: () => engine.cancelQueries(),

    async close() {
      await Promise.all([streams.close(), pool.close()]);
      await engine.close();
    },
  };
}

const describeColumns = (columns: readonly BinaryColumn[]) =>
  columns.map(({ name, type }) => `${name} ${type}`).join(', ');

const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
