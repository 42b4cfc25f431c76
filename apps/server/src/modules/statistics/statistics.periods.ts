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
  /** How long of the period is over and fetched, in milliseconds; 0 where the figures are older than it. */
  knownMs: number;
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
 * last month with the month before it. A running period is known up to `asOf`; data older than the period is compared as if
 * it were current, which is no fair comparison.
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
  const knownFrom = (start: Date) => (asOf !== null && asOf >= start && asOf < now ? asOf : now);
  const knownMs = ({ from, to }: Period) =>
    Math.min(to.getTime(), asOf !== null && asOf < now ? asOf.getTime() : now.getTime()) - from.getTime();
  const endOfToday = dayOf(today).to;
  const weekAgo = dayOf(addDays(today, -7));
  const periods = {
    today: {
      period: 'today',
      whole: dayOf(today),
      before: takeSameElapsed(startOfToday, knownFrom(startOfToday), weekAgo.from, weekAgo.to),
    },
    yesterday: { period: 'yesterday', whole: dayOf(yesterday), before: dayOf(addDays(yesterday, -7)) },
    thisMonth: {
      period: 'thisMonth',
      whole: { from: thisMonth, to: endOfToday },
      before: takeSameElapsed(thisMonth, knownFrom(thisMonth), lastMonth, thisMonth),
    },
    lastMonth: {
      period: 'lastMonth',
      whole: { from: lastMonth, to: thisMonth },
      before: { from: monthBefore, to: lastMonth },
    },
    trimester: {
      period: 'trimester',
      whole: { from: trimester, to: endOfToday },
      before: takeSameElapsed(trimester, knownFrom(trimester), trimesterBefore, trimester),
    },
  } satisfies Record<DashboardPeriod, Omit<ComparedPeriod, 'knownMs'>>;
  const known = (one: Omit<ComparedPeriod, 'knownMs'>): ComparedPeriod => ({
    ...one,
    knownMs: Math.max(0, knownMs(one.whole)),
  });
  return {
    today: known(periods.today),
    yesterday: known(periods.yesterday),
    thisMonth: known(periods.thisMonth),
    lastMonth: known(periods.lastMonth),
    trimester: known(periods.trimester),
  };
}
