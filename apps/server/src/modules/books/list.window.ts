/** A Rome day with sessions: when it lies, and the latest change of any session created in it. Epoch ms, half-open. */
export interface BookDay {
  fromMs: number;
  toMs: number;
  latestChangeMs: number;
}

/** Creation times to look at, half-open and in order, so that every session with a change in `changed` is among them. */
export interface Window {
  created: { fromMs: number; toMs: number }[];
  /** Half-open. */
  changed: { fromMs: number; toMs: number };
  /** Whether nothing lies outside. */
  whole: boolean;
}

/** More stretches than this cost more to tell apart than to read. */
const mostStretches = 24;

/**
 * Where sessions last changed in a stretch of time were created: no session changes before it is created, nor after
 * its day's latest change.
 */
export function createdFor(
  days: readonly BookDay[],
  changed: { fromMs: number; toMs: number },
): { fromMs: number; toMs: number }[] {
  const stretches: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs, latestChangeMs } of days) {
    if (latestChangeMs < changed.fromMs || fromMs >= changed.toMs) continue;
    const end = Math.min(toMs, changed.toMs);
    const last = stretches.at(-1);
    if (last?.toMs === fromMs) last.toMs = end;
    else stretches.push({ fromMs, toMs: end });
  }
  const [first] = stretches;
  const last = stretches.at(-1);
  return stretches.length > mostStretches && first && last
    ? [{ fromMs: first.fromMs, toMs: last.toMs }]
    : stretches;
}

/**
 * The windows to try, narrow ones first, for the first `rows` sessions by last change among about `expected` ones in
 * `days`; the last window holds them all. A window that yields as many rows as were asked for has given the answer:
 * all others changed before (or after) everything in it.
 */
export function* windowsFor(
  days: readonly BookDay[],
  direction: 'ASC' | 'DESC',
  rows: number,
  expected: number,
): Generator<Window> {
  const latest = Math.max(...days.map(({ latestChangeMs }) => latestChangeMs));
  const all = { fromMs: days[0]?.fromMs ?? 0, toMs: latest + 1 };
  for (let share = (1.5 * rows) / Math.max(1, expected); ; share *= 6) {
    const count = Math.ceil(days.length * share) + 1;
    const edge = direction === 'DESC' ? days[days.length - count]?.fromMs : days[count]?.fromMs;
    if (count >= days.length / 2 || edge === undefined) break;
    const changed =
      direction === 'DESC' ? { fromMs: edge, toMs: all.toMs } : { fromMs: all.fromMs, toMs: edge };
    yield { created: createdFor(days, changed), changed, whole: false };
  }
  yield { created: createdFor(days, all), changed: all, whole: true };
}
