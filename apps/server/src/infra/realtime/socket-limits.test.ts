import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { tokenFor } from '../../../test/tokens.ts';

let hub: TestHub;
const sockets: Socket[] = [];

beforeAll(async () => {
  hub = await startTestHub({ settings: { socketsPerPerson: 3, socketsPerAddress: 5 } });
});
afterEach(async () => {
  const closed = sockets.splice(0).map((socket) => socket.disconnect());
  // Whatever was open is counted no more.
  await expect.poll(async () => (await openAll('after', 1)).includes('connected')).toBe(true);
  for (const socket of [...closed, ...sockets.splice(0)]) socket.disconnect();
});
afterAll(() => hub?.close());

async function open(userId: string, extraHeaders: Record<string, string>): Promise<string> {
  const socket = io(hub.url, {
    auth: { token: await tokenFor('integration_guest', { userId, integration: 'Alpina' }) },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders,
  });
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error: Error & { data?: { code?: string } }) =>
      resolve(error.data?.code ?? error.message),
    );
  });
}

const openAll = (userId: string, count: number, headers: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: count }, () => open(userId, headers)));

describe('sockets beyond the limit', () => {
  it('of one person are refused with the code, also when all come at once', async () => {
    const outcomes = (await openAll('one', 5)).sort();
    expect(outcomes).toEqual([
      'connected',
      'connected',
      'connected',
      'too_many_requests',
      'too_many_requests',
    ]);
    for (const socket of sockets.splice(0)) socket.disconnect();
    await expect.poll(() => open('one', {})).toBe('connected');
  });

  it('of one address are refused, whoever they are of', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    for (const person of ['a', 'b', 'c', 'd', 'e'])
      expect(await open(person, headers), person).toBe('connected');
    expect(await open('f', headers)).toBe('websocket error');
    expect(await open('f', { 'x-forwarded-for': '203.0.113.6' })).toBe('connected');
  });
});
