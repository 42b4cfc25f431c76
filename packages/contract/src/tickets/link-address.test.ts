import { expect, it } from 'vitest';
import { linkHref, linkOfAddress } from './link-address.ts';

const session = '0190a7de-0000-7000-8000-000000000001';

it.each([
  { kind: 'session', ref: session },
  { kind: 'game', ref: '12' },
  { kind: 'outage', ref: '3' },
  { kind: 'incident', ref: '5' },
  { kind: 'difference', ref: '1:2026-11-20' },
] as const)('reads the address of $kind $ref, as a path and whole', (target) => {
  expect(linkOfAddress(linkHref(target))).toEqual(target);
  expect(linkOfAddress(`  https://hub.example${linkHref(target)} `)).toEqual(target);
});

it('reads a session that is open over another screen, and no other address', () => {
  expect(linkOfAddress(`/session-list?from=2026-11-01&session=${session}`)).toEqual({
    kind: 'session',
    ref: session,
  });
  for (const text of ['', '12', '/tickets', '/status', 'javascript:alert(1)', session]) {
    expect(linkOfAddress(text), text).toBeNull();
  }
});
