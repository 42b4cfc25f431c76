/** A Rome day with sessions: its time range, and the latest change of any session created in it. Epoch ms, half-open. */
export interface SessionDay {
  fromMs: number;
  toMs: number;
  latestChangeMs: number;
}

/** Creation times to read, half-open and in order, that include every session last changed in `changed`. */
export interface ChangeWindow {
  created: { fromMs: number; toMs: number }[];
  /** Half-open. */
  changed: { fromMs: number; toMs: number };
  /** Whether the window includes every session. */
  isWhole: boolean;
}

/** More time ranges than this cost more to compare with than to read as one. */
const maxRanges = 24;

/**
 * Returns the creation times of sessions that last changed in a time range: no session changes before it is created, nor
 * after its day's latest change.
 */
export function creationRangesFor(
  days: readonly SessionDay[],
  changed: { fromMs: number; toMs: number },
): { fromMs: number; toMs: number }[] {
  const ranges: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs, latestChangeMs } of days) {
    if (latestChangeMs < changed.fromMs || fromMs >= changed.toMs) continue;
    const end = Math.min(toMs, changed.toMs);
    const last = ranges.at(-1);
    if (last?.toMs === fromMs) last.toMs = end;
    else ranges.push({ fromMs, toMs: end });
  }
  const [first] = ranges;
  const last = ranges.at(-1);
  return ranges.length > maxRanges && first && last ? [{ fromMs: first.fromMs, toMs: last.toMs }] : ranges;
}

/**
 * Returns the windows to try, narrow ones first, for the first `rows` sessions by last change among about `expected` ones
 * in `days`; the last window includes them all. A window that yields the requested number of rows has the right ones: all
 * others changed before (or after) everything in it.
 */
export function* windowsFor(
  days: readonly SessionDay[],
  direction: 'ASC' | 'DESC',
  rows: number,
  expected: number,
): Generator<ChangeWindow> {
  const latest = Math.max(...days.map(({ latestChangeMs }) => latestChangeMs));
  const all = { fromMs: days[0]?.fromMs ?? 0, toMs: latest + 1 };
  for (let share = (1.5 * rows) / Math.max(1, expected); ; share *= 6) {
    const count = Math.ceil(days.length * share) + 1;
    const edge = direction === 'DESC' ? days[days.length - count]?.fromMs : days[count]?.fromMs;
    if (count >= days.length / 2 || edge === undefined) break;
    const changed =
      direction === 'DESC' ? { fromMs: edge, toMs: all.toMs } : { fromMs: all.fromMs, toMs: edge };
    yield { created: creationRangesFor(days, changed), changed, isWhole: false };
  }
  yield { created: creationRangesFor(days, all), changed: all, isWhole: true };
}
