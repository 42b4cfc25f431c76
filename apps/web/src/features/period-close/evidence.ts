import { openAgeRanges, openAges, type PeriodCheck } from '@ludus/contract';
import { addDays, addMonths } from '../../lib/days.ts';

/** The days of a month, `2026-10`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Where what a check has found, or the proof that there is nothing to find, can be looked at. */
export function evidenceOf({ id }: Pick<PeriodCheck, 'id'>, integrationId: number, month: string): string {
  const { from, to } = daysOfMonth(month);
  switch (id) {
    case 'complete':
      return `/period-close?integration=${integrationId}&month=${month}`;
    case 'reconciled':
      return `/reconciliation?from=${from}&to=${to}`;
    case 'quarantine':
      return `/quarantine?integration=${integrationId}`;
    case 'openSessions':
      return `/session-list?from=${from}&to=${to}&integrations=${integrationId}&state=open&played=false`;
    case 'incidents':
      return `/rtp-monitor?integration=${integrationId}&verdicts=pinned,alert`;
    case 'alerts':
      return `/alerts?integration=${integrationId}`;
  }
}

const dayMs = 86_400_000;

/** Where many open sessions are refreshed or closed at once: those of the ages that sessions of the month have now. */
export function openSessionsOf(integrationId: number, month: string, now: Date): string {
  const { from, to } = daysOfMonth(month);
  const youngestMs = now.getTime() - Date.parse(to) - dayMs;
  const oldestMs = now.getTime() - Date.parse(from) + dayMs;
  const ages = openAges.filter((age) => {
    const { fromMs, toMs } = openAgeRanges[age];
    return fromMs <= oldestMs && (toMs === null || toMs > youngestMs);
  });
  return `/open-sessions?integrations=${integrationId}&ages=${ages.join(',')}`;
}
