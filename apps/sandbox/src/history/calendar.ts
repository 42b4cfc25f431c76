import { DAY_MS } from '../clock.ts';
import { HISTORY_DAYS } from '../world/platforms.ts';
import { romeHour, romeWeekday } from '../zone.ts';

/** Play by hour of the Rome day: deepest before dawn, a lunch bump, most in the evening. */
const BY_HOUR = [
  0.95, 0.6, 0.36, 0.22, 0.16, 0.17, 0.27, 0.44, 0.62, 0.76, 0.88, 0.98, 1.1, 1.16, 1.1, 1.06, 1.1, 1.2, 1.32,
  1.48, 1.72, 1.95, 1.86, 1.44,
];
/** Play by day of the Rome week, Sunday first. */
const BY_WEEKDAY = [1.16, 0.88, 0.87, 0.91, 0.96, 1.06, 1.22];

const hourMean = BY_HOUR.reduce((sum, weight) => sum + weight, 0) / 24;
const weekdayMean = BY_WEEKDAY.reduce((sum, weight) => sum + weight, 0) / 7;

/** What is left of the usual play in the days before the usual history. */
const THIN = 0.1;

/**
 * Expected sessions of the hour that starts at `hour`: the platform's daily mean, shaped by hour, weekday and slow growth
 * (from 0.8 to 1.2 of the mean over the usual history, then on to 1.6). `dense` is where the usual history begins.
 */
export function expectedSessions(perDay: number, dense: number, hour: number): number {
  const age = (hour - dense) / (HISTORY_DAYS * DAY_MS);
  const growth = Math.min(1.6, Math.max(0.8, 0.8 + 0.4 * age));
  const rhythm =
    ((BY_HOUR[romeHour(hour)] ?? 1) / hourMean) * ((BY_WEEKDAY[romeWeekday(hour)] ?? 1) / weekdayMean);
  return (perDay / 24) * rhythm * growth * (hour < dense ? THIN : 1);
}
