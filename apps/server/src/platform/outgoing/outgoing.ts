import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { type AddressGuard, bareHost, createAddressGuard } from './address-guard.ts';
import { OutgoingError } from './outgoing-error.ts';

export interface OutgoingRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Most time for the whole call, the body included; 10 s unless given. 0 leaves only the idle time-out. */
  timeoutMs?: number;
  /** Longest silence while connecting, waiting for the head and between pieces of the body; 10 s unless given. */
  idleTimeoutMs?: number;
  /** Longest body that is read; 2 MB unless given. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** An answer whose body has not been read. Read it, or call `discard`, so that its connection becomes free. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The body in pieces, once. @throws OutgoingError `cut`, `too-large`, `timeout` or `aborted` */
  readonly body: AsyncIterable<Buffer>;
  bytes(): Promise<Buffer>;
  text(): Promise<string>;
  /** The body as JSON of that shape. @throws OutgoingError `malformed` when it is something else. */
  json<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>>;
  discard(): void;
}

/** Calls to other machines: no redirects, time-outs, a size limit, and no private addresses unless allowed. */
export interface Outgoing {
  /** Sends a call and answers as soon as the head is there, whatever the status. @throws OutgoingError */
  send(url: string, request?: OutgoingRequest): Promise<OutgoingResponse>;
  /**
   * Says beforehand whether `send` would call an address. A name that leads nowhere yet is let through: it is judged
   * again with each call. @throws OutgoingError `bad-address` or `refused`
   */
  assertCallable(url: string): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}

/** Nobody who saves an address waits longer for its name to be found. */
const lookUpMs = 2_000;
const defaults = { timeoutMs: 10_000, idleTimeoutMs: 10_000, maxBytes: 2_000_000 };

/** One helper for all calls of the hub; see {@link createAddressGuard} for the addresses it refuses. */
export function createOutgoing(
  settings: Pick<Settings, 'sandbox' | 'sandboxUrl' | 'allowPrivateHosts'>,
): Outgoing {
  const guard = createAddressGuard(settings);
  const pool = { keepAlive: true, maxSockets: 32, maxFreeSockets: 8 };
  const agents = { http: new http.Agent(pool), https: new https.Agent(pool) };
  return {
    send: async (url, request = {}) => send(parseUrl(url, guard), request, guard, agents),
    async assertCallable(text) {
      const host = bareHost(parseUrl(text, guard).hostname);
      const nowhere = { addresses: [] };
      const found = await Promise.race([
        dns.promises.lookup(host, { all: true }).then(
          (addresses) => ({ addresses }),
          () => nowhere,
        ),
        wait(lookUpMs, nowhere, { ref: false }),
      ]);
      if (found.addresses.some(({ address }) => !guard.permits(host, address))) throw refused(host);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function parseUrl(text: string, guard: AddressGuard): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OutgoingError('bad-address', 'The address is not an http or https address.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingError('bad-address', 'The address holds a user name or a password.');
  }
  const host = bareHost(url.hostname);
  // A literal address is connected to without a look-up, so it is judged here.
  if (isIP(host) !== 0 && !guard.permits(host, host)) throw refused(host);
  return url;
}

function refused(host: string): OutgoingError {
  return new OutgoingError('refused', `${host} is a private address, and it is not among the allowed hosts.`);
}

/** Judges what the name resolves to in the very look-up the socket connects with: no second answer can differ. */
function guardedLookup(guard: AddressGuard): LookupFunction {
  return (hostname, options, callback) => {
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const bad = addresses.some(({ address }) => !guard.permits(hostname, address));
      const first = addresses[0];
      if (bad || first === undefined) return callback(refused(hostname), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

interface Agents {
  http: http.Agent;
  https: https.Agent;
}

async function send(url: URL, given: OutgoingRequest, guard: AddressGuard, agents: Agents) {
  const limits = {
    timeoutMs: given.timeoutMs ?? defaults.timeoutMs,
    idleTimeoutMs: given.idleTimeoutMs ?? defaults.idleTimeoutMs,
    maxBytes: given.maxBytes ?? defaults.maxBytes,
  };
  const stop = new AbortController();
  const failure: { reason?: OutgoingError } = {};
  const fail = (error: OutgoingError) => {
    failure.reason ??= error;
    stop.abort();
  };
  const onAbort = () => fail(new OutgoingError('aborted', `The call to ${url.host} was given up.`));
  if (given.signal?.aborted) onAbort();
  given.signal?.addEventListener('abort', onAbort, { once: true });
  const late = () => fail(new OutgoingError('timeout', `${url.host} took too long to answer.`));
  const total = limits.timeoutMs === 0 ? undefined : setTimeout(late, limits.timeoutMs);
  const end = () => {
    clearTimeout(total);
    given.signal?.removeEventListener('abort', onAbort);
  };
  const explain = (error: unknown) => failure.reason ?? reasonOf(error, url.host);

  /** Runs one step that must not be silent for longer than the idle time-out. */
  async function step<T>(work: Promise<T>): Promise<T> {
    const idle = setTimeout(late, limits.idleTimeoutMs);
    try {
      return await work;
    } catch (error) {
      end();
      throw explain(error);
    } finally {
      clearTimeout(idle);
    }
  }

  const head = () => open(url, given, guard, agents, stop.signal);
  const mayRepeat = given.method === undefined || given.method === 'GET';
  const message = await step(
    head().catch((error: unknown) => {
      // A connection kept from an earlier call may have been closed by the other side in this very moment.
      if (mayRepeat && error instanceof StaleConnection) return head();
      throw error;
    }),
  );

  const tooLarge = () =>
    new OutgoingError('too-large', `${url.host} answered with more than ${limits.maxBytes} bytes.`);
  async function* read(): AsyncGenerator<Buffer> {
    const pieces = message[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let bytes = 0;
    try {
      if (Number(message.headers['content-length'] ?? 0) > limits.maxBytes) throw tooLarge();
      for (;;) {
        const piece = await step(pieces.next());
        if (piece.done) return;
        bytes += piece.value.length;
        if (bytes > limits.maxBytes) throw tooLarge();
        yield piece.value;
      }
    } finally {
      end();
      if (!message.readableEnded) message.destroy();
    }
  }
  const body = read();
  const bytes = () => collect(body);
  const text = async () => (await bytes()).toString('utf8');
  const response: OutgoingResponse = {
    status: message.statusCode ?? 0,
    headers: message.headers,
    body,
    bytes,
    text,
    json: async (schema) => parseJson(await text(), schema, url.host),
    discard() {
      end();
      message.destroy();
    },
  };
  return response;
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

class StaleConnection extends Error {}

function open(
  url: URL,
  given: OutgoingRequest,
  guard: AddressGuard,
  agents: Agents,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const secure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method: given.method ?? 'GET',
      agent: secure ? agents.https : agents.http,
      lookup: guardedLookup(guard),
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...given.headers },
    });
    request.once('response', resolve);
    request.once('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(stale ? new StaleConnection(error.message, { cause: error }) : error);
    });
    request.end(given.body);
  });
}

function parseJson<Schema extends z.ZodType>(text: string, schema: Schema, host: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OutgoingError('malformed', `${host} answered with something that is not JSON.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
  // Names of fields come from the other side, which may have put anything there, a token of ours included.
  const what = issue?.code === 'unrecognized_keys' ? 'It has unknown fields.' : issue?.message;
  throw new OutgoingError('malformed', `${host} answered in another form: ${where}: ${what}`);
}

function reasonOf(error: unknown, host: string): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const cause = { cause: error };
  if (['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
    return new OutgoingError('unreachable', `${host} cannot be reached (${code}).`, cause);
  }
  return new OutgoingError('cut', `The connection to ${host} broke (${code || 'no reason given'}).`, cause);
}
