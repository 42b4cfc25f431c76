import type { AnyEndpoint, BodyOf, Endpoint, ParamsOf, QueryOf } from '@ludus/contract';
import type { z } from 'zod';
import type { Actor } from '../access/index.ts';
import type { UploadedFile } from './upload.ts';

/** The input of a handler: values that passed the contract's schemas, never the request itself. */
export interface Call<E extends AnyEndpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The same id stands in the log and in error replies. */
  readonly requestId: string;
  /** Aborted when the caller disconnects before the response. Created when it is first read. */
  readonly signal: AbortSignal;
  readonly reply: CallReply;
}

/** What a handler may set on its response beside the value it returns. */
export interface CallReply {
  header(name: string, value: string): void;
  status(code: number): void;
}

/** What a handler returns instead of its response while the change waits for something: the body of a response with status 202. */
export class Accepted {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

/** A call of someone who is signed in, valid, and holds the endpoint's scope. */
export interface SignedInCall<E extends AnyEndpoint> extends Call<E> {
  readonly actor: Actor;
}

/** An endpoint with its handler. Only `bind`, `bindUpload` and `bindPublic` create it. */
export interface BoundEndpoint {
  readonly endpoint: AnyEndpoint;
  /** `call.actor` is there unless the endpoint is public. */
  readonly handle: (
    call: Call<AnyEndpoint> & { readonly actor: Actor | null; readonly file: UploadedFile | undefined },
  ) => Promise<unknown>;
}

/**
 * Binds a handler to an endpoint of the contract. The caller is authenticated and holds the endpoint's scope, and
 * params, query and body are parsed; whether the object exists for this caller is the handler's decision (404).
 * The returned value is checked against the response schema outside production, once for values marked with `cachedJson`.
 * `Accepted` makes it a 202, for endpoints that declare one.
 * @throws Error when the endpoint is public: use `bindPublic` for those.
 */
export function bind<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: SignedInCall<Endpoint<P, Q, B, R>>) => Promise<z.output<R> | Accepted>,
): BoundEndpoint {
  if (endpoint.access === 'public') throw new Error(`Endpoint ${endpoint.id} is public: use bindPublic.`);
  return { endpoint, handle: (call) => handler(call as never) };
}

/**
 * Binds a handler to an endpoint that takes a file. It is on disk, not larger than the endpoint allows, and removed after
 * the response: the handler copies what is to stay. @throws Error when the endpoint takes none.
 */
export function bindUpload<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (
    call: SignedInCall<Endpoint<P, Q, B, R>> & { readonly file: UploadedFile },
  ) => Promise<z.output<R>>,
): BoundEndpoint {
  if (endpoint.upload === undefined) throw new Error(`Endpoint ${endpoint.id} takes no file: use bind.`);
  return { endpoint, handle: (call) => handler(call as never) };
}

/** Binds a handler that anyone may call, signed in or not. @throws Error when the endpoint is not public. */
export function bindPublic<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, R>,
  handler: (call: Call<Endpoint<P, Q, B, R>>) => Promise<z.output<R>>,
): BoundEndpoint {
  if (endpoint.access !== 'public') throw new Error(`Endpoint ${endpoint.id} is not public: use bind.`);
  return { endpoint, handle: (call) => handler(call as never) };
}
