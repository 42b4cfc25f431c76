/** A stretch of the platform's change time, in epoch milliseconds, half-open. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Change times that the books have taken in without a gap. */
export interface Coverage {
  fromMs: number;
  toMs: number;
}

/**
 * Reading ends a day ahead of now: a session that changes while its page is read moves to the end of the feed and is
 * met again there, instead of slipping out of the asked stretch.
 */
export const aheadMs = 24 * 3_600_000;

/** How far behind the last seen change a scheduled fetch starts again, for changes a platform shows late. */
export const overlapMs = 15 * 60_000;

/**
 * What to ask a platform for, so that afterwards every session *created* in the period is in the books as it is now.
 *
 * The feed is by change time, and no session changes before it is created: everything changed since the period's start
 * holds every session of the period, late corrections included. What the books have already taken in without a gap
 * need not be asked again beyond the period itself, so a fetch of a day long past asks for the changes of that day and
 * for whatever came after the last seen change. `force` trusts nothing and asks for all changes since the start.
 */
export function planPeriod(
  period: Stretch,
  coverage: Coverage | null,
  nowMs: number,
  force: boolean,
): Stretch[] {
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

/** What a scheduled fetch asks for: everything since the last seen change, or the look-back where nothing was seen. */
export function planRecent(coverage: Coverage | null, nowMs: number, lookbackMs: number): Stretch[] {
  const fromMs = coverage === null ? nowMs - lookbackMs : coverage.toMs - overlapMs;
  return [{ fromMs, toMs: nowMs + aheadMs }];
}

/** Everything a platform has ever recorded. */
export function planHistory(nowMs: number): Stretch[] {
  return [{ fromMs: Date.UTC(2000, 0, 1), toMs: nowMs + aheadMs }];
}

/**
 * The coverage after a stretch was read to its end. Only a stretch without a gap to what is covered widens it; one that
 * stands apart leaves it alone, so that the next scheduled fetch still starts where the gap begins.
 * @param reachedMs where the stretch really ended: the last change seen, or the moment its last page was asked for
 */
export function widenCoverage(coverage: Coverage | null, stretch: Stretch, reachedMs: number): Coverage {
  const toMs = Math.min(stretch.toMs, reachedMs);
  if (coverage === null) return { fromMs: stretch.fromMs, toMs: Math.max(toMs, stretch.fromMs) };
  if (stretch.fromMs > coverage.toMs || toMs < coverage.fromMs) return coverage;
  return {
    fromMs: Math.min(coverage.fromMs, stretch.fromMs),
    toMs: Math.max(coverage.toMs, toMs),
  };
}

/** How much of a part is done, 0 to 1, from how far its change time has come; the open end counts as now. */
export function shareDone(stretches: readonly Stretch[], index: number, atMs: number, nowMs: number): number {
  const length = ({ fromMs, toMs }: Stretch) => Math.max(1, Math.min(toMs, nowMs) - fromMs);
  const total = stretches.reduce((sum, stretch) => sum + length(stretch), 0);
  const before = stretches.slice(0, index).reduce((sum, stretch) => sum + length(stretch), 0);
  const current = stretches[index];
  if (current === undefined) return 1;
  const within = Math.min(length(current), Math.max(0, atMs - current.fromMs));
  return Math.min(1, (before + within) / total);
}
