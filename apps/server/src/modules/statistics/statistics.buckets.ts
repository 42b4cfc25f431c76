import type { Statistics } from '@ludus/contract';
import {
  dayAfter,
  hourBuckets,
  monthAfter,
  offsetLabel,
  romeDay,
  romeDayStart,
  wallClock,
} from '../../platform/clock/index.ts';
import type { Grain, Period } from '../books/index.ts';

/** A step of the time axis with the number by which the books know it. */
export interface AxisBucket {
  /** FiguresRow.bucket. */
  number: number;
  label: string;
  bucket: Statistics['buckets'][number];
}

/** Most steps of an axis; more could not be drawn and would only cost. */
export const mostBuckets = 20_000;

const stepMs: Record<Grain, number> = { hour: 3_600_000, day: 86_400_000, month: 28 * 86_400_000 };

/** Whether a period has more steps than an axis may have; told without making them. */
export function tooManyBuckets({ from, to }: Period, grain: Grain): boolean {
  return (to.getTime() - from.getTime()) / stepMs[grain] > mostBuckets;
}

/**
 * Every step of the period, also where nothing happened. Labels are hours; day and month stand with them when the
 * period touches several days (DASH-04), and the offset where the same hour comes twice. A step is partial when the
 * period or now cuts it short.
 */
export function axisOf(period: Period, grain: Grain, now: Date): AxisBucket[] {
  const { from, to } = period;
  if (grain === 'hour') return hourAxis(period, now);
  const steps: AxisBucket[] = [];
  const next = grain === 'day' ? dayAfter : monthAfter;
  let first = grain === 'day' ? romeDay(from) : `${romeDay(from).slice(0, 7)}-01`;
  // Starts of days come from the clock's memory: finding 365 of them on the calendar takes longer than the sums.
  for (let start = romeDayStart(first); start < to.getTime(); ) {
    const following = next(first);
    const end = romeDayStart(following);
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

function hourAxis({ from, to }: Period, now: Date): AxisBucket[] {
  const severalDays = romeDay(from) !== romeDay(new Date(to.getTime() - 1));
  return hourBuckets(from, to).map((step) => {
    const start = new Date(Math.floor(step.from.getTime() / 3_600_000) * 3_600_000);
    const wall = wallClock(start);
    const offset = offsetLabel(start);
    // The clock writes the offset into the key of an hour that comes twice.
    const twice = step.key.includes('+');
    const day = severalDays ? `${wall.slice(8, 10)}/${wall.slice(5, 7)} ` : '';
    return {
      number: start.getTime() / 1000,
      label: `${day}${wall.slice(11, 13)}:00${twice ? ` ${offset}` : ''}`,
      bucket: {
        key: `${wall.slice(0, 16)}${offset}`,
        from: step.from.toISOString(),
        to: step.to.toISOString(),
        partial: step.partial || step.to > now,
      },
    };
  });
}
