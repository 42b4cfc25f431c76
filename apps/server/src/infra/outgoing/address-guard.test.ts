import { describe, expect, it } from 'vitest';
import { createAddressGuard, isPrivateAddress } from './address-guard.ts';

describe('[OPEN-47] an address that is not public', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.255.255.255'],
    ['private', '10.0.0.0'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.255.255'],
    ['shared by carriers', '100.64.0.0'],
    ['shared by carriers', '100.127.255.255'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local', '169.254.169.254'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['documentation', '198.51.100.7'],
    ['documentation', '203.0.113.7'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-compatible, public', '::808:808'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped, public', '::ffff:1.1.1.1'],
    ['IPv4-translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['benchmarks', '2001:2::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fdff:ffff::1'],
    ['link-local', 'fe80::1'],
    ['link-local', 'febf::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1111%eth0'],
    ['site-local', 'fec0::1'],
    ['site-local', 'feff::1'],
    ['multicast', 'ff02::1'],
    ['not given out', '4000::1'],
    ['decimal notation', '2130706433'],
    ['hexadecimal notation', '0x7f000001'],
    ['octal notation', '0177.0.0.1'],
    ['short notation', '127.1'],
    ['no address', 'example.com'],
    ['empty', ''],
  ])('is known: %s %s', (_kind, address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '198.20.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('is told from a public one: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it('is called for a listed host and, with the sandbox on, on this machine', () => {
    const closed = createAddressGuard({
      sandbox: false,
      sandboxUrl: undefined,
      allowPrivateHosts: ['Games.lan'],
    });
    expect(closed.permits('games.lan', '10.0.0.5')).toBe(true);
    expect(closed.permits('other.lan', '10.0.0.5')).toBe(false);
    expect(closed.permits('localhost', '127.0.0.1')).toBe(false);
    const sandbox = createAddressGuard({ sandbox: true, sandboxUrl: undefined, allowPrivateHosts: [] });
    expect(sandbox.permits('localhost', '127.0.0.1')).toBe(true);
    expect(sandbox.permits('localhost', '::1')).toBe(true);
    expect(sandbox.permits('::ffff:127.0.0.1', '::ffff:7f00:1')).toBe(false);
    expect(sandbox.permits('10.0.0.5', '10.0.0.5')).toBe(false);
  });
});
