import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Tries to listen: true when the port is free. */
export function isFree(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Waits a little for a port that a process which is just ending still holds. */
export async function becomesFree(port, host, patienceMs = 3000) {
  for (const end = Date.now() + patienceMs; ; await wait(100)) {
    if (await isFree(port, host)) return true;
    if (Date.now() >= end) return false;
  }
}

/** A free port below those that the system gives away, so that no other program gets it before it is listened on. */
export async function anyPort() {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
}

/**
 * Ports that stay the same from start to start, because addresses with them are stored: kept in a file, chosen anew
 * only where another program has taken one.
 */
export async function rememberedPorts(file, names) {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const ports = {};
  for (const name of names) {
    const usable = Number.isInteger(known[name]) && (await becomesFree(known[name]));
    ports[name] = usable ? known[name] : await anyPort();
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(ports)}\n`, { mode: 0o600 });
  return ports;
}
