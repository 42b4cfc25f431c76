import { encodeStatisticsRequest, type FigureFilter, figureRequest, type Statistics } from '@ludus/contract';
import { addDays, addMonths, type Day, daysOf, type Period, startOfMonth } from '../../lib/days.ts';

/** The periods of a scorecard. What is compared is as long as what it is compared with, and over: a day that runs is no whole one. */
export interface ScorecardPeriods {
  thisMonth: Period;
  /** The whole days of this month, and as many of the month before; null on its first day. */
  sameDays: { current: Period; before: Period } | null;
  /** Twelve months that are over, and the twelve before them. */
  year: Period;
  yearBefore: Period;
}

export function scorecardPeriods(today: Day): ScorecardPeriods {
  const month = startOfMonth(today);
  const monthBefore = addMonths(month, -1);
  const yesterday = addDays(today, -1);
  const current = { from: month, to: yesterday };
  // The month before may be the shorter one: then the days of both end with it.
  const days = Math.min(daysOf(current), daysOf({ from: monthBefore, to: addDays(month, -1) }));
  return {
    thisMonth: { from: month, to: today },
    sameDays:
      days === 0
        ? null
        : {
            current: { from: month, to: addDays(month, days - 1) },
            before: { from: monthBefore, to: addDays(monthBefore, days - 1) },
          },
    year: { from: addMonths(month, -12), to: addDays(month, -1) },
    yearBefore: { from: addMonths(month, -24), to: addDays(addMonths(month, -12), -1) },
  };
}

/** Real money of an integration in a period. */
export const filterOf = (integrationId: number, period: Period): FigureFilter => ({
  ...period,
  sessionTypeId: 1,
  integrations: [integrationId],
});

/** The totals of a filter, with what the scorecard shows beside them. */
export const requestOf = (filter: FigureFilter, part: 'games' | 'months' | null = null): string =>
  encodeStatisticsRequest({
    ...figureRequest(filter),
    ...(part === 'games' && { datasetGames: true }),
    ...(part === 'months' && { datasetTotals: true, stats: ['bet', 'win', 'grosswin'] }),
  });

const betsOf = ({ datasets }: Statistics) =>
  datasets.totals?.find(({ stat }) => stat === 'bet')?.data.map((value) => value !== 0);

/** Whether there were bets in the first of the months: else the integration began within them, and they are no whole measure. */
export const isWholeYear = (months: Statistics): boolean => betsOf(months)?.[0] ?? true;

/** Whether there were bets before the last of the months, which else is the one in which the integration began. */
export const hasBegunBefore = (months: Statistics): boolean =>
  betsOf(months)?.slice(0, -1).includes(true) ?? true;
