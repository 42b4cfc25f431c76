import type {
  AnyEndpoint,
  BodyInput,
  ErrorReply,
  HeldChange,
  ParamsInput,
  QueryInput,
  ResponseOf,
} from '@ludus/contract';
import i18next from 'i18next';
import { wholeTexts } from '../texts.ts';
import { viewAsHeaders, viewHasEnded } from '../view-as.ts';
import { callLimitReached } from './call-limit.ts';
import { ApiError } from './error.ts';
import { showHeld } from './held.ts';
import { takePreload } from './preload.ts';

/** The error of a refused call. A 429 is shown as a toast as well, whatever the screen makes of it. */
export function errorOfReply(status: number, reply: ErrorReply, retryAfter: string | null): ApiError {
  if (status !== 429) return new ApiError(status, reply);
  const { message, seconds } = callLimitReached(retryAfter);
  return new ApiError(status, { ...reply, message, detail: undefined }, seconds);
}

/** How an attempt to renew the token ended: `unreachable` may work later, `refused` needs a new sign-in. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

/** Where the access token comes from. `renew` is called once after a 401. */
export interface TokenSource {
  accessToken(): string | null;
  renew(): Promise<Renewal>;
  signInAgain(): void;
}

let tokens: TokenSource = {
  accessToken: () => null,
  renew: async () => 'unreachable',
  signInAgain: () => {},
};

/** Connects the calls with the session; done once at start, and by tests. */
export function setTokenSource(source: TokenSource): void {
  tokens = source;
}

/** The source of the access token in use. */
export function signedWith(): TokenSource {
  return tokens;
}

let isTraced = false;

/** Whether calls carry a `traceparent`, by which the server's traces begin at the browser's call. */
export function traceCalls(on: boolean): void {
  isTraced = on;
}

/** A `traceparent` of the W3C with a trace of its own. */
function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${digits.slice(0, 32)}-${digits.slice(32)}-01`;
}

/** The parts a caller must give: only those the endpoint declares. */
export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsInput<E>> &
  Part<'query', QueryInput<E>> &
  Part<'body', BodyInput<E>>;
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [Key in Name]?: undefined }
  : Record<string, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value };

export interface CallOptions {
  signal?: AbortSignal;
  /** Headers the call is documented with, beside those of every call. */
  headers?: Readonly<Record<string, string>>;
}

/** The address of a call: parameters filled in, lists comma-separated, undefined left out, null and dates written out. */
export function addressOf(endpoint: AnyEndpoint, params?: object, query?: object): string {
  const given = new Map(Object.entries(params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(given.get(name))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (Array.isArray(value)) {
      if (value.length > 0) search.set(name, value.join(','));
    } else if (value instanceof Date) {
      search.set(name, value.toISOString());
    } else if (value !== null && typeof value === 'object') {
      // order[bet]=asc, filter[integrationId]=3
      for (const [key, inner] of Object.entries(value)) {
        if (inner !== undefined) search.set(`${name}[${key}]`, String(inner));
      }
    } else {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return `/api${path}${text ? `?${text}` : ''}`;
}

const noAnswer = 'Error trying to connect to the server.';

async function send(
  endpoint: AnyEndpoint,
  url: string,
  body: unknown,
  { signal, headers: own }: CallOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...own };
  const token = tokens.accessToken();
  if (token && endpoint.access !== 'public') headers.authorization = `Bearer ${token}`;
  // To begin and to end a view is done by the person.
  if (endpoint.access !== 'public' && endpoint.access !== 'integrations:view-as')
    Object.assign(headers, viewAsHeaders());
  if (isTraced) headers.traceparent = newTraceparent();
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const request: RequestInit = {
    method: endpoint.method,
    credentials: 'include',
    headers,
    signal: signal ?? null,
  };
  if (body !== undefined) request.body = isForm ? body : JSON.stringify(body);
  try {
    return await (takePreload(url) ?? fetch(url, request));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { message: noAnswer, code: 'network' });
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const reply: unknown = await response.json().catch(() => null);
  if (
    reply !== null &&
    typeof reply === 'object' &&
    'message' in reply &&
    typeof reply.message === 'string'
  ) {
    const retryAfter = response.headers.get('retry-after');
    // Without them it says what the server said, in English.
    await wholeTexts().catch(() => {});
    if ((reply as ErrorReply).detail?.code === 'refusals.viewAsEnded') viewHasEnded();
    return errorOfReply(response.status, { requestId, ...(reply as ErrorReply) }, retryAfter);
  }
  return new ApiError(response.status, { message: noAnswer, code: 'internal', requestId });
}

/** A change that was not made yet is no success of the call: what was typed stays. */
async function heldError(answer: unknown): Promise<ApiError> {
  await wholeTexts().catch(() => {});
  const { changeRequest } = answer as HeldChange;
  const message = i18next.t('common:error.heldChange');
  showHeld(changeRequest);
  return new ApiError(202, { message, code: 'held' }, undefined, changeRequest);
}

/**
 * Makes one call of the contract and returns its typed response; throws `ApiError` otherwise. A 401 renews the token
 * once and repeats the call; when that does not help either, the person signs in again.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown };
  const url = addressOf(endpoint, params, query);
  let response = await send(endpoint, url, body, options);
  if (response.status === 401 && endpoint.access !== 'public') {
    const renewal = await tokens.renew();
    if (renewal === 'renewed') response = await send(endpoint, url, body, options);
    if (response.status === 401 && renewal !== 'unreachable') tokens.signInAgain();
  }
  if (!response.ok) throw await errorOf(response);
  const answer: unknown = response.status === 204 ? undefined : await response.json();
  if (response.status === 202 && endpoint.accepted !== undefined) throw await heldError(answer);
  if (!import.meta.env.DEV) return answer as ResponseOf<E>;
  // In development and tests, a response that breaks the contract fails where it arrives.
  const parsed = endpoint.response.safeParse(answer);
  if (!parsed.success) {
    throw new Error(`The answer of ${endpoint.id} does not follow the contract: ${parsed.error.message}`);
  }
  return answer as ResponseOf<E>;
}
