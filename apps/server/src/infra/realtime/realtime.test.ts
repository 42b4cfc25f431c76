import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../test/harness.ts';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { type TokenOptions, tokenFor } from '../../../test/tokens.ts';
import { systemClock } from '../clock/index.ts';
import { afterCommit } from '../postgres/index.ts';
import { createRealtime, type RealtimeEvent } from './index.ts';

let hub: TestHub;
const sockets: Socket[] = [];

beforeAll(async () => {
  hub = await startTestHub();
});

afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.disconnect();
});

afterAll(() => hub?.close());

const options = { reconnection: false, forceNew: true, useNativeTimers: true };

interface Listener {
  socket: Socket;
  heard: string[];
  /** Resolves with the reason once it is disconnected. */
  ended: Promise<string>;
}

function open(auth: Record<string, unknown>): Socket {
  const socket = io(hub.url, { ...options, auth, transports: ['websocket'] });
  sockets.push(socket);
  return socket;
}

/** Connects; resolves once connected, rejects with the server's refusal. */
async function connect(auth: Record<string, unknown>): Promise<Listener> {
  const socket = open(auth);
  const heard: string[] = [];
  socket.onAny((_name, data) => heard.push(String(data.topic === undefined ? data.dateTime : data.id)));
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', reject);
  });
  return { socket, heard, ended };
}

const as = async (...given: Parameters<typeof tokenFor>) => connect({ token: await tokenFor(...given) });
const mark = (id: string): RealtimeEvent => ({ name: 'changed', data: { topic: 'games', id } });

/** Resolves when everyone has heard an event for all, which was sent after everything before it. */
async function settle(...listeners: Listener[]): Promise<void> {
  const dateTime = new Date().toISOString();
  const last = listeners.map(
    ({ socket }) => new Promise((resolve) => socket.once('fetch-sessions-updated', resolve)),
  );
  hub.infra.realtime.publish({ name: 'fetch-sessions-updated', data: { dateTime } }, { everyone: true });
  await Promise.all(last);
  for (const { heard } of listeners) heard.pop();
}

describe('[OPEN-69] a socket', () => {
  const refused: [string, Record<string, unknown>][] = [
    ['no token', {}],
    ['a token that is no text', { token: { $ne: null } }],
    ['a token that is no token', { token: 'a.b.c' }],
  ];
  it.each(refused)('is refused with %s', async (_, auth) => {
    await expect(connect(auth)).rejects.toMatchObject({ message: 'unauthorized' });
  });

  const badTokens: [string, TokenOptions][] = [
    ['expired', { expiresIn: -60 }],
    ['signed by someone else', { signedBy: 'someone else' }],
    ['unsigned', { signedBy: 'no-one' }],
    ['for another audience', { audience: 'elsewhere' }],
  ];
  it.each(badTokens)('is refused with a token that is %s', async (_, options) => {
    await expect(as('ludus_admin', options)).rejects.toMatchObject({ message: 'unauthorized' });
  });

  it('[AUTH-07] is refused to an invalid user', async () => {
    await expect(as('integration_admin', { integration: null })).rejects.toMatchObject({
      message: 'forbidden',
      data: { code: 'forbidden' },
    });
  });

  describe('from a page', () => {
    const withOrigin = async (origin: string, transport: 'websocket' | 'polling') => {
      const token = await tokenFor('ludus_admin');
      const extraHeaders = { origin };
      const socket = io(hub.url, { ...options, transports: [transport], auth: { token }, extraHeaders });
      sockets.push(socket);
      return new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', ({ message }) => resolve(message));
      });
    };

    it.each(['websocket', 'polling'] as const)('of the public origin opens by %s', async (transport) => {
      const own = new URL(hub.stores.settings.publicUrl);
      expect(await withOrigin(own.origin, transport)).toBe('connected');
      expect(await withOrigin(`http://127.0.0.1:${own.port}`, transport)).toBe('connected');
    });

    it.each([
      ['another site', 'https://evil.example'],
      ['another port of this machine', 'http://localhost:1'],
      ['a name that begins alike', 'http://localhost.evil.example'],
      ['a frame without an origin', 'null'],
    ])('of %s is refused with a good token, and logged', async (_, origin) => {
      const logged = vi.spyOn(hub.stores.log, 'info');
      expect(await withOrigin(origin, 'websocket')).toBe('websocket error');
      expect(await withOrigin(origin, 'polling')).toBe('xhr poll error');
      expect(logged).toHaveBeenCalledWith({ origin }, 'a socket of another origin was refused');
      logged.mockRestore();
    });
  });

  /** Time that passes for what waits for it, while the sockets themselves live by the clock of the machine. */
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

  it('ends when its token does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const listener = await as('ludus_admin', { expiresIn: 300 });
    pass(200);
    await settle(listener);
    pass(100);
    expect(await listener.ended).toBe('io server disconnect');
  });

  it('lives on with a new token of the same user, and with no one else’s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const listener = await as('ludus_admin', { expiresIn: 200 });
    const renew = (token: unknown) => listener.socket.emitWithAck('renew', token);
    expect(await renew(await tokenFor('ludus_admin', { userId: 'someone-else' }))).toBe('unauthorized');
    expect(await renew('nonsense')).toBe('unauthorized');
    expect(await renew(await tokenFor('ludus_admin', { expiresIn: 400 }))).toBeNull();
    const other = await as('ludus_admin', { expiresIn: 200 });
    pass(200);
    await other.ended;
    await settle(listener);
  });
});

describe('[RT-05][OPEN-69] an event', () => {
  it('reaches those it is for and no one else', async () => {
    const admin = await as('ludus_admin');
    const manager = await as('ludus_manager');
    const alpina = await as('integration_admin', { integration: 'Alpina' });
    const baltica = await as('integration_admin', { integration: 'Baltica', userId: 'b' });
    const unknown = await as('integration_admin', { integration: 'No one', userId: 'n' });
    const all = [admin, manager, alpina, baltica, unknown];
    const { realtime } = hub.infra;
    realtime.publish(mark('user'), { users: ['b'] });
    realtime.publish(mark('integration'), { integration: 1 });
    realtime.publish(mark('providers'), { providers: true });
    realtime.publish(mark('managers'), { jobManagers: true });
    realtime.publish(mark('two reasons'), {
      providers: true,
      jobManagers: true,
      users: ['user-ludus_admin'],
    });
    realtime.publish(mark('no-one'), {});
    realtime.publish(mark('everyone'), { everyone: true });
    await settle(...all);
    expect(admin.heard).toEqual(['providers', 'managers', 'two reasons', 'everyone']);
    expect(manager.heard).toEqual(['providers', 'two reasons', 'everyone']);
    expect(alpina.heard).toEqual(['integration', 'everyone']);
    expect(baltica.heard).toEqual(['user', 'everyone']);
    expect(unknown.heard).toEqual(['everyone']);
  });

  it('that came between what a page read and its socket is sent once it is connected, to those it is for', async () => {
    const { realtime } = hub.infra;
    const asks = async (readingMs: unknown, ...given: Parameters<typeof tokenFor>) =>
      connect({ token: await tokenFor(...given), readingMs });
    await settle(await as('ludus_admin'));
    const began = Date.now();
    realtime.publish(mark('for providers'), { providers: true });
    realtime.publish(mark('for everyone'), { everyone: true });
    realtime.publish(mark('for providers'), { providers: true });
    const age = () => Date.now() - began + 1;
    const reader = await asks(age(), 'ludus_admin');
    const foreign = await asks(age(), 'integration_admin', { integration: 'Baltica', userId: 'b' });
    const late = await asks(-30_000, 'ludus_admin');
    const odd = await asks('60000', 'ludus_admin');
    await settle(reader, foreign, late, odd);
    const heard = ({ heard: all }: Listener) => all.filter((id) => id.startsWith('for '));
    expect(heard(reader)).toEqual(['for providers', 'for everyone']);
    expect(heard(foreign)).toEqual(['for everyone']);
    expect(late.heard).toEqual([]);
    expect(odd.heard).toEqual([]);
  });

  it('of another process arrives too, also when it is longer than a notification of PostgreSQL', async () => {
    const { socket, heard } = await as('ludus_admin');
    const { postgres } = hub.stores;
    const elsewhere = createRealtime({ postgres, clock: systemClock, log: silentLog });
    const long = 'x'.repeat(20_000);
    const arrived = new Promise<void>((resolve) => {
      socket.on('changed', ({ id }: { id?: string }) => id === long && resolve());
    });
    elsewhere.publish(mark(long), { providers: true });
    await arrived;
    expect(heard.filter((id) => id === long)).toHaveLength(1);
    await elsewhere.close();
  });

  it('may have been missed while its process did not listen: browsers then connect again, to read everything again', async () => {
    const { ended } = await as('ludus_admin');
    await hub.stores.postgres.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'ludus-hub session' AND datname = current_database()`,
    );
    // Unlike a disconnect by the server, after this a browser connects by itself.
    expect(await ended).toBe('transport close');
    await settle(await as('ludus_admin'));
  });

  it('needs nothing to be let go: what has only just been opened closes', async () => {
    const { postgres } = hub.stores;
    for (let round = 0; round < 5; round++) {
      await createRealtime({ postgres, clock: systemClock, log: silentLog }).close();
    }
  });

  it('is refused when it is not what the contract says', () => {
    const wrong = { name: 'changed', data: { topic: 'everything' } } as unknown as RealtimeEvent;
    expect(() => hub.infra.realtime.publish(wrong, { everyone: true })).toThrow();
  });

  it('of a transaction is sent after the commit, and never when it rolls back', async () => {
    const admin = await as('ludus_admin');
    const { postgres, realtime } = hub.infra;
    const work = (id: string, fail: boolean) =>
      postgres.transaction(async (tx) => {
        afterCommit(tx, () => realtime.publish(mark(id), { providers: true }));
        await settle(admin);
        expect(admin.heard).not.toContain(id);
        if (fail) throw new Error('no');
      });
    await expect(work('rolled back', true)).rejects.toThrow('no');
    await work('committed', false);
    await settle(admin);
    expect(admin.heard).toEqual(['committed']);
  });
});
