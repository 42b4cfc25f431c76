import {
  bearer,
  type PlatformEndpoint,
  type PlatformService,
  type PlatformToken,
} from '@ludus/contract/operator-api';
import { type HttpResponse, type Send, SendError, type SendFailure } from './http.ts';
import { Skipped } from './probe.ts';
import type { ConformanceOptions, Target } from './target.ts';

/** What came of a call: a response, or the reason why there is none. Never thrown, because both can be a finding. */
export interface Reply {
  /** The call as a command; its token is named, not shown. */
  request: string;
  response: HttpResponse | null;
  failure: SendFailure | null;
  ms: number;
}

export interface CallOptions {
  /** The token that is sent; that of the call when left out, none when null. */
  token?: PlatformToken | null | { value: string };
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

const maxBytes = 64 * 1024 * 1024;

/** So many calls in a row without a response: the platform is given up, so that a run ends. */
export const mostSilent = 5;

/** Sends the calls of a run, each with the token that the operator API names for it. */
export class Client {
  readonly target: Target;
  readonly options: ConformanceOptions;
  readonly signal: AbortSignal;
  readonly #send: Send;
  #calls = 0;
  #silent = 0;

  constructor(
    target: Target,
    { options, send, signal }: { options: ConformanceOptions; send: Send; signal: AbortSignal },
  ) {
    this.target = target;
    this.options = options;
    this.#send = send;
    this.signal = signal;
  }

  /** Calls sent so far. */
  get calls(): number {
    return this.#calls;
  }

  get isGivenUp(): boolean {
    return this.#silent >= mostSilent;
  }

  url(service: PlatformService): string {
    return this.target.services[service].url;
  }

  async call(
    endpoint: PlatformEndpoint,
    url: string,
    { token, body, headers = {} }: CallOptions & { service?: PlatformService } = {},
    service?: PlatformService,
  ): Promise<Reply> {
    const named = token === undefined ? tokenOf(endpoint, service) : token;
    return this.send(endpoint.method, url, { token: named, body, headers });
  }

  /** Sends a call to any address. @throws Skipped once the platform is given up */
  async send(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    { token = null, body, headers = {} }: CallOptions = {},
  ): Promise<Reply> {
    this.signal.throwIfAborted();
    if (this.isGivenUp) throw new Skipped('dependsOn', { check: 'health' });
    const value = token === null ? null : typeof token === 'object' ? token.value : this.#valueOf(token);
    const all = {
      accept: 'application/json, application/x-ndjson, text/html',
      ...(value === null ? {} : bearer(value)),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = asCommand(method, url, {
      token: value === null ? null : typeof token === 'string' ? token : 'wrong',
      text,
      headers,
    });
    const started = performance.now();
    const took = () => Math.round(performance.now() - started);
    this.#calls += 1;
    try {
      const response = await this.#send({
        method,
        url,
        headers: all,
        timeoutMs: this.options.timeoutMs,
        maxBytes,
        signal: this.signal,
        ...(text === undefined ? {} : { body: text }),
      });
      this.#silent = 0;
      return { request, response, failure: null, ms: took() };
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      this.#silent = error.status === null ? this.#silent + 1 : 0;
      return { request, response: null, failure: error.reason, ms: took() };
    }
  }

  /** As the hub does: where a token of a group is not set, that of the service. */
  #valueOf(token: PlatformToken): string | null {
    const { services, bookkeepingToken, operatorToken, maintenanceToken } = this.target;
    if (token === 'bookkeeping') return bookkeepingToken ?? services.data.token;
    if (token === 'operator') return operatorToken ?? services.play.token;
    if (token === 'maintenance') return maintenanceToken ?? services.play.token;
    return services[token].token;
  }
}

function tokenOf(endpoint: PlatformEndpoint, service?: PlatformService): PlatformToken {
  if (endpoint.token !== 'own') return endpoint.token;
  const own = service ?? endpoint.service;
  if (own === 'any') throw new Error('A call to no single service needs the service that it is sent to.');
  return own;
}

/** A call as a line for a shell: the token stands in a variable, so that a report can be passed on. */
function asCommand(
  method: string,
  url: string,
  call: { token: string | null; text: string | undefined; headers: Readonly<Record<string, string>> },
): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = ['curl -sS'];
  if (method !== 'GET') parts.push(`-X ${method}`);
  if (call.token !== null) parts.push(`-H "Authorization: Bearer $${call.token.toUpperCase()}_TOKEN"`);
  for (const [name, value] of Object.entries(call.headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (call.text !== undefined) parts.push(`-H 'Content-Type: application/json' -d ${quoted(call.text)}`);
  parts.push(quoted(url));
  return parts.join(' ');
}
