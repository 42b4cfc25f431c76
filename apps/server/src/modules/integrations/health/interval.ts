/** How often the services of all integrations are checked. */
import type { Settings } from '../../../infra/config/settings.ts';

type CheckSettings = Pick<Settings, 'serviceCheckMinutes'>;

/** After so many intervals without a check nothing is known of a service. */
const gapIntervals = 3;

/** The longest time between two checks after which the later one still says how the service was in between. */
export const longestGapMs = ({ serviceCheckMinutes }: CheckSettings): number =>
  gapIntervals * serviceCheckMinutes * 60_000;

/** The schedule of the checks; with minutes that do not divide the hour the last interval of an hour is shorter. */
export const checkCron = ({ serviceCheckMinutes }: CheckSettings): string =>
  serviceCheckMinutes === 1 ? '* * * * *' : `*/${serviceCheckMinutes} * * * *`;

/** When the schedule checks them next: as the cron above, each hour anew. */
export function nextCheckAfter(now: Date, { serviceCheckMinutes }: CheckSettings): Date {
  const next = new Date(now);
  const minutes = now.getUTCMinutes() + serviceCheckMinutes - (now.getUTCMinutes() % serviceCheckMinutes);
  next.setUTCMinutes(Math.min(minutes, 60), 0, 0);
  return next;
}
