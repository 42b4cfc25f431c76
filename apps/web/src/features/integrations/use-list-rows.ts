import { encodeStatisticsRequest, type Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serviceStatusesQuery } from '../../domain/integration/integrations.ts';
import { integrationsWithCountsQuery } from '../../domain/integration/manage-integrations.ts';
import { openCountsQuery } from '../../domain/session/open-sessions.ts';
import { statisticsQuery } from '../../domain/statistics/statistics.ts';
import { type Period, presetPeriod } from '../../lib/days.ts';
import { useToday } from '../../lib/use-today.ts';
import type { ListRow } from './search.ts';

/** Real sessions of each integration. */
const figuresOf = ({ from, to }: Period, stats: readonly string[], byDay: boolean) =>
  encodeStatisticsRequest({
    from,
    to,
    sessionTypeId: 1,
    stats: [...stats],
    ...(byDay ? { datasetIntegrations: true } : { datasetTotals: true }),
    key: 'day',
  });

type Totals = Statistics['grandTotals'];

/** The totals of each integration in a response; undefined before it is there, `none` where it has no sessions. */
function totalsIn<None extends Partial<Totals>>(statistics: Statistics | undefined, none: None) {
  const totals = new Map(
    statistics?.integrations.map(({ integrationId, grandTotals }) => [integrationId, grandTotals]),
  );
  return (id: number): Totals | None | undefined => totals.get(id) ?? (statistics && none);
}

/**
 * The integrations with the state of their services, their open sessions, and their figures of today and of thirty days. Only the integrations
 * themselves are waited for; what else cannot be read is left out of its column.
 */
export function useListRows() {
  const query = useQuery(integrationsWithCountsQuery());
  const health = useQuery(serviceStatusesQuery()).data;
  const openCounts = useQuery(openCountsQuery({ sessionTypeId: 1 })).data;
  const day = useToday();
  const period = useMemo(() => presetPeriod('last30', day), [day]);
  const today = useQuery(
    statisticsQuery(
      useMemo(() => figuresOf({ from: day, to: day }, ['sessionsTotals', 'grosswin'], false), [day]),
    ),
  ).data;
  const { data: month, dataUpdatedAt: monthReadAt } = useQuery(
    statisticsQuery(useMemo(() => figuresOf(period, ['grosswin', 'rtp'], true), [period])),
  );
  const all = query.data?.rows;
  const rows = useMemo(() => {
    const states = new Map(health?.rows.map((row) => [row.integrationId, row]));
    const open = new Map(
      openCounts?.rows.map(({ integration, cells }) => [
        integration.id,
        cells.reduce((sum, { count }) => sum + count, 0),
      ]),
    );
    const todayOf = totalsIn(today, { sessionsTotal: 0, grosswin: 0 });
    const monthOf = totalsIn(month, { grosswin: 0, rtp: null });
    return all?.map(
      (row): ListRow => ({
        ...row,
        health: states.get(row.id),
        open: openCounts && (open.get(row.id) ?? 0),
        today: todayOf(row.id),
        month: monthOf(row.id),
      }),
    );
  }, [all, health, openCounts, today, month]);
  return { query, rows, today: today?.grandTotals, month, monthReadAt, health, period };
}
