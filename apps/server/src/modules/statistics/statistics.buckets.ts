import type { Statistics } from '@ludus/contract';
import {
  type Calendar,
  dayAfter,
  hourBuckets,
  hourShift,
  monthAfter,
  offsetLabelIn,
  romeCalendar,
  startOfHour,
  wallClockIn,
} from '../../infra/clock/index.ts';
import type { Grain, Period } from '../session-store/index.ts';

/** A step of the time axis with its bucket number in aggregates. */
export interface AxisBucket {
  /** AggregatesRow.bucket. */
  number: number;
  label: string;
  bucket: Statistics['buckets'][number];
}

/** Most steps of an axis; more cannot be drawn. */
export const maxBuckets = 20_000;

const stepMs: Record<Grain, number> = { hour: 3_600_000, day: 86_400_000, month: 28 * 86_400_000 };

/** Whether a period has more steps than an axis may have; estimated without creating them. */
export function hasTooManyBuckets({ from, to }: Period, grain: Grain): boolean {
  return (to.getTime() - from.getTime()) / stepMs[grain] > maxBuckets;
}

/**
 * Returns every step of the period, also those without sessions. Labels are hours; day and month are added when the period
 * touches several days, and the offset where the same hour comes twice. A step is partial when the period or now ends
 * within it.
 */
export function axisOf(period: Period, grain: Grain, now: Date, calendar = romeCalendar): AxisBucket[] {
  const { from, to } = period;
  if (grain === 'hour') return hourAxis(period, now, calendar);
  const steps: AxisBucket[] = [];
  const next = grain === 'day' ? dayAfter : monthAfter;
  let first = grain === 'day' ? calendar.day(from) : `${calendar.day(from).slice(0, 7)}-01`;
  // Starts of days are cached by the clock: computing 365 of them takes longer than the sums.
  for (let start = calendar.dayStart(first); start < to.getTime(); ) {
    const following = next(first);
    const end = calendar.dayStart(following);
    const [year = '', month = '', day = ''] = first.split('-');
    const cutFrom = Math.max(start, from.getTime());
    const cutTo = Math.min(end, to.getTime());
    steps.push({
      number: Number(grain === 'day' ? `${year}${month}${day}` : `${year}${month}`),
      label: grain === 'day' ? `${day}/${month}/${year}` : `${month}/${year}`,
      bucket: {
        key: grain === 'day' ? first : first.slice(0, 7),
        from: new Date(cutFrom).toISOString(),
        to: new Date(cutTo).toISOString(),
        partial: cutFrom > start || cutTo < end || cutTo > now.getTime(),
      },
    });
    first = following;
    start = end;
  }
  return steps;
}

const plainHourKeyLength = 'YYYY-MM-DD HH'.length;

function hourAxis({ from, to }: Period, now: Date, calendar: Calendar): AxisBucket[] {
  const severalDays = calendar.day(from) !== calendar.day(new Date(to.getTime() - 1));
  const shift = hourShift(calendar, from);
  return hourBuckets(from, to, calendar).map((step) => {
    const start = startOfHour(step.from, shift);
    const wall = wallClockIn(calendar, start);
    const offset = offsetLabelIn(calendar, start);
    // The clock writes the offset into the key of an hour that comes twice.
    const twice = step.key.length > plainHourKeyLength;
    const day = severalDays ? `${wall.slice(8, 10)}/${wall.slice(5, 7)} ` : '';
    return {
      number: start.getTime() / 1000,
      label: `${day}${wall.slice(11, 16)}${twice ? ` ${offset}` : ''}`,
      bucket: {
        key: `${wall.slice(0, 16)}${offset}`,
        from: step.from.toISOString(),
        to: step.to.toISOString(),
        partial: step.partial || step.to > now,
      },
    };
  });
}
