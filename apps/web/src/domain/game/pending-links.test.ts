import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnOf,
  differenceOf,
  hide,
  type Links,
  nothingPending,
  notifiedIds,
  type Pending,
  pendingCount,
  rebase,
  setNotified,
  show,
  visibleAfter,
} from './pending-links.ts';

const links: Links = { addable: new Set([1, 2, 3, 4, 5]), visible: new Set([3, 4]), owned: new Set([5]) };

describe('moves that wait for the save', () => {
  it('[VIS-14] adding takes an item from not visible to viewing, with no one notified', () => {
    const pending = show(nothingPending, [1], links);
    expect(columnOf(pending, 1, links)).toBe('viewing');
    expect([...pending.add]).toEqual([[1, false]]);
    expect(visibleAfter(pending, links)).toEqual([3, 4, 1]);
  });

  it('[VIS-15] removing a saved item marks it and moves it to not visible', () => {
    const pending = hide(nothingPending, [3], links);
    expect(columnOf(pending, 3, links)).toBe('hidden');
    expect([...pending.remove]).toEqual([3]);
    expect(visibleAfter(pending, links)).toEqual([4]);
  });

  it('[VIS-16] removing what was just added leaves nothing pending', () => {
    expect(pendingCount(hide(show(nothingPending, [1], links), [1], links))).toBe(0);
  });

  it('[VIS-17] undoing a removal restores the item and leaves nothing pending', () => {
    const pending = show(hide(nothingPending, [3], links), [3], links);
    expect(pendingCount(pending)).toBe(0);
    expect(columnOf(pending, 3, links)).toBe('viewing');
  });

  it('[VIS-12] what is owned never moves', () => {
    expect(hide(nothingPending, [5], links)).toEqual(nothingPending);
    expect(show(nothingPending, [5], links)).toEqual(nothingPending);
    expect(columnOf(nothingPending, 5, links)).toBe('owned');
  });

  it('[VIS-13] only what is offered can be added', () => {
    expect(show(nothingPending, [9], links)).toEqual(nothingPending);
    expect(columnOf(nothingPending, 9, links)).toBeNull();
  });

  it('[VIS-10][VIS-18] notifies of additions only where that is chosen', () => {
    const added = show(hide(nothingPending, [3], links), [1, 2], links);
    expect(notifiedIds(added)).toEqual([]);
    const pending = setNotified(added, [1, 3], true);
    expect(notifiedIds(pending)).toEqual([1]);
    expect(notifiedIds(setNotified(pending, [1], false))).toEqual([]);
  });

  it('keeps what is still to be done when someone else has saved meanwhile', () => {
    const pending = show(hide(nothingPending, [3, 4], links), [1, 2], links);
    const now: Links = { addable: new Set([2, 3, 4, 5]), visible: new Set([2, 4]), owned: new Set([5]) };
    expect(rebase(pending, now)).toEqual({ add: new Map(), remove: new Set([4]) });
    expect(differenceOf(links, now)).toEqual({ gained: [2], lost: [3], activated: [] });
    const active: Links = { ...links, visible: new Set([4]), owned: new Set([3, 5]) };
    expect(differenceOf(links, active)).toEqual({ gained: [], lost: [], activated: [3] });
    expect(rebase(pending, active).remove).toEqual(new Set([4]));
  });
});

type Step = { kind: 'show' | 'hide' | 'tell' | 'quiet'; ids: number[] };

const universe = 12;
const ids = fc.uniqueArray(fc.integer({ min: 1, max: universe }), { maxLength: 4 });
const anyLinks: fc.Arbitrary<Links> = fc
  .array(fc.constantFrom('addable', 'visible', 'owned', 'foreign', 'visible and addable'), {
    minLength: universe,
    maxLength: universe,
  })
  .map((states) => {
    const of = (word: string) =>
      new Set(states.flatMap((state, at) => (state.includes(word) ? [at + 1] : [])));
    return { addable: of('addable'), visible: of('visible'), owned: of('owned') };
  });
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ kind: fc.constantFrom('show', 'hide', 'tell', 'quiet'), ids }),
  { maxLength: 30 },
);

function after(steps: readonly Step[], state: Links): Pending {
  return steps.reduce<Pending>((pending, { kind, ids: moved }) => {
    if (kind === 'show') return show(pending, moved, state);
    if (kind === 'hide') return hide(pending, moved, state);
    return setNotified(pending, moved, kind === 'tell');
  }, nothingPending);
}

function expectSound(pending: Pending, state: Links): void {
  for (const id of pending.add.keys()) {
    expect(state.addable.has(id)).toBe(true);
    expect(state.visible.has(id) || state.owned.has(id) || pending.remove.has(id)).toBe(false);
  }
  for (const id of pending.remove) {
    expect(state.visible.has(id)).toBe(true);
    expect(state.owned.has(id)).toBe(false);
  }
  const sent = visibleAfter(pending, state);
  expect(new Set(sent).size).toBe(sent.length);
  expect(notifiedIds(pending).every((id) => pending.add.has(id))).toBe(true);
}

describe('any sequence of moves and undos', () => {
  it('[VIS-12][VIS-14] never sends an item twice, adds what is linked, or touches what is owned', () => {
    fc.assert(
      fc.property(anyLinks, anySteps, (state, steps) => expectSound(after(steps, state), state)),
      { numRuns: 300 },
    );
  });

  it('[VIS-15][VIS-16][VIS-17] leaves each item where its last move put it, and nothing pending that was taken back', () => {
    fc.assert(
      fc.property(anyLinks, anySteps, (state, steps) => {
        const pending = after(steps, state);
        for (let id = 1; id <= universe; id++) {
          const start = columnOf(nothingPending, id, state);
          const last = steps.findLast(
            (step) => step.ids.includes(id) && (step.kind === 'show' || step.kind === 'hide'),
          );
          const moves = start === 'hidden' || start === 'viewing';
          const wanted = last?.kind === 'show' ? 'viewing' : last ? 'hidden' : start;
          expect(columnOf(pending, id, state)).toBe(moves ? wanted : start);
          const isPending = pending.add.has(id) || pending.remove.has(id);
          expect(isPending).toBe(moves && wanted !== start);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('stays sound on top of whatever others have saved, and changes nothing when no one has', () => {
    fc.assert(
      fc.property(anyLinks, anyLinks, anySteps, (before, now, steps) => {
        const pending = after(steps, before);
        expect(rebase(pending, before)).toEqual(pending);
        const moved = rebase(pending, now);
        expectSound(moved, now);
        expect([...moved.add].every(([id, isNotified]) => pending.add.get(id) === isNotified)).toBe(true);
        expect([...moved.remove].every((id) => pending.remove.has(id))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
