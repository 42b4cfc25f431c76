/**
 * `npm run test:backup -- --sessions 1000000`: backs up a store of so many sessions while others are written and read, as a full
 * set and as an increment, destroys it, restores it elsewhere and proves it. Prints times, sizes and pauses.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fixedClock, systemClock } from '../../apps/server/src/infra/clock/index.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { openEncryptor, saveEncryptionCheck } from '../../apps/server/src/infra/crypto/index.ts';
import { openFiles } from '../../apps/server/src/infra/files/index.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { type BackupDeps, createSet, type Manifest } from '../../apps/server/src/modules/backup/index.ts';
import {
  createSessionStore,
  joinStores,
  repairSessionStore,
  type SessionStore,
} from '../../apps/server/src/modules/session-store/index.ts';
import { addGame, addIntegration, addOperator } from '../../apps/server/test/catalogue.ts';
import { timed } from './measure.ts';
import { loadSessionStore, openHubStores, settleMonths } from './stores.ts';
import { createWorld, gameCount, integrationCount, type World } from './world.ts';

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '1000000' } } });
const sessions = Number(values.sessions);
if (!Number.isSafeInteger(sessions) || sessions < 100_000)
  throw new Error('--sessions must be at least 100000');
const rowsPerPage = 2_000;
const operatorCount = 50;
const fileCount = 200;
const fileBytes = 100_000;
const cli = fileURLToPath(new URL('../../apps/server/src/cli.ts', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'ludus-backup-'));
const target = join(folder, 'sets');
const world = createWorld(sessions);
const log = createLog({ logLevel: 'warn' });
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

try {
  await mkdir(target);
  const sets = await backUpUnderLoad();
  await rm(join(folder, 'hub'), { recursive: true });
  for (const set of sets) {
    const proof = await timed(() => run('proof', ['restore', '--verify', join(target, set.id)]));
    say(`${set.kind}: proven by a restore into temporary stores in ${seconds(proof.ms)}`);
  }
  const last = sets.at(-1)?.id ?? '';
  const restored = await timed(() => run('restored', ['restore', join(target, last)]));
  say(`restored elsewhere after everything was destroyed in ${seconds(restored.ms)}`);
  await run('restored', ['verify-store']);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function backUpUnderLoad(): Promise<Manifest[]> {
  const stores = await openHubStores(folder);
  const { postgres, clickhouse } = stores;
  try {
    const settings = loadSettings({
      ...process.env,
      HUB_DATA_DIR: join(folder, 'hub'),
      BACKUP_TARGET: target,
    });
    const files = openFiles(settings);
    for (let n = 0; n < fileCount; n++) await files.put(`media/${n}.bin`, Buffer.alloc(fileBytes, n));
    await saveEncryptionCheck(postgres.db, await openEncryptor(settings), settings, { replace: true });
    const clock = fixedClock(new Date(world.to).toISOString());
    const sessionStore = createSessionStore({ clickhouse, postgres, clock, log, resultCacheBytes: 0 });
    await fill(stores, sessionStore);
    const deps = { settings, log, clock: systemClock, postgres, clickhouse, files };
    const load = createLoad(sessionStore, sessions - Math.floor(sessions / 10));
    say(`without a backup: ${await load.during(5_000)}`);
    const sets = [await take(deps, load)];
    await load.during(1_000);
    sets.push(await take(deps, load));
    await sessionStore.waitForRefreshes();
    return sets;
  } finally {
    await stores.close();
  }
}

async function fill(
  { postgres, clickhouse }: Pick<BackupDeps, 'postgres' | 'clickhouse'>,
  sessionStore: SessionStore,
) {
  const { db } = postgres;
  for (let id = 1; id <= integrationCount; id++) await addIntegration(db, `Integration ${id}`);
  for (let id = 1; id <= operatorCount; id++) await addOperator(db, 1, `OP${id}`);
  for (let id = 1; id <= gameCount; id++) await addGame(db, `game_${id}`);
  await joinStores({ postgres, clickhouse });
  const bulk = sessions - Math.floor(sessions / 10);
  await loadSessionStore({ clickhouse, postgres }, sessionStore, world, folder, bulk);
  await settleMonths(clickhouse);
  const reporter = { progress: () => {}, problem: () => {} };
  await repairSessionStore({ postgres, clickhouse, sessionStore }, { refetch: false }, reporter);
}

async function take(deps: BackupDeps, load: ReturnType<typeof createLoad>): Promise<Manifest> {
  let isTaken = false;
  const taking = createSet(deps, { target, signal: new AbortController().signal, progress: () => {} });
  const set = taking.finally(() => {
    isTaken = true;
  });
  const seen = await load.until(() => isTaken);
  const { kind, seconds: took, pauseMs, parts } = await set;
  say(
    `${kind}: ${took} s, ${(parts.bytes / 1e6).toFixed(1)} MB in ${parts.count} files, writes held for ${pauseMs} ms; ` +
      `meanwhile ${seen}`,
  );
  return set;
}

/** Pages of sessions are written and a year is read, one after the other. */
function createLoad(sessionStore: SessionStore, first: number) {
  let next = first;
  async function until(isOver: () => boolean): Promise<string> {
    const worst = { write: 0, read: 0 };
    let pages = 0;
    const write = async () => {
      while (!isOver() && next < sessions) {
        const rows = world.rows(next, Math.min(sessions, next + rowsPerPage));
        next += rowsPerPage;
        const { ms } = await timed(() => ingest(sessionStore, rows));
        worst.write = Math.max(worst.write, ms);
        pages += 1;
      }
    };
    const read = async () => {
      while (!isOver()) {
        const { ms } = await timed(() => readYear(sessionStore, world));
        worst.read = Math.max(worst.read, ms);
      }
    };
    await Promise.all([write(), read()]);
    const shown = `${pages} pages of ${rowsPerPage} sessions written, the slowest in ${Math.round(worst.write)} ms`;
    return `${shown}; the slowest read of a year took ${Math.round(worst.read)} ms`;
  }
  return {
    until,
    during(ms: number) {
      const end = performance.now() + ms;
      return until(() => performance.now() > end);
    },
  };
}

async function ingest(sessionStore: SessionStore, rows: ReturnType<World['rows']>): Promise<void> {
  const byIntegration = Map.groupBy(rows, ({ integrationId }) => integrationId);
  for (const [integrationId, own] of byIntegration) await sessionStore.ingest(integrationId, own);
}

async function readYear(sessionStore: SessionStore, { from, to }: World): Promise<void> {
  const periods = [{ from: new Date(from), to: new Date(to) }];
  await sessionStore.queryAggregates({ periods, players: true }, { kind: 'all' });
}

async function run(name: string, args: readonly string[]): Promise<void> {
  const env = {
    ...process.env,
    HUB_DATA_DIR: join(folder, name),
    HUB_SANDBOX: 'off',
    UV_THREADPOOL_SIZE: '8',
  };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`hub ${args.join(' ')} ended with ${code}`);
}
