import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coverage, FetchedCoverage } from '../session-store/index.ts';
import {
  aheadMs,
  overlapMs,
  planHistory,
  planPeriod,
  planRecent,
  shareDone,
  type TimeRange,
  widenCoverage,
} from './fetching.plan.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.parse('2026-11-20T12:00:00Z');
const week = { fromMs: now - 30 * dayMs, toMs: now - 23 * dayMs };

describe('what a fetch asks a platform for', () => {
  it('a period is asked from its start to beyond now while nothing is known', () => {
    expect(planPeriod(week, null, now, false)).toEqual([{ fromMs: week.fromMs, toMs: now + aheadMs }]);
  });

  it('a period long past is asked for itself and for what came after the last seen change', () => {
    const coverage = { fromMs: 0, toMs: now - dayMs };
    expect(planPeriod(week, coverage, now, false)).toEqual([
      week,
      { fromMs: now - dayMs - overlapMs, toMs: now + aheadMs },
    ]);
    expect(planPeriod(week, coverage, now, true)).toHaveLength(1);
  });

  it('[SESS-10] whatever was covered before, after a fetch every change since the start of the period is', () => {
    const moment = fc.integer({ min: now - 60 * dayMs, max: now });
    const range = fc
      .tuple(moment, moment)
      .filter(([a, b]) => a !== b)
      .map(([a, b]): TimeRange => ({ fromMs: Math.min(a, b), toMs: Math.max(a, b) }));
    fc.assert(
      fc.property(range, fc.option(range), fc.boolean(), moment, (period, coverage, force, change) => {
        fc.pre(change >= period.fromMs);
        const asked = planPeriod(period, coverage as Coverage | null, now, force);
        const within = (one: TimeRange) => one.fromMs <= change && change < one.toMs;
        expect(asked.some(within) || (coverage !== null && within(coverage))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('a schedule goes on at the last seen change with an overlap, and starts with the look-back', () => {
    const recent = { lookbackMs: dayMs, safetyMs: 6 * hourMs };
    const at = new Date(now);
    const coverage = { fromMs: 0, toMs: now - 1000, readAt: at, lateReadAt: at };
    expect(planRecent(coverage, now, recent)[0]?.fromMs).toBe(now - 1000 - overlapMs);
    expect(planRecent(null, now, recent)[0]?.fromMs).toBe(now - dayMs);
    expect(planHistory(now)[0]?.fromMs).toBe(Date.UTC(2000, 0, 1));
  });
});

describe('what a platform shows late', () => {
  const recent = { lookbackMs: dayMs, safetyMs: 6 * hourMs };
  const ofLate = (lateReadAt: string, lastChange = '2026-11-20T11:50:00Z') => ({
    fromMs: 0,
    toMs: Date.parse(lastChange),
    readAt: new Date('2026-11-20T11:50:00Z'),
    lateReadAt: new Date(lateReadAt),
  });
  const fromOf = (coverage: FetchedCoverage, at: string, safetyMs = recent.safetyMs) => {
    const [range] = planRecent(coverage, Date.parse(at), { ...recent, safetyMs });
    return new Date(range?.fromMs ?? 0).toISOString();
  };

  it('is asked for once in an hour, from the safety window before it was last asked for', () => {
    const coverage = ofLate('2026-11-20T11:00:05Z');
    expect(fromOf(coverage, '2026-11-20T11:59:59Z')).toBe('2026-11-20T11:35:00.000Z');
    expect(fromOf(coverage, '2026-11-20T12:00:00Z')).toBe('2026-11-20T05:00:05.000Z');
    expect(fromOf(ofLate('2026-11-20T12:00:00Z'), '2026-11-20T12:10:00Z')).toBe('2026-11-20T11:35:00.000Z');
  });

  it('is asked for since then also after a pause, and never at the cost of the overlap', () => {
    expect(fromOf(ofLate('2026-11-18T12:00:00Z'), '2026-11-20T12:00:00Z')).toBe('2026-11-18T06:00:00.000Z');
    const quiet = ofLate('2026-11-20T11:00:00Z', '2026-11-19T00:00:00Z');
    expect(fromOf(quiet, '2026-11-20T12:00:00Z')).toBe('2026-11-18T23:45:00.000Z');
    const coverage = ofLate('2026-11-20T11:58:00Z');
    expect(fromOf(coverage, '2026-11-20T12:00:00Z', 0)).toBe('2026-11-20T11:35:00.000Z');
  });
});

describe('coverage', () => {
  it('grows by ranges that join it, and never over a gap', () => {
    const covered = { fromMs: 1000, toMs: 2000 };
    expect(widenCoverage(null, { fromMs: 5, toMs: 9000 }, 4000)).toEqual({ fromMs: 5, toMs: 4000 });
    expect(widenCoverage(covered, { fromMs: 1500, toMs: 9000 }, 4000)).toEqual({ fromMs: 1000, toMs: 4000 });
    expect(widenCoverage(covered, { fromMs: 0, toMs: 9000 }, 1200)).toEqual({ fromMs: 0, toMs: 2000 });
    expect(widenCoverage(covered, { fromMs: 3000, toMs: 9000 }, 4000)).toEqual(covered);
    expect(widenCoverage(covered, { fromMs: 0, toMs: 500 }, 500)).toEqual(covered);
  });

  it('holds no instant that no range has held', () => {
    const range = fc
      .tuple(fc.nat(1000), fc.nat(1000))
      .map(([from, length]): TimeRange => ({ fromMs: from, toMs: from + length }));
    fc.assert(
      fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), fc.nat(2000), (ranges, instant) => {
        let coverage: Coverage | null = null;
        for (const one of ranges) coverage = widenCoverage(coverage, one, one.toMs);
        const held = coverage !== null && coverage.fromMs <= instant && instant < coverage.toMs;
        if (held) expect(ranges.some((one) => one.fromMs <= instant && instant < one.toMs)).toBe(true);
      }),
    );
  });
});

describe('shareDone', () => {
  it('runs from 0 to 1 over the ranges, the open end counting as now', () => {
    const ranges = [
      { fromMs: now - 2000, toMs: now - 1000 },
      { fromMs: now - 1000, toMs: now + aheadMs },
    ];
    expect(shareDone(ranges, 0, now - 2000, now)).toBe(0);
    expect(shareDone(ranges, 0, now - 1500, now)).toBe(0.25);
    expect(shareDone(ranges, 1, now - 1000, now)).toBe(0.5);
    expect(shareDone(ranges, 1, now, now)).toBe(1);
    expect(shareDone(ranges, 2, now, now)).toBe(1);
  });
});
