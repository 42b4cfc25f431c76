import { describe, expect, it } from 'vitest';
import { checkCron, longestGapMs } from './interval.ts';

describe('the interval of the checks', () => {
  it.each([
    [1, '* * * * *', 3],
    [5, '*/5 * * * *', 15],
    [30, '*/30 * * * *', 90],
  ])(
    'of %i minutes is the schedule %s, and a silence of more than %i minutes is unknown',
    (minutes, cron, gap) => {
      const settings = { serviceCheckMinutes: minutes };
      expect(checkCron(settings)).toBe(cron);
      expect(longestGapMs(settings)).toBe(gap * 60_000);
    },
  );
});
