/**
 * A whole hub for route tests: real stores, real HTTP on a free port, test tokens (`tokens.ts`).
 *
 *     const hub = await startTestHub({ modules: (platform, parts) => [createMediaModule(platform)] });
 *     const { status, body } = await hub.get('/games', await tokenFor('ludus_admin'));
 *     await hub.close();
 *
 * Start one per test file, in `beforeAll`: a process opens its books only once.
 */
import type { AnyEndpoint } from '@ludus/contract';
import { systemEndpoints } from '@ludus/contract';
import {
  type Composition,
  type Hub,
  type HubOptions,
  type PlatformParts,
  type Role,
  startHub,
} from '../src/app.ts';
import type { Clock } from '../src/platform/clock/index.ts';
import type { Settings } from '../src/platform/config/settings.ts';
import type { HubModule, Platform } from '../src/platform/module.ts';
import type { JobOptions } from '../src/platform/queue/index.ts';
import { closeTestStores, openTestStores, type TestStores } from './harness.ts';
import { testIssuer, testKeys } from './tokens.ts';

export interface TestHubOptions {
  /** The modules under test; then only their endpoints exist. Or `compose` for full control. */
  modules?: (
    platform: Platform,
    parts: PlatformParts,
  ) => readonly HubModule[] | Promise<readonly HubModule[]>;
  compose?: (platform: Platform, parts: PlatformParts) => Composition | Promise<Composition>;
  /** Ids of integrations by the name in tokens; `{ Alpina: 1, Baltica: 2 }` unless given. */
  integrations?: Record<string, number>;
  settings?: Partial<Settings>;
  clock?: Clock;
  mailPatience?: JobOptions;
  role?: Role;
  /** Stores of the test file, when it has opened its own; they stay open then. */
  stores?: TestStores;
  webFolder?: string;
}

export interface TestReply {
  status: number;
  /** Parsed when it is JSON, else the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
  headers: Headers;
}

export interface TestHub {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly platform: Platform;
  readonly stores: TestStores;
  readonly hub: Hub;
  /** Paths below `/api`. */
  get(path: string, token?: string): Promise<TestReply>;
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<TestReply>;
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
    ...(options.mailPatience === undefined ? {} : { mailPatience: options.mailPatience }),
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
  };
  const hub = await startHub({ ...base, compose: composition(options) });
  const url = hub.url ?? '';

  async function send(path: string, init: RequestInit = {}): Promise<TestReply> {
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  function call(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) {
    const headers: Record<string, string> = {};
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
    platform: hub.platform,
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

function composition(options: TestHubOptions): HubOptions['compose'] {
  if (options.compose !== undefined) return options.compose;
  const ids = new Map(
    Object.entries(options.integrations ?? { Alpina: 1, Baltica: 2 }).map(([name, id]) => [
      name.toLowerCase(),
      { id, name },
    ]),
  );
  return async (platform, parts) => {
    const modules = (await options.modules?.(platform, parts)) ?? [];
    const endpoints = modules.flatMap((module) => module.endpoints?.map((bound) => bound.endpoint) ?? []);
    const contract: AnyEndpoint[] = [...systemEndpoints, ...endpoints];
    return {
      modules,
      contract,
      directory: { findByName: async (name) => ids.get(name.toLowerCase()) ?? null },
      identity: testIdentity,
    };
  };
}

/** Makes a hub trust the tokens of `tokens.ts`. */
export const testIdentity = { issuer: testIssuer, keys: testKeys };
