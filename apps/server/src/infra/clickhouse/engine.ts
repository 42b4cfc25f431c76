import type { QuerySettings } from './statement.ts';

/** One connection to an engine; runs one statement at a time. */
export interface EngineConnection {
  /** Runs a statement and returns its whole output. */
  run(sql: string): Promise<Uint8Array>;
  /** Appends lines of JSON to a table. */
  insert(table: string, lines: Uint8Array, settings: QuerySettings): Promise<void>;
  /** Appends rows in RowBinaryWithNamesAndTypes; the target is a table with its list of columns. */
  insertBinary(target: string, rows: Uint8Array, settings: QuerySettings): Promise<void>;
  /** Runs a query and yields its output in chunks; memory stays constant. */
  stream(sql: string): AsyncIterable<Uint8Array>;
  /**
   * After an error: makes sure that no output of the failed query surfaces in the next result.
   * False means that the connection must be closed.
   */
  drain(): Promise<boolean>;
  close(): void;
}

/** Bytes a statement may have: lists of ids, such as those of a page of fetched sessions, stand in the statement itself. */
export const longestStatement = 16 * 1024 * 1024;

/** Opens connections: to the engine in this process, or to a server. */
export interface Engine {
  readonly embedded: boolean;
  /** How many connections are useful at once. */
  readonly width: number;
  open(): EngineConnection;
  /** Ends every running query with an error. */
  cancelQueries(): void;
  close(): Promise<void>;
}

// SOCKET_TIMEOUT, NETWORK_ERROR, TABLE_IS_READ_ONLY (no keeper), ALL_CONNECTION_TRIES_FAILED, TOO_FEW_LIVE_REPLICAS and
// KEEPER_EXCEPTION.
const unavailableCodes: ReadonlySet<number> = new Set([209, 210, 242, 279, 285, 999]);

const networkErrors: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

// A name with several addresses fails with the errors of all of them.
function networkErrorOf(cause: unknown): unknown {
  const { code, errors } = (cause ?? {}) as { code?: unknown; errors?: { code?: unknown }[] };
  return code ?? errors?.[0]?.code;
}

/** A failed query, with the engine's message. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError';
  /** ClickHouse's number of the error, such as 159 for a timeout; 0 when there is none. */
  readonly code: number;
  readonly label: string;

  constructor(label: string, cause: unknown) {
    const text = cause instanceof Error ? cause.message : String(cause);
    const found = /Code: (\d+)\./.exec(text);
    super(`${label}: ${text.slice(0, 2000)}`, { cause });
    this.label = label;
    this.code = Number(found?.[1] ?? (cause as { code?: unknown } | null)?.code) || 0;
  }

  get timedOut(): boolean {
    return this.code === 159 || this.code === 160;
  }

  /** True when the server, or a shard of its cluster, could not be reached or is not able to work now: it may be later. */
  get isUnavailable(): boolean {
    return unavailableCodes.has(this.code) || networkErrors.has(networkErrorOf(this.cause));
  }

  /** True when the result had more rows than the caller allows. */
  get tooManyRows(): boolean {
    return this.code === 396;
  }
}
