import { bindParams, type Params, quote } from './params.ts';

/** Settings of one query; they never outlive it. */
export type QuerySettings = Readonly<Record<string, string | number>>;

/** Options of every query. */
export interface QueryOptions {
  /** Values of the `{name:Type}` placeholders. */
  params?: Params;
  /** Where the query comes from, such as `sessions.list`; stands in the server's query log and in errors. */
  label: string;
  /** The engine stops the query after this time. */
  timeoutMs?: number;
  settings?: QuerySettings;
}

/*
 * Settings stand in the text of a query only. Passed in any other way they become settings of the connection and
 * change every later query on it.
 */

/** A query that returns rows in a format. */
export function selectText(sql: string, format: string, options: QueryOptions, own: QuerySettings): string {
  const settings = settingsText({ ...limitsOf(options), ...own, ...options.settings });
  return `${bindParams(trimmed(sql), options.params)}\nFORMAT ${format} SETTINGS ${settings}`;
}

/** A statement without rows: DDL, OPTIMIZE, ALTER, or INSERT ... SELECT. */
export function commandText(sql: string, options: QueryOptions): string {
  const settings = settingsText({ ...limitsOf(options), ...options.settings });
  const text = bindParams(trimmed(sql), options.params);
  return /^\s*INSERT\b/i.test(text)
    ? `${text}\nSETTINGS ${settings}`
    : `${text}\nFORMAT Null SETTINGS ${settings}`;
}

/** The settings of an insert of lines; one insert is one block per partition, written before it is acknowledged. */
export function insertSettings(options: QueryOptions): QuerySettings {
  return { async_insert: 0, ...limitsOf(options), ...options.settings };
}

/** `a=1, b='x'`. @throws TypeError on a name that is not one. */
export function settingsText(settings: QuerySettings): string {
  return Object.entries(settings)
    .map(([name, value]) => {
      if (!/^[a-z]\w*$/.test(name)) throw new TypeError(`not the name of a setting: ${name}`);
      return `${name}=${typeof value === 'number' ? value : quote(value)}`;
    })
    .join(', ');
}

function limitsOf({ label, timeoutMs }: QueryOptions): QuerySettings {
  return { log_comment: label, max_execution_time: (timeoutMs ?? 30_000) / 1000 };
}

const trimmed = (sql: string) => sql.trim().replace(/;$/, '');
