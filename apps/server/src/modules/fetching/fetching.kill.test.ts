import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres } from '../../../test/harness.ts';
import type { Postgres } from '../../platform/postgres/index.ts';
import { type FakePlatform, platformSession, startFakePlatform } from './fetching.testing.ts';

const program = fileURLToPath(new URL('fetching.killed-hub.fixture.ts', import.meta.url));
let platform: FakePlatform;
let postgres: Postgres;
let dataDir: string;

beforeAll(async () => {
  platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z'), pageSize: 500 });
  postgres = await openTestPostgres();
  dataDir = await temporaryFolder('killed');
});
afterAll(async () => {
  await platform?.stop();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the hub until it ends by itself, or until the platform is asked for the given page: then it is killed. */
async function runHub(killAtPage: number | null): Promise<{ signal: string | null; said: string }> {
  const { connectionString: databaseUrl } = postgres;
  const given = { dataDir, databaseUrl, platformUrl: platform.url, token: platform.token };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
  });
  const already = platform.asked.length;
  platform.onPage = (page) => {
    if (killAtPage !== null && page - already >= killAtPage) child.kill('SIGKILL');
  };
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { signal: child.signalCode, said };
}

describe('kill -9 of the hub while a fetch runs', () => {
  it('loses nothing and doubles nothing: the fetch goes on at the next start, and the totals are the platform’s', async () => {
    const created = (index: number) =>
      new Date(Date.parse('2026-11-03T00:00:00Z') + index * 90_000).toISOString();
    for (let index = 0; index < 10_000; index += 1) {
      const createdAt = created(index);
      platform.put(platformSession(index, { createdAt, updatedAt: createdAt }));
    }
    // The page after the one asked for is on its way while one is stored: these kills hit the storing of pages.
    for (const page of [4, 5]) expect((await runHub(page)).signal).toBe('SIGKILL');
    const { said } = await runHub(null);
    expect(JSON.parse(said)).toEqual({
      state: 'completed',
      attempt: 3,
      received: 10_000,
      differences: [],
      held: { states: '10000', sessions: '10000' },
    });
    const pages = platform.asked.map((asked) => asked.searchParams.get('cursor'));
    // A whole reading is 20 pages; each kill may cost the pages that were on their way, and no more.
    expect(pages.length).toBeLessThanOrEqual(20 + 2 * 3);
  }, 120_000);
});
