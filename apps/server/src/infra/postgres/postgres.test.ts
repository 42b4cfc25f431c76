import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../log/index.ts';
import { closedFolderAbove, unprivileged } from './binaries.ts';
import {
  checkNames,
  grantRows,
  migratePostgres,
  openPostgres,
  type Postgres,
  underMigrationLock,
  withOwner,
} from './index.ts';

const log = createLog({ logLevel: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'ludus-pg-'));
execFileSync('chmod', ['755', dataDir]);
const serverPid = () =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

// A killed server may stay in the process table as a zombie until something collects it.
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  } catch {
    return false;
  }
}

/** Repeats the query until it succeeds: the server restarts, and there is no event for when it is back. */
async function answerAfterRestart(postgres: Postgres): Promise<unknown> {
  return expect.poll(() => sql`select 1`.execute(postgres.db), { interval: 50 }).toBeDefined();
}

describe('the embedded PostgreSQL', () => {
  let postgres: Postgres;

  beforeAll(async () => {
    postgres = await openPostgres({ dataDir }, log);
  });

  afterAll(async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('money and days arrive exactly, instants as dates', async () => {
    const { rows } = await postgres.pool.query(
      `SELECT 9007199254740993::bigint AS cents, '2026-10-25'::date AS day,
              '2026-10-25 00:30+00'::timestamptz AS at, 1.10::numeric AS rate`,
    );
    expect(rows).toEqual([
      { cents: '9007199254740993', day: '2026-10-25', at: new Date('2026-10-25T00:30:00Z'), rate: '1.10' },
    ]);
  });

  it('a transaction that throws leaves nothing behind', async () => {
    await withOwner(postgres, async (db) => {
      await sql`CREATE TABLE kept (n int)`.execute(db);
      await grantRows(db, 'public', 'hub_runtime');
    });
    const work = postgres.transaction(async (tx) => {
      await sql`INSERT INTO kept VALUES (1)`.execute(tx);
      throw new Error('change of mind');
    });
    await expect(work).rejects.toThrow('change of mind');
    expect((await sql`SELECT * FROM kept`.execute(postgres.db)).rows).toEqual([]);
  });

  it('does not run as root and listens on this machine only', async () => {
    const { rows } = await postgres.pool.query('SHOW listen_addresses');
    expect(rows).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const owner = Number(execFileSync('stat', ['-c', '%u', `/proc/${serverPid()}`], { encoding: 'utf8' }));
    expect(owner).not.toBe(0);
  });

  it('comes back on the same port after kill -9, and the pool goes on', async () => {
    await sql`INSERT INTO kept VALUES (7)`.execute(postgres.db);
    const lent = await postgres.pool.connect();
    const killed = serverPid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => isAlive(killed)).toBe(false);
    await answerAfterRestart(postgres);
    await expect(lent.query('SELECT 1')).rejects.toThrow();
    lent.release(true);
    expect(serverPid()).not.toBe(killed);
    expect((await sql`SELECT n FROM kept`.execute(postgres.db)).rows).toEqual([{ n: 7 }]);
  });

  it('a second process adopts the running server, and only the last one to leave stops it', async () => {
    const running = serverPid();
    const second = await openPostgres({ dataDir }, log);
    expect(serverPid()).toBe(running);
    await second.close();
    expect(isAlive(running)).toBe(true);
    await postgres.close();
    await expect.poll(() => isAlive(running)).toBe(false);
    postgres = await openPostgres({ dataDir }, log);
    expect((await sql`SELECT n FROM kept`.execute(postgres.db)).rows).toEqual([{ n: 7 }]);
  });

  it('DATABASE_URL opens the same records in another server', async () => {
    const external = await openPostgres({ dataDir: '/nowhere', databaseUrl: postgres.connectionString }, log);
    expect(external.embedded).toBe(false);
    expect((await sql`SELECT n FROM kept`.execute(external.db)).rows).toEqual([{ n: 7 }]);
    await external.close();
    expect(isAlive(serverPid())).toBe(true);
  });

  describe('migrations', () => {
    const folder = join(dataDir, 'migrations');
    const migration = (statement: string) =>
      `export async function up(db: any) { await db.executeQuery({ sql: ${JSON.stringify(statement)}, parameters: [], query: { kind: 'RawNode' }, queryId: { queryId: 'm' } }); }`;

    beforeAll(async () => {
      await mkdir(folder);
      await writeFile(join(folder, '000-first.ts'), migration('CREATE TABLE first (n int)'));
      await writeFile(join(folder, '200-third.ts'), migration('CREATE TABLE third (n int)'));
    });

    it('hubs that start at once apply each migration once', async () => {
      const hubs = await Promise.all([1, 2, 3].map(() => openPostgres({ dataDir }, log)));
      const applied: string[] = [];
      await Promise.all(
        hubs.map((hub) =>
          underMigrationLock(hub, log, async () => {
            applied.push(...(await migratePostgres(hub, { folder })));
          }),
        ),
      );
      expect(applied).toEqual(['000-first', '200-third']);
      await Promise.all(hubs.map((hub) => hub.close()));
    });

    it('a process waits while another one migrates, with a line in its log, unless nothing is due for it', async () => {
      const lines: string[] = [];
      const waitingLog = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
      const steps: string[] = [];
      const started = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const first = underMigrationLock(postgres, log, async () => {
        started.resolve();
        await held.promise;
        steps.push('first');
      });
      await started.promise;
      await underMigrationLock(postgres, log, async () => void steps.push('optional'), { isOptional: true });
      const second = underMigrationLock(postgres, waitingLog, async () => void steps.push('second'));
      await expect
        .poll(() => lines.join())
        .toContain('another process migrates the stores; this one waits for it');
      held.resolve();
      await Promise.all([first, second]);
      expect(steps).toEqual(['first', 'second']);
    });

    it('a failing migration is named, rolled back, and applied once it is mended', async () => {
      await writeFile(join(folder, '100-second.ts'), `export async function up() { throw new Error('no'); }`);
      await expect(migratePostgres(postgres, { folder })).rejects.toThrow('Migration 100-second failed: no');
      await rm(join(folder, '100-second.ts'));
      await writeFile(join(folder, '101-mended.ts'), migration('CREATE TABLE second (n int)'));
      expect(await migratePostgres(postgres, { folder })).toEqual(['101-mended']);
    });

    it('refuses a database of another version in one sentence, and leaves it as it is', async () => {
      const other = join(dataDir, 'other-migrations');
      await mkdir(other);
      await writeFile(join(other, '000-first.ts'), migration('CREATE TABLE first (n int)'));
      await writeFile(join(other, '300-new.ts'), migration('CREATE TABLE fresh (n int)'));
      await expect(migratePostgres(postgres, { folder: other })).rejects.toThrow(
        /^The data folder was created by another version of Ludus Hub, which this version cannot upgrade: set HUB_DATA_DIR to an empty folder, or run the version that created it\.$/,
      );
      const external = await openPostgres(
        { dataDir: '/nowhere', databaseUrl: postgres.ownerConnectionString },
        log,
      );
      await expect(migratePostgres(external, { folder: other })).rejects.toThrow(
        /^The database of DATABASE_URL was created by another version of Ludus Hub, which this version cannot upgrade: set DATABASE_URL to an empty database, or run the version that created it\.$/,
      );
      await external.close();
      const { rows } = await sql<{ fresh: string | null }>`SELECT to_regclass('fresh') AS fresh`.execute(
        postgres.db,
      );
      expect(rows).toEqual([{ fresh: null }]);
      expect(await migratePostgres(postgres, { folder })).toEqual([]);
    });

    it('badly named and twice numbered files are refused', () => {
      expect(() => checkNames(['000-first.ts', '1-a.ts'])).toThrow('1-a.ts');
      expect(() => checkNames(['100-a.ts', '100-b.ts'])).toThrow('100-b.ts');
      expect(() => checkNames(['000-first.ts', '100-second.ts'])).not.toThrow();
    });
  });
});

describe('an external server', () => {
  it('that cannot be reached is an error, not a hang', async () => {
    await expect(
      openPostgres({ dataDir: '/nowhere', databaseUrl: 'postgres://hub@127.0.0.1:1/hub' }, log),
    ).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a data folder that only its owner can enter', () => {
  it('works like any other, also when the hub runs as root', async () => {
    const closed = await mkdtemp(join(tmpdir(), 'ludus-closed-'));
    await chmod(closed, 0o700);
    const hidden = join(closed, 'data');
    await mkdir(hidden);
    const postgres = await openPostgres({ dataDir: hidden }, log);
    expect((await sql`SELECT 1 AS n`.execute(postgres.db)).rows).toEqual([{ n: 1 }]);
    await postgres.close();
    if (unprivileged !== undefined) expect(await closedFolderAbove(join(hidden, 'postgres'))).toBe(closed);
    await rm(closed, { recursive: true });
  });
});
