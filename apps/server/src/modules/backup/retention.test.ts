import { describe, expect, it } from 'vitest';
import type { Manifest } from './manifest.ts';
import { chooseBase, expiredSets } from './retention.ts';

/** Sets by name: `f1` is a full one, `f1.2` the second increment of it. */
const setsOf = (...names: string[]): Manifest[] =>
  names.map((id) => {
    const [full = '', increment] = id.split('.');
    const base = increment === undefined ? null : full;
    return { id, kind: base === null ? 'full' : 'incremental', base } as Manifest;
  });

describe('retention of backups', () => {
  const sets = setsOf('f1', 'f1.1', 'f1.2', 'f2', 'f2.1', 'f2.2');

  it.each([
    [1, ['f1', 'f1.1', 'f1.2', 'f2.1']],
    [3, ['f1', 'f1.1', 'f1.2']],
    [4, ['f1.1']],
    [5, []],
    [100, []],
  ])('keeps the newest %i and the full sets that they need', (keep, expired) => {
    expect(expiredSets(sets, keep)).toEqual(expired);
  });

  it.each([
    [3, [], null],
    [3, ['f1'], 'f1'],
    [3, ['f1', 'f1.1'], 'f1'],
    [3, ['f1', 'f1.1', 'f1.2'], null],
    [3, ['f1', 'f1.1', 'f1.2', 'f2'], 'f2'],
    [1, ['f1'], null],
  ])('takes a full set of every %i: after %j the next one has the base %s', (every, names, base) => {
    expect(chooseBase(setsOf(...names), every)?.id ?? null).toBe(base);
  });
});
