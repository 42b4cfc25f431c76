import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Session } from 'chdb';

/** A stand-in for a ClickHouse server. */
export interface ClickHouseServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Speaks the HTTP interface of ClickHouse (statement in the body, or in the address with the data in the body; errors
 * as 500 with their text, or after the rows when the response has begun) on top of the embedded engine, so that the
 * client side of `CLICKHOUSE_URL` is tested against real responses. The folder may be open in this process already.
 */
export async function startClickHouseServer(
  folder: string,
  onStatement: (user: string, statement: string) => void = () => {},
): Promise<ClickHouseServer> {
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const answering = answer(folder, request, response, onStatement)
      .catch((error: unknown) => fail(response, error))
      .finally(() => running.delete(answering));
    running.add(answering);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      // A statement goes on after its caller has gone, and keeps the folder open in this process.
      await Promise.all(running);
    },
  };
}

const binaryFormat = ' FORMAT RowBinaryWithNamesAndTypes';
const tag = 'abcdefghijklmnop';

async function answer(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  onStatement: (user: string, statement: string) => void,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://server');
  const body = await buffer(request);
  const statement = address.searchParams.get('query');
  const sql = statement === null ? body : Buffer.concat([Buffer.from(`${statement}\n`), body]);
  onStatement(userOf(request), statement ?? body.toString('utf8'));
  const session = new Session(folder);
  try {
    applySettings(session, address.searchParams);
    if (statement?.endsWith(binaryFormat)) {
      await insertBinary(session, folder, statement, body);
      response.end();
    } else if (address.searchParams.get('wait_end_of_query') === '1') {
      const result = await session.queryAsync(sql.toString('utf8'));
      response.end(result.bytes());
    } else {
      await stream(session, sql.toString('utf8'), response);
    }
  } finally {
    session.close();
  }
}

/** What the interface itself takes from the address. Everything else is a setting of the engine. */
const ownParameters = new Set(['query', 'query_id', 'database', 'wait_end_of_query']);

// Some of them, `max_query_size` among them, have to be known before the statement is read.
function applySettings(session: Session, parameters: URLSearchParams): void {
  for (const [name, value] of parameters) {
    if (ownParameters.has(name)) continue;
    session.query(`SET ${name} = '${value.replaceAll(/['\\]/g, '\\$&')}'`);
  }
}

// The engine takes statements as text, which would change the bytes.
async function insertBinary(
  session: Session,
  folder: string,
  statement: string,
  rows: Buffer,
): Promise<void> {
  const file = join(folder, 'inserts', randomUUID());
  const [insert, settings] = statement.slice(0, -binaryFormat.length).split(' SETTINGS ');
  try {
    await writeFile(file, rows);
    await session.queryAsync(
      `${insert} SELECT * FROM file('${file}', 'RowBinaryWithNamesAndTypes') SETTINGS ${settings}`,
    );
  } finally {
    await rm(file, { force: true });
  }
}

async function stream(session: Session, sql: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'x-clickhouse-exception-tag': tag });
  let readOn = () => {};
  for (const event of ['drain', 'close']) response.on(event, () => readOn());
  try {
    for await (const chunk of session.queryStream(sql)) {
      if (response.destroyed) return;
      // Like a server, it makes no more than its reader takes.
      if (!response.write(chunk.raw())) {
        await new Promise<void>((go) => {
          readOn = go;
        });
      }
    }
    response.end();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    response.write(
      `\r\n__exception__\r\n${tag}\r\n${text}\r\n${text.length} ${tag}\r\n__exception__\r\n`,
      () => response.destroy(),
    );
  }
}

function userOf({ headers }: IncomingMessage): string {
  const credentials = Buffer.from(headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  return credentials.split(':', 1)[0] ?? '';
}

function fail(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(text)?.[1] ?? '0';
  response.writeHead(500, { 'x-clickhouse-exception-code': code });
  response.end(text);
}
