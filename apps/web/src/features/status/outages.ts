import type { Outage, ServiceDay, ServicePresentState } from '@ludus/contract';
import { formatPercent } from '../../lib/format.ts';

/** How long an outage lasts, or has lasted, in milliseconds. */
export const lengthOf = (
  { openedAt, closedAt }: Pick<Outage, 'openedAt' | 'closedAt'>,
  now: number,
): number => Math.max(0, (closedAt === null ? now : Date.parse(closedAt)) - Date.parse(openedAt));

/** Three decimals are a minute and a half in 90 days; without any outage there is nothing to be exact about. */
export const formatUptime = (uptime: number): string => formatPercent(uptime, uptime === 1 ? 0 : 3);

/** The worst first. */
export const byGravity = [
  'down',
  'degraded',
  'maintenance',
  'unknown',
  'up',
] as const satisfies readonly ServicePresentState[];

/** On how many days there were checks. */
export const checkedDays = (days: readonly Pick<ServiceDay, 'state'>[]): number =>
  days.filter(({ state }) => state !== 'unknown').length;

/** The first day with checks, where there are days without any before it; null where all are known, or none. */
export function knownSince(days: readonly Pick<ServiceDay, 'day' | 'state'>[]): string | null {
  const first = days.findIndex(({ state }) => state !== 'unknown');
  return first > 0 ? (days[first]?.day ?? null) : null;
}
