import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { type Engine, type EngineConnection, longestStatement } from './engine.ts';
import { settingsText } from './statement.ts';

/** A ClickHouse server or cluster at an http(s) address; user, password and database stand in the address. */
export function openServerEngine(url: string): Engine {
  const client = createClient({
    url,
    application: 'ludus-hub',
    max_open_connections: 24,
    // The engine stops queries by its own clock; this only ends a connection that is dead.
    request_timeout: 660_000,
    keep_alive: { enabled: true },
    // Errors reach the caller, who logs them with the label of the query.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { max_query_size: String(longestStatement) },
  });
  // The server buffers the whole result until the query has ended, so that a late failure is an error and not half a result.
  const whole = { clickhouse_settings: { wait_end_of_query: 1 } } as const;
  const connection: EngineConnection = {
    async run(sql) {
      const { stream } = await client.exec({ query: sql, ...whole });
      return buffer(stream);
    },
    async insert(table, lines, settings) {
      const query = `INSERT INTO ${table} SETTINGS ${settingsText(settings)} FORMAT JSONEachRow`;
      const { stream } = await client.exec({ query, values: Readable.from([lines]), ...whole });
      await buffer(stream);
    },
    async insertBinary(target, rows, settings) {
      const query = `INSERT INTO ${target} SETTINGS ${settingsText(settings)} FORMAT RowBinaryWithNamesAndTypes`;
      const { stream } = await client.exec({ query, values: Readable.from([rows]), ...whole });
      await buffer(stream);
    },
    async *stream(sql) {
      const { stream, response_headers } = await client.exec({ query: sql });
      yield* untilException(stream, response_headers['x-clickhouse-exception-tag']);
    },
    drain: async () => true,
    close: () => {},
  };
  return {
    embedded: false,
    width: 16,
    open: () => connection,
    // Ends their connections, and the server ends a query that has lost its own.
    cancelQueries: () => void client.close(),
    close: () => client.close(),
  };
}

/** How many connections {@link readServerIds} opens: a load balancer that chooses one of two at random is seen 127 times of 128. */
const probes = 8;

/** Returns the ids of the servers that an address leads to, asked over connections of their own. */
export async function readServerIds(url: string): Promise<string[]> {
  const ids = await Promise.all(
    Array.from({ length: probes }, async () => {
      const client = createClient({
        url,
        application: 'ludus-hub',
        keep_alive: { enabled: false },
        request_timeout: 10_000,
        log: { level: ClickHouseLogLevel.OFF },
      });
      try {
        const { stream } = await client.exec({ query: 'SELECT serverUUID() FORMAT TSV' });
        return (await buffer(stream)).toString('utf8').trim();
      } finally {
        await client.close();
      }
    }),
  );
  return [...new Set(ids)];
}

/**
 * A server that fails in the middle of a result has already sent status 200. It writes the error after the rows, between
 * two markers that carry a tag from the headers; those bytes must become an error and not the end of someone's export.
 */
async function* untilException(
  stream: AsyncIterable<unknown>,
  tag: string | string[] | undefined,
): AsyncIterable<Uint8Array> {
  const mark = Buffer.from(`\r\n__exception__\r\n${tag}\r\n`);
  let pending = Buffer.alloc(0);
  for await (const chunk of stream) {
    pending = Buffer.concat([pending, chunk as Uint8Array]);
    const start = tag === undefined ? -1 : pending.indexOf(mark);
    if (start !== -1) throw new Error(await messageBehind(pending.subarray(start + mark.length), stream));
    const end = Math.max(0, pending.length - mark.length);
    if (end > 0) yield pending.subarray(0, end);
    pending = pending.subarray(end);
  }
  if (pending.length > 0) yield pending;
}

async function messageBehind(begun: Uint8Array, stream: AsyncIterable<unknown>): Promise<string> {
  const pieces = [begun];
  try {
    for await (const chunk of stream) pieces.push(chunk as Uint8Array);
  } catch {
    // The server cuts the connection behind its message.
  }
  return Buffer.concat(pieces).toString('utf8').split('\r\n')[0]?.trim() ?? '';
}
