import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from './poll.ts';
import { processesOf } from './processes.ts';

const startWithinMs = 170_000;

/** The product, started with the command of the README on a free port and an empty data folder. */
export interface HubProcess {
  origin: string;
  dataDir: string;
  /** Everything it has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts it and waits for the first healthy response. Sessions are fetched only when a test asks for them, unless `settings`
 * say otherwise: a fetch by the clock would meet the faults that another test has just switched on.
 */
export async function startHubProcess(settings: NodeJS.ProcessEnv = {}): Promise<HubProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ludus-e2e-'));
  const port = await freePort();
  const hub = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      FETCH_INTERVAL_MINUTES: '0',
      ...settings,
      PORT: String(port),
      HUB_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [hub.stdout, hub.stderr]) stream.on('data', (chunk) => (output += chunk));
  const started: HubProcess = {
    origin: `http://localhost:${port}`,
    dataDir,
    output: () => output,
    async stop() {
      await end(hub);
      // npm ends at once; what it has started needs a moment to put its data away.
      await until('the end of the hub', async () => (await processesOf(dataDir, '')).length === 0);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await untilReady(hub, started);
  } catch (error) {
    await started.stop();
    throw error;
  }
  return started;
}

/** A free port below those that the system gives away: no other program gets it before the hub listens on it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** Resolves at the first healthy response; rejects with the output when the process ends before. */
function untilReady(hub: ChildProcess, { origin, output }: HubProcess): Promise<void> {
  return new Promise((done, failed) => {
    const deadline = setTimeout(() => finish(new Error(`Not ready in time:\n${output()}`)), startWithinMs);
    const poll = setInterval(async () => {
      const response = await fetch(`${origin}/api/health`).catch(() => undefined);
      if (response?.ok) finish();
    }, 300);
    const ended = () => finish(new Error(`The hub ended early:\n${output()}`));
    hub.once('exit', ended);
    function finish(error?: Error) {
      clearTimeout(deadline);
      clearInterval(poll);
      hub.off('exit', ended);
      if (error) failed(error);
      else done();
    }
  });
}

async function end(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.signalCode !== null || hub.pid === undefined) return;
  const exited = new Promise((done) => hub.once('exit', done));
  process.kill(-hub.pid, 'SIGTERM');
  await exited;
}
