import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createClient } from '@clickhouse/client';
import type { Channel, Engine } from './engine.ts';
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
  });
  // A whole answer is held back until the query has ended, so that a late failure is an error and not half an answer.
  const whole = { clickhouse_settings: { wait_end_of_query: 1 } } as const;
  const channel: Channel = {
    async run(sql) {
      const { stream } = await client.exec({ query: sql, ...whole });
      return buffer(stream);
    },
    async insert(table, lines, settings) {
      const query = `INSERT INTO ${table} SETTINGS ${settingsText(settings)} FORMAT JSONEachRow`;
      const { stream } = await client.exec({ query, values: Readable.from([lines]), ...whole });
      await buffer(stream);
    },
    async *stream(sql) {
      const { stream } = await client.exec({ query: sql });
      for await (const chunk of stream) yield chunk as Uint8Array;
    },
    drain: async () => true,
    close: () => {},
  };
  return { embedded: false, width: 16, open: () => channel, close: () => client.close() };
}
