/**
 * A whole hub for route tests: real stores, real HTTP on a free port, test tokens (`tokens.ts`).
 *
 *     const hub = await startTestHub({ modules: (infra, parts) => [createMediaModule(infra)] });
 *     const { status, body } = await hub.get('/games', await tokenFor('ludus_admin'));
 *     await hub.close();
 *
 * Start one per test file, in `beforeAll`: a process opens its session store only once.
 */
import {
  type AnyEndpoint,
  type ErrorCode,
  type ErrorReply,
  systemEndpoints,
  viewAsHeader,
} from '@ludus/contract';
import {
  type Composition,
  type Hub,
  type HubOptions,
  type InfraParts,
  type Role,
  startHub,
} from '../src/app.ts';
import type { ApiTokenLookup } from '../src/infra/auth/index.ts';
import type { Clock } from '../src/infra/clock/index.ts';
import type { Settings } from '../src/infra/config/settings.ts';
import { renderMessage } from '../src/infra/messages/index.ts';
import type { HubModule, Infra } from '../src/infra/module.ts';
import type { JobOptions } from '../src/infra/queue/index.ts';
import { createArrivals } from './arrivals.ts';
import { closeTestStores, openTestStores, type TestStores } from './harness.ts';
import { testIssuer, testKeys } from './tokens.ts';

export interface TestHubOptions {
  /** The modules under test; then only their endpoints exist. Or `compose` for full control. */
  modules?: (infra: Infra, parts: InfraParts) => readonly HubModule[] | Promise<readonly HubModule[]>;
  compose?: (infra: Infra, parts: InfraParts) => Composition | Promise<Composition>;
  /** Ids of integrations by the name in tokens; `{ Alpina: 1, Baltica: 2 }` unless given. */
  integrations?: Record<string, number>;
  /** API tokens that the hub knows beside those of people. */
  apiTokens?: ApiTokenLookup;
  settings?: Partial<Settings>;
  clock?: Clock;
  mailRetryPolicy?: JobOptions;
  role?: Role;
  /** Stores of the test file, when it has opened its own; they stay open then. */
  stores?: TestStores;
  webFolder?: string;
}

export interface TestReply {
  status: number;
  /** Parsed when it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape
  body: any;
  headers: Headers;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  /** The grant of someone who views as an integration. */
  viewAs?: string;
}

export interface TestHub {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly infra: Infra;
  readonly stores: TestStores;
  readonly hub: Hub;
  /** Paths below `/api`. */
  get(path: string, token?: string): Promise<TestReply>;
  call(method: string, path: string, options?: CallOptions): Promise<TestReply>;
  /** Any address of the hub. */
  fetch(path: string, init?: RequestInit): Promise<TestReply>;
  close(): Promise<void>;
}

export async function startTestHub(options: TestHubOptions = {}): Promise<TestHub> {
  const stores = options.stores ?? (await openTestStores(options.settings));
  const settings = { ...stores.settings, ...options.settings, port: 0, host: '127.0.0.1' };
  const base: Omit<HubOptions, 'compose'> = {
    settings,
    log: stores.log,
    role: options.role ?? 'all',
    schedules: false,
    stores,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.mailRetryPolicy === undefined ? {} : { mailRetryPolicy: options.mailRetryPolicy }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  };
  const hub = await startHub({ ...base, compose: composition(options) });
  // A hub with a public name accepts only that name; a test calls it as a proxy does.
  const publicUrl = new URL(settings.publicUrl);
  const isLocal = ['localhost', '127.0.0.1'].includes(publicUrl.hostname);
  const url = hub.url ?? '';
  const changesArrived = await createArrivals(stores.postgres);

  async function send(path: string, init: RequestInit = {}): Promise<TestReply> {
    const headers = new Headers(init.headers);
    if (!isLocal) headers.set('x-forwarded-host', publicUrl.host);
    await changesArrived();
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? JSON.parse(text) : text;
    if (response.status >= 400 && isJson) requireCodes(path, body);
    return { status: response.status, body, headers: response.headers };
  }

  function call(method: string, path: string, { token, body, viewAs }: CallOptions = {}) {
    const headers: Record<string, string> = viewAs === undefined ? {} : { [viewAsHeader]: viewAs };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    return send(`/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  return {
    url,
    infra: hub.infra,
    stores,
    hub,
    get: (path, token) => call('GET', path, token === undefined ? {} : { token }),
    call,
    fetch: send,
    async close() {
      await hub.close();
      if (options.stores === undefined) await closeTestStores(stores);
    },
  };
}

/** Explanations of other services and of the proxy's settings are not translated. */
const untranslated: readonly string[] = ['upstream', 'misdirected'] satisfies ErrorCode[];

/** Every refusal that a test meets carries codes, whose English is what it says. */
function requireCodes(path: string, { message, detail, code, fields = {}, fieldDetails = {} }: ErrorReply) {
  const rendered = detail === undefined ? undefined : renderMessage(detail);
  if (rendered !== message && !(detail === undefined && untranslated.includes(code))) {
    throw new Error(`${path} was refused with "${message}", and the code of "${rendered}"`);
  }
  for (const name of new Set([...Object.keys(fields), ...Object.keys(fieldDetails)])) {
    const given = fieldDetails[name];
    if (given === undefined || renderMessage(given) !== fields[name]) {
      throw new Error(`${path} refused ${name} with "${fields[name]}", and ${JSON.stringify(given)}`);
    }
  }
}

function composition(options: TestHubOptions): HubOptions['compose'] {
  if (options.compose !== undefined) return options.compose;
  const ids = new Map(
    Object.entries(options.integrations ?? { Alpina: 1, Baltica: 2 }).map(([name, id]) => [
      name.toLowerCase(),
      { id, name },
    ]),
  );
  return async (infra, parts) => {
    const modules = (await options.modules?.(infra, parts)) ?? [];
    const endpoints = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
    const contract: AnyEndpoint[] = [...systemEndpoints, ...endpoints];
    return {
      modules,
      contract,
      integrations: { findByName: async (name) => ids.get(name.toLowerCase()) ?? null },
      identity: testIdentity,
      ...(options.apiTokens === undefined ? {} : { apiTokens: options.apiTokens }),
    };
  };
}

/** Makes a hub trust the tokens of `tokens.ts`. */
export const testIdentity = { issuer: testIssuer, keys: testKeys };
