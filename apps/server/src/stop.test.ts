/** Real processes that are asked to stop, in the middle of a fetch and of a download that no one reads to its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePlatform, platformSession, startFakePlatform } from '../test/fake-platform.ts';
import { temporaryFolder } from '../test/folders.ts';
import { openTestPostgres } from '../test/harness.ts';
import type { Postgres } from './infra/postgres/index.ts';

const programs = fileURLToPath(new URL('../test/support/fetching/', import.meta.url));
const endlessMs = 3_600_000;
const heldPage = 4;
const pages = 6;

let platform: FakePlatform;
let postgres: Postgres;
let dataDir: string;
const children: ChildProcess[] = [];
/** Resolves when the platform is asked for the page that it holds back. */
let asked: PromiseWithResolvers<void>;
let held: PromiseWithResolvers<void>;

beforeEach(async () => {
  platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z'), pageSize: 500 });
  const start = Date.parse('2026-11-03T00:00:00Z');
  for (let index = 0; index < pages * 500; index += 1) {
    const createdAt = new Date(start + index * 90_000).toISOString();
    platform.put(platformSession(index, { createdAt, updatedAt: createdAt }));
  }
  asked = Promise.withResolvers();
  held = Promise.withResolvers();
  platform.onPage = async (page) => {
    if (page !== heldPage) return;
    asked.resolve();
    await held.promise;
  };
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('stopped');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  held.resolve();
  await platform.stop();
  await postgres.close();
  await rm(dataDir, { recursive: true, force: true });
});

function runProgram(name: string, further: object = {}): ChildProcess {
  const given = {
    dataDir,
    databaseUrl: postgres.connectionString,
    databaseOwnerUrl: postgres.ownerConnectionString,
    platformUrl: platform.url,
    token: platform.token,
    ...further,
  };
  const child = spawn(process.execPath, [programs + name, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
  });
  children.push(child);
  return child;
}

interface RunningHub {
  child: ChildProcess;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
  /** Resolves once the hub has logged this. */
  logged(message: string): Promise<void>;
  messages: string[];
  /** A download that has begun, and of which nothing more is read. */
  download: IncomingMessage;
}

/** Starts a hub that has stored the pages before the held one at most, with a download that stands still. */
async function startStalledHub(limits: { requests: number; longest: number }): Promise<RunningHub> {
  const child = runProgram('stopped-hub.ts', { limits });
  const messages: string[] = [];
  const waiting: { message: string; resolve: () => void }[] = [];
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  // The last line arrives after the end of the process.
  const ended = Promise.all([once(child, 'exit'), once(lines, 'close')]).then(
    ([[code]]) => code as number | null,
  );
  lines.on('line', (line) => {
    const { msg } = JSON.parse(line) as { msg: string };
    messages.push(msg);
    for (const { message, resolve } of waiting) if (message === msg) resolve();
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  const download = await new Promise<IncomingMessage>((done, failed) => {
    get(`${url}/endless`, done).on('error', failed);
  });
  await once(download, 'data');
  download.pause();
  await asked.promise;
  return {
    child,
    ended,
    messages,
    download,
    logged: (message) =>
      new Promise((resolve) => {
        if (messages.includes(message)) resolve();
        else waiting.push({ message, resolve });
      }),
  };
}

describe('a hub that is asked to stop', () => {
  it('cuts a download that stands still, leaves its fetch at the latest page, and ends with 0', async () => {
    const { child, ended, messages, download } = await startStalledHub({ requests: 0, longest: endlessMs });
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expect(text(download)).rejects.toThrow('aborted');
    expect(messages).toContain('connections did not end in time and were cut');
    expect(messages).toContain('job interrupted; it goes on later');
    expect(messages.at(-1)).toBe('the hub has stopped');
    const { rows } = await postgres.pool.query(
      "SELECT state, (checkpoint #>> '{parts,0,received}')::int AS received FROM jobs WHERE name = 'fetch-sessions'",
    );
    expect(rows).toEqual([{ state: 'waiting', received: (heldPage - 1) * 500 }]);

    const next = runProgram('killed-hub.ts');
    expect(JSON.parse(await text(next.stdout ?? process.stdin))).toEqual({
      state: 'completed',
      attempt: 2,
      received: pages * 500,
      differences: [],
      held: { states: String(pages * 500), sessions: String(pages * 500) },
    });
    // Only the page that was on its way is asked for twice.
    expect(platform.asked).toHaveLength(pages + 1);
    const cursorOf = (index: number) => platform.asked[index]?.searchParams.get('cursor');
    expect(cursorOf(heldPage)).toBe(cursorOf(heldPage - 1));
  }, 300_000);

  it('ends at once at a second signal, with 0', async () => {
    const { child, ended, logged, messages } = await startStalledHub({
      requests: endlessMs,
      longest: endlessMs,
    });
    child.kill('SIGTERM');
    await logged('the hub is stopping');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(messages.at(-1)).toBe('the hub ends without waiting any longer');
  }, 300_000);

  it('ends with 0 when its stop takes too long', async () => {
    const { child, ended, messages } = await startStalledHub({ requests: endlessMs, longest: 0 });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(messages.at(-1)).toBe('the hub ends without waiting any longer');
  }, 300_000);
});
