import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Starts the product with the command of the README on a free port and an empty data folder, and stops it after the run. */
export default async function startHub(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ludus-e2e-'));
  const port = await freePort();
  const hub = spawn('npm', ['start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: String(port), HUB_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const origin = `http://127.0.0.1:${port}`;
  process.env.E2E_ORIGIN = origin;
  process.env.E2E_DATA_DIR = dataDir;
  await untilReady(hub, origin);
  return async () => {
    await stop(hub);
    await rm(dataDir, { recursive: true, force: true });
  };
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? done(address.port) : failed(new Error('no port')),
      );
    });
  });
}

/** Resolves at the first healthy answer; rejects with the output when the process ends before. */
function untilReady(hub: ChildProcess, origin: string): Promise<void> {
  let output = '';
  for (const stream of [hub.stdout, hub.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return new Promise((done, failed) => {
    const deadline = setTimeout(() => finish(new Error(`Not ready in time:\n${output}`)), 170_000);
    const poll = setInterval(async () => {
      const response = await fetch(`${origin}/api/health`).catch(() => undefined);
      if (response?.ok) finish();
    }, 300);
    const ended = () => finish(new Error(`The hub ended early:\n${output}`));
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

async function stop(hub: ChildProcess): Promise<void> {
  if (hub.exitCode !== null || hub.pid === undefined) return;
  const exited = new Promise((done) => hub.once('exit', done));
  process.kill(-hub.pid, 'SIGTERM');
  await exited;
}
