import { execFile, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakePlatform, platformSession, startFakePlatform } from '../../../../test/fake-platform.ts';
import { openToAll, temporaryFolder } from '../../../../test/folders.ts';

const program = fileURLToPath(
  new URL('../../../../test/support/session-store/restored-hub.ts', import.meta.url),
);
/** What Node has compiled once, it does not compile in each of these processes. */
const compileCache = fileURLToPath(new URL('../../../../../../.cache/node', import.meta.url));
const yesterday = '2026-11-20T12:00:00Z';
const today = '2026-11-21T12:00:00Z';
const sessionsYesterday = 600;
const sessionsToday = 900;

let root: string;
let platform: FakePlatform;
/** Data folders of a hub: as it was backed up yesterday, and as it is today. */
let backup: string;
let current: string;

beforeAll(async () => {
  root = await temporaryFolder('restore');
  await openToAll(root);
  platform = await startFakePlatform({ now: () => new Date(today), pageSize: 500 });
  const hour = 3_600_000;
  const at = (index: number) =>
    new Date(Date.parse('2026-11-02T00:00:00Z') + index * 0.7 * hour).toISOString();
  for (let index = 0; index < sessionsYesterday; index += 1) {
    platform.put(
      platformSession(index, { createdAt: at(index), updatedAt: at(index), isOpen: index % 50 === 0 }),
    );
  }
  current = join(root, 'current');
  expect(await run(current, yesterday, 'start')).toMatchObject([
    { sessions: sessionsYesterday, problems: [] },
  ]);
  backup = join(root, 'backup');
  await copy(current, backup);

  // Sessions of new players and of a new operator, closed sessions of old ones, and a row that is no session.
  platform.operators.push({ code: 'NOVA', name: 'Nova', platform: null });
  const late = (index: number) => new Date(Date.parse('2026-11-20T13:00:00Z') + index * 30_000).toISOString();
  for (let index = sessionsYesterday; index < sessionsToday; index += 1) {
    const operatorCode = index % 3 === 0 ? 'NOVA' : 'VIVA';
    const userId = `player-${index % 150}`;
    platform.put(
      platformSession(index, { createdAt: late(index), updatedAt: late(index), operatorCode, userId }),
    );
  }
  for (let index = 0; index < sessionsYesterday; index += 50) {
    const session = platform.sessions.get(platformSession(index).sessionId);
    if (session) platform.put({ ...session, isOpen: false, win: session.win + 777, updatedAt: late(index) });
  }
  platform.junk.push('{"sessionId":"broken"}');
  expect(await run(current, today, 'start')).toEqual([whole]);
});

afterAll(async () => {
  await platform?.stop();
  await rm(root, { recursive: true, force: true });
});

/** The session store as the platform has it: 600 sessions of 97 players, and 300 of players 0 to 149. */
const whole = {
  differences: [],
  sessions: sessionsToday,
  players: 150,
  quarantined: 1,
  problems: [],
};

/** With owners: a PostgreSQL that root has started belongs to another user. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

/** A data folder of today, in which parts are as they were yesterday, or gone. */
async function dataFolder(name: string, parts: Record<string, 'yesterday' | 'lost'>): Promise<string> {
  const folder = join(root, name);
  await copy(current, folder);
  for (const [part, state] of Object.entries(parts)) {
    await rm(join(folder, part), { recursive: true });
    if (state === 'yesterday') await copy(join(backup, part), join(folder, part));
  }
  return folder;
}

/** Runs steps on a data folder in a process of their own, because a process can open one session store only. */
async function run(dataDir: string, now: string, ...steps: string[]): Promise<unknown[]> {
  const given = { dataDir, platformUrl: platform.url, token: platform.token, now, steps };
  const child = spawn(process.execPath, [program, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, UV_THREADPOOL_SIZE: '8' },
  });
  return JSON.parse(await text(child.stdout));
}

const saying = (text: string) => expect.stringContaining(text);

describe('stores that were restored apart', () => {
  it('PostgreSQL of yesterday is refused; repaired, the figures are those of the platform again', async () => {
    const folder = await dataFolder('records-older', { postgres: 'yesterday' });
    const [refused, verified, unrepaired, repaired, started] = await run(
      folder,
      today,
      ...['start', 'verify-store', 'repair-store', 'repair-store --refetch', 'start'],
    );
    expect(refused).toEqual({ refused: saying('PostgreSQL is older than the session store') });
    expect(verified).toEqual({
      isWhole: false,
      out: saying('PostgreSQL lacks 53 players of the session store.'),
    });
    expect(verified).toEqual({
      isWhole: false,
      out: saying('Sessions are of operators that PostgreSQL does not know: 2.'),
    });
    expect(unrepaired).toEqual({ refused: saying('repair-store --refetch') });
    expect(repaired).toEqual({ isWhole: true, out: saying('100 sessions were removed') });
    expect(started).toEqual(whole);
  });

  it('a session store of yesterday is refused; repaired, the figures are those of the platform again', async () => {
    const folder = await dataFolder('store-older', { 'session-store': 'yesterday' });
    const steps = ['start', 'verify-store', 'repair-store', 'start'];
    expect(await run(folder, today, ...steps)).toEqual([
      { refused: saying('The session store is older than PostgreSQL') },
      { isWhole: false, out: saying('The session store lacks 53 players of PostgreSQL.') },
      { isWhole: true, out: saying('The session store is whole.') },
      whole,
    ]);
  });

  it('a session store that is lost is refused; repaired, everything is fetched again', async () => {
    const folder = await dataFolder('store-lost', { 'session-store': 'lost' });
    expect(await run(folder, today, 'start', 'repair-store', 'start')).toEqual([
      { refused: saying('The session store is empty') },
      { isWhole: true, out: saying('The session store is whole.') },
      whole,
    ]);
  });

  it('a PostgreSQL that is lost is refused, also by the repair: nothing else knows what the sessions are of', async () => {
    const folder = await dataFolder('records-lost', { postgres: 'lost' });
    const refusal = saying('PostgreSQL is new, and the session store has sessions');
    expect(await run(folder, today, 'start', 'repair-store')).toEqual([
      { refused: refusal },
      { refused: refusal },
    ]);
  });

  it('stores of two hubs are refused', async () => {
    const folder = await dataFolder('foreign', { 'session-store': 'lost' });
    const other = join(root, 'other');
    await run(other, today, 'start');
    await copy(join(other, 'session-store'), join(folder, 'session-store'));
    const refusal = saying('of different hubs');
    expect(await run(folder, today, 'start', 'repair-store')).toEqual([
      { refused: refusal },
      { refused: refusal },
    ]);
  });
});
