/** The connection of a process to PostgreSQL, through a proxy that can fall silent as a firewall does. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, silentLog } from '../../../test/harness.ts';
import { createCache, createInvalidationListener } from '../invalidation/index.ts';
import { createPostgresSession, type Postgres, type PostgresSession } from './index.ts';

const times = { heartbeat: 10, response: 1_000 };

interface Proxy {
  address: string;
  /** Forwards nothing more on the connections that there are, and leaves them open. */
  fallSilent(): void;
  close(): Promise<void>;
}

async function startProxy(target: URL): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => {});
      from.once('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(target);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: address.href,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

let postgres: Postgres;
let proxy: Proxy;
let session: PostgresSession;

beforeEach(async () => {
  postgres = await openTestPostgres();
  proxy = await startProxy(new URL(postgres.connectionString));
  session = createPostgresSession(proxy.address, silentLog, times);
});

afterEach(async () => {
  await session.close();
  await proxy.close();
  await postgres.close();
});

const send = (payload: string) => postgres.pool.query("SELECT pg_notify('test', $1)", [payload]);

describe('a connection over which nothing arrives any more', () => {
  it('is replaced, and listens again once it has said that notifications may be missing', async () => {
    const heard: string[] = [];
    let isSilent = false;
    let gaps = 0;
    const back = Promise.withResolvers<void>();
    await session.listen(
      'test',
      (payload) => heard.push(payload),
      () => {
        if (!isSilent) return;
        gaps += 1;
        if (session.isLive) back.resolve();
      },
    );
    await send('before');
    await expect.poll(() => heard).toEqual(['before']);
    isSilent = true;
    proxy.fallSilent();
    await send('lost');
    await back.promise;
    expect(gaps).toBeGreaterThanOrEqual(2);
    await send('after');
    await expect.poll(() => heard).toEqual(['before', 'after']);
  });

  it('loses its locks, and says so to whoever held one', async () => {
    const lost = Promise.withResolvers<Error>();
    const lock = await session.tryLock([1, 2], lost.resolve);
    expect(await postgres.session.tryLock([1, 2], () => {})).toBeNull();
    proxy.fallSilent();
    expect(await lost.promise).toBeInstanceOf(Error);
    await lock?.release();
    expect(await session.tryLock([3, 4], () => {})).not.toBeNull();
  });

  it('drops what was cached from its changes', async () => {
    const changes = createInvalidationListener({ session });
    let loads = 0;
    const cache = createCache(changes, ['games'], async () => ++loads);
    await changes.start();
    const before = await cache.read('x');
    const dropped = new Promise<void>((done) => changes.onChange(['games'], done));
    proxy.fallSilent();
    await dropped;
    expect(await cache.read('x')).toBeGreaterThan(before);
    await changes.stop();
  });
});

it('a lock is given once, within a process and between two', async () => {
  const lock = await session.tryLock([1, 2], () => {});
  expect(lock).not.toBeNull();
  expect(await session.tryLock([1, 2], () => {})).toBeNull();
  expect(await postgres.session.tryLock([1, 2], () => {})).toBeNull();
  await lock?.release();
  const other = await postgres.session.tryLock([1, 2], () => {});
  expect(other).not.toBeNull();
  expect(await session.tryLock([1, 2], () => {})).toBeNull();
  await other?.release();
  expect(await session.tryLock([1, 2], () => {})).not.toBeNull();
});
