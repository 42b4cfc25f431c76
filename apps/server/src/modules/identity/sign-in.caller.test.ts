import { describe, expect, it } from 'vitest';
import { networkOf, storable } from './sign-in.caller.ts';

describe('[AUTH-01] the network that attempts are counted for', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['no address', 'no address'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('a text from outside', () => {
  it('is cut and has no control characters when it is stored', () => {
    expect(storable(' a\u0000b\r\nc ', 20)).toBe('a b c');
    expect(storable('x'.repeat(21), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(storable(`${'x'.repeat(18)}🎲🎲`, 20)).toBe(`${'x'.repeat(18)}\uFFFD…`);
  });
});
