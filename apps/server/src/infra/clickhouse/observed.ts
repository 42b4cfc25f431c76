import type { ClickHouse } from './clickhouse.ts';
import type { QueryOptions } from './statement.ts';

/** Called when a query of a label begins; the returned function when it ends, with the error where it fails. */
export type BeginQuery = (label: string, operation: 'read' | 'write' | 'stream') => (error?: unknown) => void;

/** The same database, whose queries are reported to `begin`. Waiting for a connection counts; a stream ends with its reader. */
export function observeClickHouse(clickhouse: ClickHouse, begin: BeginQuery): ClickHouse {
  async function run<T>(
    operation: 'read' | 'write',
    { label }: Pick<QueryOptions, 'label'>,
    work: () => Promise<T>,
  ): Promise<T> {
    const end = begin(label, operation);
    try {
      const result = await work();
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  }

  async function* read<T>({ label }: QueryOptions, items: AsyncIterable<T>): AsyncIterable<T> {
    const end = begin(label, 'stream');
    let failure: unknown;
    try {
      yield* items;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      end(failure);
    }
  }

  return {
    ...clickhouse,
    rows: (sql, options) => run('read', options, () => clickhouse.rows(sql, options)),
    integers: (sql, options) => run('read', options, () => clickhouse.integers(sql, options)),
    binary: (sql, columns, options) => run('read', options, () => clickhouse.binary(sql, columns, options)),
    command: (sql, options) => run('write', options, () => clickhouse.command(sql, options)),
    truncateTable: (table, options) => run('write', options, () => clickhouse.truncateTable(table, options)),
    changeRows: (table, change, options) =>
      run('write', options, () => clickhouse.changeRows(table, change, options)),
    insertLines: (table, lines, options) =>
      run('write', options, () => clickhouse.insertLines(table, lines, options)),
    insertBinary: (table, columns, rows, options) =>
      run('write', options, () => clickhouse.insertBinary(table, columns, rows, options)),
    stream: (sql, options) => read(options, clickhouse.stream(sql, options)),
    streamBinary: (sql, readRow, options) => read(options, clickhouse.streamBinary(sql, readRow, options)),
  };
}
