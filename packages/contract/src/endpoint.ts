import type { z } from 'zod';
import type { Scope } from './roles.ts';

/** What a caller needs: a scope, any valid signed-in user, or nothing at all. "Public" is a word someone has to write. */
export type Access = Scope | 'signed-in' | 'public';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of the API: where it is, who may make it, what goes in and what comes out. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  /** Unique, camelCase: the operationId of the API description. */
  readonly id: string;
  readonly method: Method;
  /** The documented path below `/api`; parameters as `:name`. */
  readonly path: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Headers that the call needs besides the token, and what each holds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body travels as multipart with one file in the part `file`; the other parts are the fields of `body`. */
  readonly upload?: { readonly maxBytes: number };
  readonly response: Response;
  /** The body of status 202: the change was not made yet. Left out for calls that never respond so. */
  readonly accepted?: z.ZodType;
  /** Error statuses that a caller must expect, besides 401, 403 and 422. */
  readonly failures?: readonly (404 | 409 | 413 | 415 | 429 | 502)[];
  /** A GET that stores or sends something all the same; the documents name its method. */
  readonly acts?: true;
  /** Whether API tokens may make the call; left out, they may read what needs a scope that they can hold (`isOpenToTokens`). */
  readonly tokens?: boolean;
  /** Costly calls are limited per person: how many a minute. */
  readonly perMinute?: number;
}

export function endpoint<
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Response extends z.ZodType = z.ZodType,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition;
}

/** Whether a call only reads: nothing is stored or sent because of it. */
export function isReading({ method, acts }: Pick<Endpoint, 'method' | 'acts'>): boolean {
  return method === 'GET' && acts !== true;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint, for lists of them; each keeps its own types
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** What a client writes (before coercion and defaults). */
export type ParamsInput<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.input<P> : never;
export type QueryInput<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyInput<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;

/** What a handler receives (after coercion and defaults). */
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type ResponseOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
