import type { QuerySettings } from './statement.ts';

/** One line to an engine. Whoever holds it runs one thing at a time. */
export interface Channel {
  /** Runs a statement and answers its whole output. */
  run(sql: string): Promise<Uint8Array>;
  /** Appends lines of JSON to a table. */
  insert(table: string, lines: Uint8Array, settings: QuerySettings): Promise<void>;
  /** Runs a query and answers its output piece by piece; memory stays constant. */
  stream(sql: string): AsyncIterable<Uint8Array>;
  /**
   * After an error: makes sure that nothing of the failed query is left to surface in the next answer.
   * False means that the line must be thrown away.
   */
  drain(): Promise<boolean>;
  close(): void;
}

/** Bytes a statement may have: lists of ids, such as those of a page of fetched sessions, stand in the statement itself. */
export const longestStatement = 16 * 1024 * 1024;

/** Where lines come from: the engine in this process, or a server. */
export interface Engine {
  readonly embedded: boolean;
  /** How many lines are useful at once. */
  readonly width: number;
  open(): Channel;
  close(): Promise<void>;
}

/** A failed query, in the engine's words. */
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

  /** True when the answer was refused because it has more rows than the caller allows. */
  get tooManyRows(): boolean {
    return this.code === 396;
  }
}
