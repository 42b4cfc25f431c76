import { addDays, type Day, daysOf, isDay, type TypedDay } from '../../lib/days.ts';
import { isTime } from '../../lib/time-text.ts';

/** When a maintenance begins, as far as it is known: the whole day without a time. */
export interface Start {
  date: Day;
  time: string;
}

export interface End {
  endDay: TypedDay;
  endTime: string;
}

const dayMinutes = 1440;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** How many days later; negative for an earlier one. */
const daysBetween = (from: Day, to: Day) => daysOf({ from, to }) - 1;

/** The start once its fields hold one; null while a day is missing, or a time is being typed. */
export function startOf({ date, time }: { date: string | null; time: string }): Start | null {
  return date !== null && (time === '' || isTime(time)) ? { date, time } : null;
}

/**
 * The end that follows a start which moves, so that the maintenance stays as long as it was, by the clock. Where either start has no
 * time only the day moves. What is no end yet stays as it is.
 */
export function followStart(from: Start, to: Start, end: End): End {
  const days = daysBetween(from.date, to.date);
  const day = end.endDay;
  if (day !== null && !isDay(day)) return end;
  if (from.time === '' || to.time === '' || !isTime(end.endTime))
    return day === null ? end : { ...end, endDay: addDays(day, days) };
  const moved = minutesOf(end.endTime) + minutesOf(to.time) - minutesOf(from.time);
  const over = Math.floor(moved / dayMinutes);
  const endTime = timeOf(moved - over * dayMinutes);
  // Without a day it ends on that of the start; beyond midnight it needs one.
  if (day === null)
    return over === 0 ? { endDay: null, endTime } : { endDay: addDays(to.date, over), endTime };
  return { endDay: addDays(day, days + over), endTime };
}
