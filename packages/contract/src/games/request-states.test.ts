import { describe, expect, it } from 'vitest';
import {
  gameRequestActions,
  gameRequestStates,
  gameRequestTransitions,
  grantObstacleOf,
  isOpenRequest,
  requestActionsOf,
} from './request-states.ts';

describe('states of game requests', () => {
  it('offer each side what is left to do, and nothing once a request has ended', () => {
    const offered = gameRequestStates.map((state) => [
      state,
      requestActionsOf(state, 'provider'),
      requestActionsOf(state, 'integration'),
    ]);
    expect(offered).toEqual([
      ['asked', ['review', 'grant', 'refuse'], ['withdraw']],
      ['reviewing', ['grant', 'refuse'], ['withdraw']],
      ['granted', [], []],
      ['refused', [], []],
      ['withdrawn', [], []],
    ]);
  });

  it('lead from open ones only, and never back', () => {
    for (const action of gameRequestActions) {
      const { from, to } = gameRequestTransitions[action];
      expect(from.every(isOpenRequest)).toBe(true);
      expect(from).not.toContain(to);
    }
    expect(gameRequestStates.filter(isOpenRequest)).toEqual(['asked', 'reviewing']);
  });

  it('a game in development, or outside the catalogue, cannot be granted', () => {
    expect(grantObstacleOf({ isCatalog: true, isDev: false })).toBeNull();
    expect(grantObstacleOf({ isCatalog: true, isDev: true })).toBe('inDevelopment');
    expect(grantObstacleOf({ isCatalog: false, isDev: true })).toBe('notInCatalog');
  });
});
