import { dayAfter, monthAfter, romeDay, romeDayStart } from '../../platform/clock/index.ts';
import type { Grain, Period } from './figures.types.ts';

/** Where a stretch of a period is answered from. Days and months are half-open by their first day. */
export type Piece =
  | { source: 'base' | 'hour'; fromMs: number; toMs: number }
  | { source: 'day' | 'month'; from: string; to: string };

export interface PlanOptions {
  /** The largest grain whose cells may be used: that of the asked buckets, months for plain sums. */
  largest: Grain;
  /** Whether the cube has hours for the dimensions asked for. */
  hours: boolean;
  /** Days and (first days of) months that the cube does not hold as the base does. */
  staleDays: ReadonlySet<string>;
  staleMonths: ReadonlySet<string>;
}

const hourMs = 3_600_000;

/**
 * Cuts a period into stretches that the cube can answer (whole, clean months, then days, then hours) and the rest, which
 * the base answers. The pieces cover the period without gap or overlap, in no particular order.
 */
export function planPieces(period: Period, options: PlanOptions): Piece[] {
  const from = period.from.getTime();
  const to = period.to.getTime();
  const pieces: Piece[] = [];
  const firstDay = wholeDayFrom(period.from);
  const endDay = romeDay(period.to);
  const firstMs = romeDayStart(firstDay);
  const endMs = romeDayStart(endDay);
  if (options.largest === 'hour' || firstMs >= endMs) {
    return withinDays(from, to, options);
  }
  pieces.push(...withinDays(from, firstMs, options), ...withinDays(endMs, to, options));
  const wholeMonths =
    options.largest === 'month' ? monthsWithin(firstDay, endDay) : { from: endDay, to: endDay };
  const cleanMonths = runs(
    wholeMonths.from,
    wholeMonths.to,
    monthAfter,
    (month) => !options.staleMonths.has(month),
  );
  for (const run of cleanMonths) pieces.push({ source: 'month', ...run });
  let cursor = firstDay;
  for (const gap of [...cleanMonths, { from: endDay, to: endDay }]) {
    pieces.push(...wholeDays(cursor, gap.from, options));
    cursor = gap.to;
  }
  return pieces;
}

/** Whole days: those of the cube where it is clean, else the base. */
function wholeDays(from: string, to: string, { staleDays }: PlanOptions): Piece[] {
  if (from >= to) return [];
  const pieces: Piece[] = [];
  let cursor = from;
  for (const stale of [...staleDays].filter((day) => day >= from && day < to).toSorted()) {
    if (cursor < stale) pieces.push({ source: 'day', from: cursor, to: stale });
    const end = dayAfter(stale);
    const last = pieces.at(-1);
    if (last?.source === 'base' && cursor === stale) last.toMs = romeDayStart(end);
    else pieces.push({ source: 'base', fromMs: romeDayStart(stale), toMs: romeDayStart(end) });
    cursor = end;
  }
  if (cursor < to) pieces.push({ source: 'day', from: cursor, to });
  return pieces;
}

/** A stretch that is answered by hours at most: whole clean hours from the cube, the rest from the base. */
function withinDays(from: number, to: number, { hours, staleDays }: PlanOptions): Piece[] {
  if (from >= to) return [];
  const pieces: Piece[] = [];
  const base = (fromMs: number, toMs: number) => {
    const last = pieces.at(-1);
    if (fromMs >= toMs) return;
    if (last?.source === 'base' && last.toMs === fromMs) last.toMs = toMs;
    else pieces.push({ source: 'base', fromMs, toMs });
  };
  const firstHour = Math.ceil(from / hourMs) * hourMs;
  const endHour = Math.floor(to / hourMs) * hourMs;
  if (!hours || firstHour >= endHour) {
    base(from, to);
    return pieces;
  }
  base(from, firstHour);
  let cursor = firstHour;
  const touched = [...staleDays].filter(
    (day) => day >= romeDay(new Date(firstHour)) && day <= romeDay(new Date(endHour)),
  );
  for (const day of touched.toSorted()) {
    const start = Math.max(cursor, romeDayStart(day));
    const end = Math.min(endHour, romeDayStart(dayAfter(day)));
    if (start >= end) continue;
    if (cursor < start) pieces.push({ source: 'hour', fromMs: cursor, toMs: start });
    base(start, end);
    cursor = end;
  }
  if (cursor < endHour) pieces.push({ source: 'hour', fromMs: cursor, toMs: endHour });
  base(endHour, to);
  return pieces;
}

/** Stretches of neighbouring units that a test lets through. */
function runs(
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

function wholeDayFrom(at: Date): string {
  const day = romeDay(at);
  return romeDayStart(day) === at.getTime() ? day : dayAfter(day);
}

/** Whether a stretch of the cube is a single hour, day or month. */
export function isOneBucket(piece: Piece): boolean {
  if ('fromMs' in piece) return piece.toMs - piece.fromMs === hourMs;
  return piece.to === (piece.source === 'day' ? dayAfter : monthAfter)(piece.from);
}
