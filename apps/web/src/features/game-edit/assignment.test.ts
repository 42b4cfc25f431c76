import { describe, expect, it } from 'vitest';
import { assign, isAssigned, noChange, rebaseAssignment, unassign } from './assignment.ts';

const original = new Set([1, 2]);

describe('the assignment of integrations', () => {
  it('[EDIT-10] puts an integration on the add list unless it was originally assigned', () => {
    expect(assign(noChange, 3, original)).toEqual({ add: [3], remove: [] });
    expect(assign(noChange, 1, original)).toEqual(noChange);
    expect(assign({ add: [3], remove: [] }, 3, original)).toEqual({ add: [3], remove: [] });
  });

  it('[EDIT-11] puts an integration on the delete list unless it was just added', () => {
    expect(unassign(noChange, 1, original)).toEqual({ add: [], remove: [1] });
    expect(unassign({ add: [3], remove: [] }, 3, original)).toEqual(noChange);
    expect(unassign(noChange, 3, original)).toEqual(noChange);
  });

  it('[EDIT-12] lets assign and remove cancel each other, in both orders', () => {
    expect(unassign(assign(noChange, 3, original), 3, original)).toEqual(noChange);
    expect(assign(unassign(noChange, 1, original), 1, original)).toEqual(noChange);
  });

  it('[EDIT-09] says who is assigned with the changes made', () => {
    const change = { add: [3], remove: [1] };
    expect([1, 2, 3, 4].filter((id) => isAssigned(change, id, original))).toEqual([2, 3]);
  });

  it('[EDIT-12] keeps only what is left to do once someone else has changed the links', () => {
    expect(rebaseAssignment({ add: [3, 4], remove: [1, 2] }, new Set([2, 3]))).toEqual({
      add: [4],
      remove: [2],
    });
  });
});
