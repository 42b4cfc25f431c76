import type { Coverage, FetchedCoverage } from '../session-store/index.ts';

/** A range of change times, in epoch milliseconds, half-open. */
export interface TimeRange {
  fromMs: number;
  toMs: number;
}

/**
 * Reading ends a day ahead of now: a session that changes while its page is read moves to the end of the feed and is
 * met again there, instead of moving out of the requested range.
 */
export const aheadMs = 24 * 3_600_000;

/** How far behind the last seen change every fetch starts again, for changes a platform shows a little late. */
export const overlapMs = 15 * 60_000;

const hourMs = 3_600_000;

/** How far back scheduled fetches reach. */
export interface RecentRanges {
  /** Where nothing was fetched yet. */
  lookbackMs: number;
  /** Changes that a platform shows up to this much late are found within the hour. */
  safetyMs: number;
}

/**
 * Returns the change times to request, so that afterwards every session *created* in the period is stored as it is now.
 *
 * The feed is by change time, and no session changes before it is created: everything changed since the period's start
 * includes every session of the period, late corrections too. What is already stored without a gap is not requested again
 * beyond the period itself, so a fetch of a day long past requests the changes of that day and everything after the last
 * seen change. `force` ignores the coverage and requests all changes since the start.
 */
export function planPeriod(
  period: TimeRange,
  coverage: Coverage | null,
  nowMs: number,
  force: boolean,
): TimeRange[] {
  const end = nowMs + aheadMs;
  const whole = [{ fromMs: period.fromMs, toMs: end }];
  if (period.fromMs >= end) return [];
  if (force || coverage === null || coverage.fromMs > period.toMs) return whole;
  const seen = coverage.toMs - overlapMs;
  if (seen <= period.toMs) return whole;
  return [
    { fromMs: period.fromMs, toMs: period.toMs },
    { fromMs: seen, toMs: end },
  ];
}

/**
 * Returns what a scheduled fetch requests: everything since the last seen change, or the look-back where nothing was seen.
 * The first fetch of an hour reaches back by the safety window as well.
 */
export function planRecent(
  coverage: FetchedCoverage | null,
  nowMs: number,
  { lookbackMs, safetyMs }: RecentRanges,
): TimeRange[] {
  const toMs = nowMs + aheadMs;
  if (coverage === null) return [{ fromMs: nowMs - lookbackMs, toMs }];
  const fromMs = coverage.toMs - overlapMs;
  const isLateDue = Math.floor(coverage.lateReadAt.getTime() / hourMs) !== Math.floor(nowMs / hourMs);
  return [{ fromMs: isLateDue ? Math.min(fromMs, lateFromMs(coverage, safetyMs)) : fromMs, toMs }];
}

/**
 * Returns where reading has to start to find what was shown late since that was last looked for. It is counted from that
 * fetch and not from now: a change shown in between, by no more than the window late, is never out of reach.
 */
export function lateFromMs({ lateReadAt }: FetchedCoverage, safetyMs: number): number {
  return lateReadAt.getTime() - safetyMs;
}

/** Returns the range of everything that a platform has ever recorded. */
export function planHistory(nowMs: number): TimeRange[] {
  return [{ fromMs: Date.UTC(2000, 0, 1), toMs: nowMs + aheadMs }];
}

/**
 * Returns the coverage after a range was read to its end. A range that joins the coverage extends it; one behind a gap does
 * not, so that the next scheduled fetch still starts where the gap begins.
 * @param reachedMs where the range really ended: the last change seen, or the moment its last page was requested
 */
export function widenCoverage(coverage: Coverage | null, range: TimeRange, reachedMs: number): Coverage {
  const toMs = Math.min(range.toMs, reachedMs);
  if (coverage === null) return { fromMs: range.fromMs, toMs: Math.max(toMs, range.fromMs) };
  if (range.fromMs > coverage.toMs || toMs < coverage.fromMs) return coverage;
  return {
    fromMs: Math.min(coverage.fromMs, range.fromMs),
    toMs: Math.max(coverage.toMs, toMs),
  };
}

/** Returns how much of the ranges is done, 0 to 1, by the change time that was reached; an open end counts as now. */
export function shareDone(ranges: readonly TimeRange[], index: number, atMs: number, nowMs: number): number {
  const length = ({ fromMs, toMs }: TimeRange) => Math.max(1, Math.min(toMs, nowMs) - fromMs);
  const total = ranges.reduce((sum, range) => sum + length(range), 0);
  const before = ranges.slice(0, index).reduce((sum, range) => sum + length(range), 0);
  const current = ranges[index];
  if (current === undefined) return 1;
  const within = Math.min(length(current), Math.max(0, atMs - current.fromMs));
  return Math.min(1, (before + within) / total);
}
