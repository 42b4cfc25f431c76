import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testSession } from '../test/session.ts';
import type { Renewal } from './api/index.ts';
import { openRealtime } from './realtime.ts';

const heard = new Map<string, (...given: unknown[]) => void>();
const socket = {
  connected: false,
  active: false,
  on: (name: string, listener: (...given: unknown[]) => void) => heard.set(name, listener),
  onAny: (listener: (...given: unknown[]) => void) => heard.set('any', listener),
  offAny: () => {},
  connect: vi.fn(),
  disconnect: vi.fn(),
  emit: vi.fn(),
  removeAllListeners: vi.fn(),
};
let options: { auth(give: (auth: object) => void): void };
vi.mock('socket.io-client', () => ({
  io: (given: typeof options) => {
    options = given;
    return socket;
  },
}));

const handlers = {
  on: vi.fn(async (_name: string, _data: unknown) => {}),
  onConnect: vi.fn(),
  onDisconnect: vi.fn(),
};
let close: () => void;

async function open(renewal: Renewal) {
  const session = { ...testSession('ludus_admin'), renew: vi.fn(async () => renewal), signInAgain: vi.fn() };
  close = await openRealtime(session, handlers);
  return session;
}

describe('a socket that the hub has cut', () => {
  beforeEach(() => {
    heard.clear();
    vi.clearAllMocks();
    socket.active = false;
  });
  afterEach(() => close());

  const refuse = (code: string) =>
    heard.get('connect_error')?.(Object.assign(new Error(code), { data: { code } }));

  it.each(['forbidden', 'internal'])('comes back later each time it is refused as %s', async (code) => {
    await open('renewed');
    vi.useFakeTimers();
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      socket.connect.mockClear();
      refuse(code);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect(socket.connect).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(socket.connect).toHaveBeenCalledOnce();
    }
    heard.get('connect')?.();
    socket.connect.mockClear();
    refuse(code);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(socket.connect).toHaveBeenCalledOnce();
  });

  it('waits a minute when there are too many sockets', async () => {
    await open('renewed');
    vi.useFakeTimers();
    refuse('too_many_requests');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(socket.connect).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.connect).toHaveBeenCalledOnce();
  });

  it('leaves a server that cannot be reached to the library, and comes back no more once it is closed', async () => {
    await open('renewed');
    vi.useFakeTimers();
    socket.active = true;
    heard.get('connect_error')?.(new Error('websocket error'));
    await vi.advanceTimersByTimeAsync(120_000);
    socket.active = false;
    refuse('internal');
    close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('[OPEN-92] ends the session of someone whose access has ended', async () => {
    const session = await open('refused');
    heard.get('disconnect')?.('io server disconnect');
    await expect.poll(() => session.signInAgain).toHaveBeenCalledOnce();
    expect(socket.connect).not.toHaveBeenCalled();
  });

  it('[ROLE-19] comes back with a new token where there is one, also when the old one is refused on the way', async () => {
    const session = await open('renewed');
    heard.get('disconnect')?.('io server disconnect');
    await expect.poll(() => socket.connect).toHaveBeenCalledOnce();
    heard.get('connect_error')?.(
      Object.assign(new Error('unauthorized'), { data: { code: 'unauthorized' } }),
    );
    await expect.poll(() => socket.connect).toHaveBeenCalledTimes(2);
    expect(session.signInAgain).not.toHaveBeenCalled();
  });

  it('leaves the session alone while the identity provider is away, or the network is', async () => {
    const session = await open('unreachable');
    heard.get('disconnect')?.('io server disconnect');
    await expect.poll(() => session.renew).toHaveBeenCalledOnce();
    heard.get('disconnect')?.('transport close');
    expect(session.signInAgain).not.toHaveBeenCalled();
  });
});

describe('an event of the socket', () => {
  beforeEach(() => {
    heard.clear();
    vi.clearAllMocks();
  });
  afterEach(() => close());

  it('is handed on in the order of its arrival, while what checks it is still being loaded', async () => {
    await open('renewed');
    heard.get('any')?.('changed', { topic: 'games' });
    heard.get('any')?.('fetch-sessions-updated', { dateTime: '2026-11-20T13:32:07Z' });
    await expect
      .poll(() => handlers.on.mock.calls)
      .toEqual([
        ['changed', { topic: 'games' }],
        ['fetch-sessions-updated', { dateTime: '2026-11-20T13:32:07Z' }],
      ]);
  });

  it('waits until the one before it is handled, however long what handles that takes to load', async () => {
    await open('renewed');
    const handled: string[] = [];
    let isLoaded = () => {};
    handlers.on.mockImplementationOnce(async (name) => {
      await new Promise<void>((resolve) => {
        isLoaded = resolve;
      });
      handled.push(name);
    });
    handlers.on.mockImplementationOnce(async (name) => void handled.push(name));
    heard.get('any')?.('changed', { topic: 'games' });
    heard.get('any')?.('fetch-sessions-updated', { dateTime: '2026-11-20T13:32:07Z' });
    await expect.poll(() => handlers.on).toHaveBeenCalled();
    await new Promise((done) => setImmediate(done));
    isLoaded();
    await expect.poll(() => handled).toEqual(['changed', 'fetch-sessions-updated']);
  });

  it('is dropped when it is unknown, broken, or arrives after the end', async () => {
    await open('renewed');
    heard.get('any')?.('no-such-event', {});
    heard.get('any')?.('constructor', {});
    heard.get('any')?.('changed', { topic: 7 });
    heard.get('any')?.('changed', { topic: 'tickets' });
    await expect.poll(() => handlers.on.mock.calls).toEqual([['changed', { topic: 'tickets' }]]);
    heard.get('any')?.('changed', { topic: 'games' });
    close();
    await new Promise((done) => setImmediate(done));
    expect(handlers.on).toHaveBeenCalledOnce();
  });
});

describe('a socket that connects for the first time', () => {
  afterEach(() => {
    close();
    vi.restoreAllMocks();
  });

  it.each([
    [4_000, false],
    [60_001, true],
  ])('%i ms after the page began, may have missed changes: %s', async (age, mayHaveMissed) => {
    heard.clear();
    vi.clearAllMocks();
    vi.spyOn(performance, 'now').mockReturnValue(age);
    await open('renewed');
    let given: unknown;
    options.auth((auth) => {
      given = auth;
    });
    expect(given).toEqual({ token: 'token', readingMs: age });
    heard.get('connect')?.();
    expect(handlers.onConnect).toHaveBeenLastCalledWith(mayHaveMissed);
    heard.get('connect')?.();
    expect(handlers.onConnect).toHaveBeenLastCalledWith(true);
  });
});
