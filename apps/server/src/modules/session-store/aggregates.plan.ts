import { dayAfter, monthAfter, romeDay, romeDayStart } from '../../infra/clock/index.ts';
import type { Period } from './aggregates.types.ts';
import type { Grain } from './rollup.schema.ts';

/** A part of a period with the source it is read from. Days and months are half-open by their first day. */
export type QuerySegment =
  | { source: 'base' | 'hour'; fromMs: number; toMs: number }
  | { source: 'day' | 'month'; from: string; to: string };

export interface PlanOptions {
  /** The largest grain whose cells may be used: that of the requested buckets, months for plain sums. */
  largest: Grain;
  /** Whether the rollup has hours for the requested dimensions. */
  hasHours: boolean;
  /** Days and (first days of) months whose cells may be out of date. */
  dirtyDays: ReadonlySet<string>;
  dirtyMonths: ReadonlySet<string>;
}

const hourMs = 3_600_000;

/**
 * Cuts a period into segments for the rollup (whole, clean months, then days, then hours) and segments for the base, which
 * is always exact. They cover the period without gap or overlap, in no particular order.
 */
export function planSegments(period: Period, options: PlanOptions): QuerySegment[] {
  const from = period.from.getTime();
  const to = period.to.getTime();
  const segments: QuerySegment[] = [];
  const firstDay = firstWholeDay(period.from);
  const endDay = romeDay(period.to);
  const firstMs = romeDayStart(firstDay);
  const endMs = romeDayStart(endDay);
  if (options.largest === 'hour' || firstMs >= endMs) {
    return planPartialDays(from, to, options);
  }
  segments.push(...planPartialDays(from, firstMs, options), ...planPartialDays(endMs, to, options));
  const wholeMonths =
    options.largest === 'month' ? monthsWithin(firstDay, endDay) : { from: endDay, to: endDay };
  const cleanMonths = findRuns(
    wholeMonths.from,
    wholeMonths.to,
    monthAfter,
    (month) => !options.dirtyMonths.has(month),
  );
  for (const run of cleanMonths) segments.push({ source: 'month', ...run });
  let cursor = firstDay;
  for (const gap of [...cleanMonths, { from: endDay, to: endDay }]) {
    segments.push(...planWholeDays(cursor, gap.from, options));
    cursor = gap.to;
  }
  return segments;
}

/** Whole days: from the rollup where they are clean, else from the base. */
function planWholeDays(from: string, to: string, { dirtyDays }: PlanOptions): QuerySegment[] {
  if (from >= to) return [];
  const segments: QuerySegment[] = [];
  let cursor = from;
  for (const dirtyDay of [...dirtyDays].filter((day) => day >= from && day < to).toSorted()) {
    if (cursor < dirtyDay) segments.push({ source: 'day', from: cursor, to: dirtyDay });
    const end = dayAfter(dirtyDay);
    const last = segments.at(-1);
    if (last?.source === 'base' && cursor === dirtyDay) last.toMs = romeDayStart(end);
    else segments.push({ source: 'base', fromMs: romeDayStart(dirtyDay), toMs: romeDayStart(end) });
    cursor = end;
  }
  if (cursor < to) segments.push({ source: 'day', from: cursor, to });
  return segments;
}

/** Time ranges without a whole day: whole clean hours from the rollup, the rest from the base. */
function planPartialDays(from: number, to: number, { hasHours, dirtyDays }: PlanOptions): QuerySegment[] {
  if (from >= to) return [];
  const segments: QuerySegment[] = [];
  const addBase = (fromMs: number, toMs: number) => {
    const last = segments.at(-1);
    if (fromMs >= toMs) return;
    if (last?.source === 'base' && last.toMs === fromMs) last.toMs = toMs;
    else segments.push({ source: 'base', fromMs, toMs });
  };
  const firstHour = Math.ceil(from / hourMs) * hourMs;
  const endHour = Math.floor(to / hourMs) * hourMs;
  if (!hasHours || firstHour >= endHour) {
    addBase(from, to);
    return segments;
  }
  addBase(from, firstHour);
  let cursor = firstHour;
  const touched = [...dirtyDays].filter(
    (day) => day >= romeDay(new Date(firstHour)) && day <= romeDay(new Date(endHour)),
  );
  for (const day of touched.toSorted()) {
    const start = Math.max(cursor, romeDayStart(day));
    const end = Math.min(endHour, romeDayStart(dayAfter(day)));
    if (start >= end) continue;
    if (cursor < start) segments.push({ source: 'hour', fromMs: cursor, toMs: start });
    addBase(start, end);
    cursor = end;
  }
  if (cursor < endHour) segments.push({ source: 'hour', fromMs: cursor, toMs: endHour });
  addBase(endHour, to);
  return segments;
}

/** Returns the ranges of consecutive days or months that pass a test. */
function findRuns(
  from: string,
  to: string,
  next: (unit: string) => string,
  test: (unit: string) => boolean,
): { from: string; to: string }[] {
  const found: { from: string; to: string }[] = [];
  for (let unit = from; unit < to; unit = next(unit)) {
    if (!test(unit)) continue;
    const last = found.at(-1);
    if (last?.to === unit) last.to = next(unit);
    else found.push({ from: unit, to: next(unit) });
  }
  return found;
}

function monthsWithin(firstDay: string, endDay: string): { from: string; to: string } {
  const from = firstDay.endsWith('-01') ? firstDay : monthAfter(firstDay);
  const to = `${endDay.slice(0, 7)}-01`;
  return from < to ? { from, to } : { from: endDay, to: endDay };
}

function firstWholeDay(at: Date): string {
  const day = romeDay(at);
  return romeDayStart(day) === at.getTime() ? day : dayAfter(day);
}

/** Whether a segment of the rollup is a single hour, day or month. */
export function isOneBucket(segment: QuerySegment): boolean {
  if ('fromMs' in segment) return segment.toMs - segment.fromMs === hourMs;
  return segment.to === (segment.source === 'day' ? dayAfter : monthAfter)(segment.from);
}
