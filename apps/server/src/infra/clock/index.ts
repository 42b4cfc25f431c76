/** Time of the hub: "now" from a clock that tests can hold still, Rome's calendar, and those of other zones for figures. */
export { type Bucket, dayBuckets, hourBuckets, hourKey, monthBuckets } from './buckets.ts';
export {
  type Calendar,
  calendarOf,
  hourShift,
  offsetLabelIn,
  romeCalendar,
  startOfHour,
  wallClockIn,
} from './calendar.ts';
export { type Clock, type FixedClock, fixedClock, systemClock } from './now.ts';
export { type PeriodInput, parseInstant, parsePeriod } from './period.ts';
export {
  addDays,
  addMonths,
  type Day,
  dayAfter,
  daysBetween,
  daysTouched,
  dayText,
  minuteText,
  monthAfter,
  offsetLabel,
  type Range,
  romeDay,
  romeDayRange,
  romeDayStart,
  sameTimeOn,
  startOfRomeDay,
  startOfRomeMonth,
  wallClock,
  wallClockWithOffset,
  zone,
} from './zone.ts';
