import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDurably, makeFolderDurably, renameDurably } from '../durable/index.ts';
import { StartupError } from '../errors/startup-errors.ts';
import type { Log } from '../log/index.ts';
import { findBinaries, findLauncher, runProgram, unprivileged } from './binaries.ts';

const user = 'hub';

/** A PostgreSQL data folder on this machine that can be started, adopted and stopped. */
export interface Cluster {
  /** Address of one of its databases; valid while it runs, and the same after every restart in this process. */
  address(database: string): string;
  /** Starts the server, or adopts the one that already runs on the folder. Retries while a crash is cleaned up. */
  start(): Promise<void>;
  isRunning(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Options of the server that differ between a hub and a test run. */
export interface ClusterOptions {
  /** False gives up surviving a power cut for speed; only for throw-away data. */
  durable: boolean;
}

/**
 * Prepares the data folder (created at first use, with a generated password) without starting the server.
 * @throws Error with a readable message when the programs are missing or the folder is out of their reach.
 */
export async function openCluster(folder: string, log: Log, options: ClusterOptions): Promise<Cluster> {
  const binaries = await findBinaries();
  const data = join(folder, 'cluster');
  await makeFolderDurably(folder);
  await chmod(folder, 0o700);
  if (unprivileged !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid);
  const launcher = await findLauncher(binaries.initdb, data);
  const run = (program: 'initdb' | 'pg_ctl', args: string[]) =>
    runProgram(launcher, binaries[program], args, folder);
  const password = await initialise((args) => run('initdb', args), folder, data, log);
  let port = 0;

  async function isRunning(): Promise<boolean> {
    await forgetZombie(data);
    const { code } = await run('pg_ctl', ['status', '-D', data]);
    return code === 0;
  }

  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (await isRunning()) {
        port = await runningPort(data);
        await writeFile(join(folder, 'port'), String(port));
        return;
      }
      // A restart keeps the port, because the pools of this process know it; only a first start may choose, again where
      // another program was quicker.
      const chosen = port === 0 ? await freePort(await rememberedPort(folder)) : port;
      const server = serverOptions(chosen, options);
      const args = ['start', '-w', '-D', data, '-l', join(folder, 'postgres.log'), '-o', server];
      const { code, output } = await run('pg_ctl', args);
      if (code === 0) continue;
      if (attempt === 40) {
        throw new StartupError(
          `The embedded PostgreSQL does not start: ${output} (see ${folder}/postgres.log)`,
        );
      }
      log.debug({ attempt, output }, 'PostgreSQL is not ready to start yet');
      // Right after a crash the shared memory of the old server blocks the new one for a second or two.
      await wait(250);
    }
  }

  return {
    address: (database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    start,
    isRunning,
    async stop() {
      await run('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w']);
    },
  };
}

// In a folder beside the real one, so that an interrupted first start leaves no incomplete cluster.
async function initialise(
  initdb: (args: string[]) => ReturnType<typeof runProgram>,
  folder: string,
  data: string,
  log: Log,
): Promise<string> {
  const passwordFile = join(folder, 'password');
  if (existsSync(data)) return (await readFile(passwordFile, 'utf8')).trim();
  log.info({ folder }, 'preparing the embedded PostgreSQL');
  const fresh = `${data}.new`;
  await rm(fresh, { recursive: true, force: true });
  const password = randomBytes(24).toString('hex');
  await rm(passwordFile, { force: true });
  await createDurably(passwordFile, password);
  if (unprivileged !== undefined) await chown(passwordFile, unprivileged.uid, unprivileged.gid);
  const args = ['-D', fresh, '-U', user, '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const { code, output } = await initdb([...args, '-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions']);
  if (code !== 0)
    throw new StartupError(`The embedded PostgreSQL cannot be prepared in ${folder}: ${output}`);
  await renameDurably(fresh, data);
  return password;
}

function serverOptions(port: number, { durable }: ClusterOptions): string {
  const settings = {
    listen_addresses: '127.0.0.1',
    max_connections: '150',
    shared_buffers: '64MB',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const pairs = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return [`-p ${port}`, "-k ''", ...pairs].join(' ');
}

// In a container whose first process reaps no orphans, a killed server stays in the process table for ever, and
// PostgreSQL takes it for a running one.
async function forgetZombie(data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  try {
    const pid = (await readFile(pidFile, 'utf8')).split('\n')[0];
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    if (stat.slice(stat.lastIndexOf(')')).startsWith(') Z')) await rm(pidFile, { force: true });
  } catch {
    // No pid file, or no such process: pg_ctl knows what to make of both.
  }
}

// Line 4 of postmaster.pid; the server writes it before it accepts connections.
async function runningPort(data: string): Promise<number> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  return Number(lines[3]);
}

async function rememberedPort(folder: string): Promise<number> {
  const path = join(folder, 'port');
  return existsSync(path) ? Number(await readFile(path, 'utf8')) || 0 : 0;
}

/**
 * The wanted TCP port when it is free on this machine, else one below those that the system gives away, so that no other
 * program gets it before it is used.
 */
export async function freePort(wanted = 0): Promise<number> {
  for (let port = wanted; ; port = randomInt(20_000, 32_768)) {
    if (port !== 0 && (await isFree(port))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}
