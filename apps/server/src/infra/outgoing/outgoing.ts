import dns from 'node:dns';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, messageOfIssue } from '@ludus/contract';
import { Agent, errors } from 'undici';
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
  /** Longest silence before the head and between pieces of the body; 10 s unless given. */
  idleTimeoutMs?: number;
  /** Longest body that is read; 2 MB unless given. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** A response whose body has not been read. Read it, or call `discard`, so that its connection becomes free. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
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
  /** Sends a call and resolves with the response headers, whatever the status. @throws OutgoingError */
  send(url: string, request?: OutgoingRequest): Promise<OutgoingResponse>;
  /**
   * Checks beforehand whether `send` would call an address. A name that does not resolve yet is accepted: it is checked
   * again with each call. @throws OutgoingError `bad-address` or `refused`
   */
  assertCallable(url: string): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

/** Saving an address waits no longer than this for its name to resolve. */
const lookUpMs = 2_000;
const maxConnectionsPerOrigin = 32;
const connectTimeoutMs = 10_000;
const defaults = { timeoutMs: 10_000, idleTimeoutMs: 10_000, maxBytes: 2_000_000 };

/** One helper for all calls of the hub; see {@link createAddressGuard} for the addresses it refuses. */
export function createOutgoing(
  settings: Pick<Settings, 'sandbox' | 'sandboxUrl' | 'allowPrivateHosts'> &
    Partial<Pick<Settings, 'allowInsecureServices'>>,
): Outgoing {
  const guard = createAddressGuard(settings);
  const allowsHttp = settings.allowInsecureServices ?? settings.sandbox;
  // undici follows no redirect by itself.
  const agent = new Agent({
    connections: maxConnectionsPerOrigin,
    connect: { lookup: guardedLookup(guard), timeout: connectTimeoutMs },
  });
  return {
    send: async (url, request = {}) => send(parseUrl(url, guard, allowsHttp), request, agent),
    async assertCallable(text) {
      const host = bareHost(parseUrl(text, guard, allowsHttp).hostname);
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
    close: () => void agent.destroy(),
  };
}

function parseUrl(text: string, guard: AddressGuard, allowsHttp: boolean): URL {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new OutgoingError('bad-address', messageOf('outgoing.notHttp'));
  }
  if (url.protocol === 'http:' && !allowsHttp) {
    throw new OutgoingError('bad-address', messageOf('outgoing.notHttps'));
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingError('bad-address', messageOf('outgoing.credentials'));
  }
  const host = bareHost(url.hostname);
  // A literal address is connected to without a look-up, so it is checked here.
  if (isIP(host) !== 0 && !guard.permits(host, host)) throw refused(host);
  return url;
}

function refused(host: string): OutgoingError {
  return new OutgoingError('refused', messageOf('outgoing.privateAddress', { host }));
}

/** Checks what the name resolves to in the same look-up that the socket connects with: no second look-up can differ. */
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

async function send(url: URL, given: OutgoingRequest, agent: Agent): Promise<OutgoingResponse> {
  const { method = 'GET', timeoutMs = defaults.timeoutMs, maxBytes = defaults.maxBytes } = given;
  const idleTimeoutMs = given.idleTimeoutMs ?? defaults.idleTimeoutMs;
  const signals = [given.signal, timeoutMs === 0 ? undefined : AbortSignal.timeout(timeoutMs)];
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  const explain = (error: unknown) => toOutgoingError(error, url.host, given.signal);
  const request = () =>
    agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...given.headers },
      body: given.body ?? null,
      signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    });
  const { statusCode, headers, body } = await request()
    .catch((error: unknown) => {
      if (method === 'GET' && isStaleConnection(error)) return request();
      throw error;
    })
    .catch((error: unknown) => {
      throw explain(error);
    });
  // A body that is discarded ends with an error that no one waits for.
  body.on('error', () => {});

  const tooLarge = () =>
    new OutgoingError('too-large', messageOf('outgoing.tooLarge', { host: url.host, limit: maxBytes }));
  async function* read(): AsyncGenerator<Buffer> {
    let bytes = 0;
    try {
      if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
      for await (const piece of body) {
        bytes += piece.length;
        if (bytes > maxBytes) throw tooLarge();
        yield piece;
      }
    } catch (error) {
      throw explain(error);
    } finally {
      body.destroy();
    }
  }
  const pieces = read();
  const bytes = () => buffer(pieces);
  const text = async () => (await bytes()).toString('utf8');
  return {
    status: statusCode,
    headers: headers as IncomingHttpHeaders,
    body: pieces,
    bytes,
    text,
    json: async (schema) => parseJson(await text(), schema, url.host),
    discard: () => void body.destroy(),
  };
}

/** Whether a connection that was kept from an earlier call was closed by the other side in this very moment. */
function isStaleConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

function parseJson<Schema extends z.ZodType>(text: string, schema: Schema, host: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OutgoingError('malformed', messageOf('outgoing.notJson', { host }));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  // Names of unknown fields come from the other side, which may have put anything there, a token of ours included.
  const problem = issue === undefined ? messageOf('fields.invalid') : messageOfIssue(issue);
  const field = issue?.path.join('.') ?? '';
  const detail =
    field === ''
      ? messageOf('outgoing.otherForm', { host, problem })
      : messageOf('outgoing.otherField', { host, field, problem });
  throw new OutgoingError('malformed', detail);
}

const timeoutCodes = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** undici's and the parser's own codes of a connection that ended too soon. */
const earlyEndCodes = ['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE'];
const unreachableCodes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

function toOutgoingError(error: unknown, host: string, callerSignal: AbortSignal | undefined): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const cause = { cause: error };
  if (callerSignal?.aborted)
    return new OutgoingError('aborted', messageOf('outgoing.aborted', { host }), cause);
  const code = codeOf(error);
  if (timeoutCodes.includes(code) || (error instanceof Error && error.name === 'TimeoutError')) {
    return new OutgoingError('timeout', messageOf('outgoing.timeout', { host }), cause);
  }
  if (unreachableCodes.includes(code)) {
    return new OutgoingError('unreachable', messageOf('outgoing.unreachable', { host, cause: code }), cause);
  }
  const name = earlyEndCodes.includes(code) ? 'ECONNRESET' : code;
  const detail =
    name === '' ? messageOf('outgoing.cutOff', { host }) : messageOf('outgoing.cut', { host, cause: name });
  return new OutgoingError('cut', detail, cause);
}

/** DOM exceptions have numbers as codes. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
