import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bearer,
  type DemoPlatform,
  type DemoWorld,
  demoWorldSchema,
  type PlatformSession,
  platformUrls,
  sessionFeedTrailerSchema,
} from '@ludus/contract/operator-api';
import { onTestFinished } from 'vitest';
import { type Sandbox, startSandbox } from '../src/app.ts';
import { movableClock } from '../src/clock.ts';

/** A Friday evening in Rome. */
export const TEST_NOW = '2026-11-20T19:40:00.000Z';

export interface RunningSandbox extends Sandbox {
  clock: ReturnType<typeof movableClock>;
  dataDir: string;
  world: DemoWorld;
  platform(key: string): DemoPlatform;
}

/** A sandbox on free ports with few sessions and a clock that stands still; it is gone when the test ends. */
export async function runSandbox(
  options: { sessionsPerDay?: number; dataDir?: string; now?: string } = {},
): Promise<RunningSandbox> {
  const clock = movableClock(options.now ?? TEST_NOW);
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'ludus-sandbox-')));
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir,
    clock,
    sessionsPerDay: options.sessionsPerDay ?? 60,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await sandbox.close();
  };
  onTestFinished(async () => {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  });
  await sandbox.ready;
  const world = demoWorldSchema.parse(await (await fetch(`${sandbox.url}/world.json`)).json());
  const platform = (key: string): DemoPlatform => {
    const found = world.platforms.find((one) => one.key === key);
    if (!found) throw new Error(`no platform ${key}`);
    return found;
  };
  return { ...sandbox, close, clock, dataDir, world, platform };
}

export interface ReadPage {
  lines: string[];
  nextCursor: string | null;
  count: number;
}

/** A year and more: every session of the sandbox changed in it. */
export const ALL_TIME = { changedFrom: '2025-01-01T00:00:00.000Z', changedTo: '2027-12-31T00:00:00.000Z' };

type FeedQuery = Parameters<typeof platformUrls.changedSessions>[1];

export async function readPage(platform: DemoPlatform, query: FeedQuery): Promise<ReadPage> {
  const answer = await fetch(platformUrls.changedSessions(platform.services.data.url, query), {
    headers: bearer(platform.bookkeepingToken),
    redirect: 'manual',
  });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  const lines = (await answer.text()).trimEnd().split('\n');
  const { trailer } = sessionFeedTrailerSchema.parse(JSON.parse(lines.pop() ?? ''));
  return { lines, ...trailer };
}

/** Reads a period to its end, page by page. */
export async function readAll(
  platform: DemoPlatform,
  query: FeedQuery = ALL_TIME,
): Promise<PlatformSession[]> {
  const sessions: PlatformSession[] = [];
  let cursor: string | null = null;
  do {
    const page: ReadPage = await readPage(platform, {
      limit: 50_000,
      ...query,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const line of page.lines) sessions.push(JSON.parse(line) as PlatformSession);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return sessions;
}

/** Sends JSON to a control or service address and returns status and body. */
export async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: never }> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as never };
}

/** Reads JSON whose shape the test itself checks. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
export async function getJson(url: string, headers: Record<string, string> = {}): Promise<any> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}
