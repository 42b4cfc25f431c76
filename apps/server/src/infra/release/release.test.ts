import { expect, it } from 'vitest';
import { isOlder, thisRelease } from './index.ts';

it.each([
  ['0.12.0', '1.0.0', true],
  ['1.9.3', '1.10.0', true],
  ['1.0.0', '1.0.1', true],
  ['1.0.0', '1.0.0', false],
  ['2.0.0', '1.99.99', false],
])('version %s is older than %s: %s', (version, other, expected) => {
  expect(isOlder(version, other)).toBe(expected);
});

it('a release can run on the stores that it has migrated itself', () => {
  expect(isOlder(thisRelease.version, thisRelease.oldestCompatible)).toBe(false);
});
