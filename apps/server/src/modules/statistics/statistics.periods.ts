import type { DashboardPeriod } from '@ludus/contract';
import {
  addDays,
  addMonths,
  daysBetween,
  romeDay,
  sameTimeOn,
  startOfRomeDay,
  startOfRomeMonth,
} from '../../infra/clock/index.ts';
import type { Period } from '../session-store/index.ts';

/** A period of the dashboard with the time range that it is compared with. */
export interface ComparedPeriod {
  period: DashboardPeriod;
  /** The period of the tile; whole days, also after now. */
  whole: Period;
  /** The same elapsed part of the period before; for a period that is over all of it. */
  before: Period;
}

const startOfDay = (day: string) => startOfRomeDay(day);

/**
 * Returns as much of the period before as is known of the running one, never beyond its own end: as many days, up to the same time
 * on the clock. Counted in hours, an end after a change of the clocks would lie an hour beside it.
 */
function takeSameElapsed(runningFrom: Date, knownTo: Date, beforeFrom: Date, beforeTo: Date): Period {
  const days = daysBetween(romeDay(runningFrom), romeDay(knownTo)) - 1;
  const end = sameTimeOn(addDays(romeDay(beforeFrom), days), knownTo);
  return { from: beforeFrom, to: end < beforeTo ? end : beforeTo };
}

/**
 * The five periods of the dashboard on Rome's calendar. Today is compared with the same weekday a week ago,
 * yesterday with the day a week before it, this month and the last three months with as much of the period before,
 * last month with the month before it. A running period is known up to `asOf`; data older than today is compared as if
 * it were current, and the response states its age.
 */
export function dashboardPeriodsAt(now: Date, asOf: Date | null): Record<DashboardPeriod, ComparedPeriod> {
  const today = romeDay(now);
  const yesterday = addDays(today, -1);
  const thisMonth = startOfRomeMonth(now);
  const lastMonth = startOfRomeMonth(addMonths(romeDay(thisMonth), -1));
  const monthBefore = startOfRomeMonth(addMonths(romeDay(thisMonth), -2));
  const trimester = startOfDay(addMonths(today, -3));
  const trimesterBefore = startOfDay(addMonths(romeDay(trimester), -3));
  const dayOf = (day: string): Period => ({ from: startOfDay(day), to: startOfDay(addDays(day, 1)) });
  const startOfToday = dayOf(today).from;
  const knownTo = asOf !== null && asOf >= startOfToday && asOf < now ? asOf : now;
  const endOfToday = dayOf(today).to;
  const weekAgo = dayOf(addDays(today, -7));
  return {
    today: {
      period: 'today',
      whole: dayOf(today),
      before: takeSameElapsed(startOfToday, knownTo, weekAgo.from, weekAgo.to),
    },
    yesterday: { period: 'yesterday', whole: dayOf(yesterday), before: dayOf(addDays(yesterday, -7)) },
    thisMonth: {
      period: 'thisMonth',
      whole: { from: thisMonth, to: endOfToday },
      before: takeSameElapsed(thisMonth, knownTo, lastMonth, thisMonth),
    },
    lastMonth: {
      period: 'lastMonth',
      whole: { from: lastMonth, to: thisMonth },
      before: { from: monthBefore, to: lastMonth },
    },
    trimester: {
      period: 'trimester',
      whole: { from: trimester, to: endOfToday },
      before: takeSameElapsed(trimester, knownTo, trimesterBefore, trimester),
    },
  };
}
