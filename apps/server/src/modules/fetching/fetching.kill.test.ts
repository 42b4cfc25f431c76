import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakePlatform, platformSession, startFakePlatform } from '../../../test/fake-platform.ts';
import { openToAll, temporaryFolder } from '../../../test/folders.ts';
import { openTestPostgres } from '../../../test/harness.ts';
import { canMountFiles, openVolatileDisk } from '../../../test/support/power/volatile-disk.ts';
import type { Postgres } from '../../infra/postgres/index.ts';

const program = fileURLToPath(new URL('../../../test/support/fetching/killed-hub.ts', import.meta.url));
const sessions = 10_000;
let platform: FakePlatform;
let postgres: Postgres | undefined;
let dataDir: string;

beforeEach(async () => {
  platform = await startFakePlatform({ now: () => new Date('2026-11-20T12:00:00Z'), pageSize: 500 });
  const start = Date.parse('2026-11-03T00:00:00Z');
  for (let index = 0; index < sessions; index += 1) {
    const createdAt = new Date(start + index * 90_000).toISOString();
    platform.put(platformSession(index, { createdAt, updatedAt: createdAt }));
  }
  dataDir = await temporaryFolder('killed');
  await openToAll(dataDir);
});
afterEach(async () => {
  await platform.stop();
  await postgres?.close();
  postgres = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the hub until it ends; `onPage` is called with the number of requested pages, and may kill processes. */
async function runHub(
  addresses: Pick<Postgres, 'connectionString' | 'ownerConnectionString'> | undefined,
  onPage: (page: number, hub: ChildProcess) => void,
  folder = dataDir,
): Promise<{ signal: string | null; said: string }> {
  const given = {
    dataDir: folder,
    databaseUrl: addresses?.connectionString,
    databaseOwnerUrl: addresses?.ownerConnectionString,
    platformUrl: platform.url,
    token: platform.token,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '8' },
  });
  const already = platform.asked.length;
  platform.onPage = (page) => onPage(page - already, child);
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { signal: child.signalCode, said };
}

const everything = {
  state: 'completed',
  received: sessions,
  differences: [],
  held: { states: String(sessions), sessions: String(sessions) },
};

describe('while a fetch runs', async () => {
  it('kill -9 of the hub loses nothing and doubles nothing: it goes on at the next start', async () => {
    postgres = await openTestPostgres();
    const records = postgres;
    // The page after the one asked for is on its way while one is stored: these kills hit the storing of pages.
    for (const killAt of [4, 5]) {
      const { signal } = await runHub(records, (page, hub) => {
        if (page >= killAt) hub.kill('SIGKILL');
      });
      expect(signal).toBe('SIGKILL');
    }
    const { said } = await runHub(records, () => {});
    expect(JSON.parse(said)).toEqual({ ...everything, attempt: 3 });
    // A whole reading is 20 pages; each kill may cost the pages that were on their way, and no more.
    expect(platform.asked.length).toBeLessThanOrEqual(20 + 2 * 3);
  }, 300_000);

  it('kill -9 of PostgreSQL loses nothing and doubles nothing: the hub goes on when it is back', async () => {
    let killed = 0;
    const { said, signal } = await runHub(undefined, (page) => {
      if (killed > 0 || page < 5) return;
      const pidFile = readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
      killed = Number(pidFile.split('\n', 1)[0]);
      process.kill(killed, 'SIGKILL');
    });
    expect(killed).toBeGreaterThan(1);
    expect(signal).toBeNull();
    expect(JSON.parse(said)).toEqual({ ...everything, attempt: 2 });
  }, 300_000);

  it.skipIf(!(await canMountFiles()))(
    'power cuts lose nothing that was taken for stored: what was not synced is gone, and the hub goes on',
    async () => {
      const disk = await openVolatileDisk();
      try {
        for (const cutAt of [4, 5, 6]) {
          let isOn = true;
          const { signal } = await runHub(
            undefined,
            (page, hub) => {
              if (page < cutAt || !isOn) return;
              isOn = false;
              disk.cutPower();
              hub.kill('SIGKILL');
            },
            disk.folder,
          );
          expect(signal).toBe('SIGKILL');
          await disk.mountAgain();
        }
        const { said } = await runHub(undefined, () => {}, disk.folder);
        expect(JSON.parse(said)).toEqual({ ...everything, attempt: 4 });
        // As after a kill: what was noted as stored is not fetched again.
        expect(platform.asked.length).toBeLessThanOrEqual(20 + 3 * 3);
      } finally {
        await disk.close();
      }
    },
    300_000,
  );
});
