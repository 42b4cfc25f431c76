import { describe, expect, it } from 'vitest';
import { movedText } from './moved-text.ts';

describe('the description of a maintenance that moves', () => {
  const at = { date: '2026-12-19T02:00:00.000Z', endsAt: '2026-12-19T03:00:00.000Z', isEndAssumed: false };
  const to = { date: '2026-12-20T04:30:00.000Z', endsAt: '2026-12-20T05:30:00.000Z' };

  it('names its new times and day, and keeps what else it says', () => {
    const description = 'No games from 03:00 to 04:00 on 19/12/2026; support until 18:00.';
    expect(movedText({ ...at, description }, to)).toBe(
      'No games from 05:30 to 06:30 on 20/12/2026; support until 18:00.',
    );
  });

  it('keeps the time of an end that was never announced', () => {
    const description = 'From 03:00, again at 04:00.';
    expect(movedText({ ...at, isEndAssumed: true, description }, to)).toBe('From 05:30, again at 04:00.');
  });
});
