import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../test/support/session-store/known-rows.ts';
import { SessionIdSet } from './session-id-set.ts';

const high = fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.constantFrom(0, 1, 0xfffff, 0xffff_ffff));
const low = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 15, 16, 0xffff));
const ids = fc.array(fc.tuple(high, low), { maxLength: 3000 });

/** Ids whose first twelve bits are the same, so that they share a part. */
function idsOfOnePart(seed: number, count: number): [number, number][] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => [
    Math.floor(random() * 2 ** 20),
    Math.floor(random() * 2 ** 16),
  ]);
}

describe('the set of stored ids', () => {
  it('never misses an id that was added, however many there are and however near they lie', () => {
    fc.assert(
      fc.property(ids, fc.boolean(), (given, isCrowded) => {
        const set = new SessionIdSet();
        const added = isCrowded ? given.map(([one, other]): [number, number] => [one % 64, other]) : given;
        for (const [one, other] of added) set.add(one, other);
        expect(added.filter(([one, other]) => !set.has(one, other))).toEqual([]);
      }),
    );
    const set = new SessionIdSet();
    const many = idsOfOnePart(1, 200_000);
    for (const [one, other] of many) set.add(one, other);
    expect(many.filter(([one, other]) => !set.has(one, other))).toEqual([]);
  });

  it('takes another id for one of n with a probability of at most n / 2^44', () => {
    const set = new SessionIdSet();
    // As many as a part has of 800 million ids: one of 2^32 / 200,000 = 21,475 others is taken for one of them.
    for (const [one, other] of idsOfOnePart(2, 200_000)) set.add(one, other);
    const wrong = idsOfOnePart(3, 1_000_000).filter(([one, other]) => set.has(one, other));
    expect(wrong.length).toBeGreaterThan(10);
    expect(wrong.length).toBeLessThan(100);
  });

  it('takes at most as many bytes as it says beforehand, and none while it is empty', () => {
    const set = new SessionIdSet();
    expect(set.bytes).toBe(0);
    const random = randomFrom(4);
    for (let count = 0; count < 400_000; count++) {
      set.add(Math.floor(random() * 2 ** 32), Math.floor(random() * 2 ** 16));
    }
    expect(set.bytes).toBeLessThanOrEqual(SessionIdSet.bytesOf(400_000));
    expect(set.bytes).toBeGreaterThan(400_000 * 4);
  });
});
