import { describe, expect, it } from 'vitest';
import { originOf } from './origin.ts';

describe('the way back from the dictionary of figures', () => {
  it('leads to the page whose figure was explained, with its search', () => {
    expect(originOf('/sessions?from=2026-11-01&games=3,8')).toEqual({
      to: '/sessions',
      search: { from: '2026-11-01', games: '3,8' },
    });
  });

  it('leads to Dashboard without one, and for what is no page of the hub', () => {
    for (const from of [undefined, 'https://evil.example/', '//evil.example', '/nowhere', '/figures'])
      expect(originOf(from)).toEqual({ to: '/' });
  });
});
