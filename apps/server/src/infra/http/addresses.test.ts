import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { callerOf, countedNetwork, trustsProxy, withinNetworks } from './addresses.ts';

describe('what limits count', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['unknown', 'unknown'],
    ['x'.repeat(1_000), 'x'.repeat(60)],
  ])('%s is counted as %s', (address, network) => {
    expect(countedNetwork(address)).toBe(network);
  });
});

describe('networks', () => {
  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['10.2.0.1', false],
    ['fd00::5', true],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['', false],
    [undefined, false],
  ])('hold %s: %s', (address, isWithin) => {
    expect(withinNetworks(['10.1.0.0/16', 'fd00::/8', '192.0.2.7'])(address)).toBe(isWithin);
  });
});

const proxied = 'https://hub.example.com';
const local = 'http://localhost:3000';

/** Settings, the connected address, `X-Forwarded-For`, and who the caller is. */
const cases: [string, { publicUrl: string; trustedProxies?: string[] }, string, string, string][] = [
  ['a proxy on this machine', { publicUrl: proxied }, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['a proxy in a private network', { publicUrl: proxied }, '10.0.0.2', '203.0.113.9', '203.0.113.9'],
  ['its own entry only', { publicUrl: proxied }, '10.0.0.2', '1.2.3.4, 10.0.0.9', '10.0.0.9'],
  ['a proxy without an https address', { publicUrl: local }, '10.0.0.2', '203.0.113.9', '10.0.0.2'],
  ['a stranger', { publicUrl: proxied }, '198.51.100.7', '203.0.113.9', '198.51.100.7'],
  [
    'two proxies of the list',
    { publicUrl: proxied, trustedProxies: ['192.0.2.0/24'] },
    '192.0.2.1',
    '1.2.3.4, 203.0.113.9, 192.0.2.2',
    '203.0.113.9',
  ],
  [
    'a proxy that is not on the list',
    { publicUrl: proxied, trustedProxies: ['192.0.2.0/24'] },
    '127.0.0.1',
    '203.0.113.9',
    '127.0.0.1',
  ],
];

describe('the address of a caller', () => {
  it.each(cases)('%s', async (_, settings, remoteAddress, forwarded, caller) => {
    const trusts = trustsProxy(settings);
    const headers = { 'x-forwarded-for': forwarded };
    const app = fastify({ trustProxy: trusts });
    app.get('/', async ({ ip }) => ip);
    expect((await app.inject({ url: '/', remoteAddress, headers })).body).toBe(caller);
    await app.close();
    const raw = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    expect(callerOf(raw, trusts)).toBe(caller);
  });
});
