import type { DashboardPeriod, DashboardTile } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Percent } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';

const periods = [
  'yesterday',
  'thisMonth',
  'lastMonth',
  'trimester',
] as const satisfies readonly DashboardPeriod[];

interface ProfitTableProps {
  tiles: ReadonlyMap<DashboardPeriod, DashboardTile>;
  loading: boolean;
  stale: boolean;
}

/** Yesterday, this month, last month and the last three months in rows. */
export function ProfitTable({ tiles, loading, stale }: ProfitTableProps) {
  const { t } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const columns = useMemo<DataColumn<DashboardTile>[]>(
    () => [
      { id: 'period', header: t('periods'), cell: (tile) => t(`period.${tile.period}`) },
      {
        id: 'bet',
        header: common('metric.bet'),
        align: 'right',
        cell: (tile) => <Amount value={tile.grandTotals.bet} />,
      },
      {
        id: 'win',
        header: common('metric.win'),
        align: 'right',
        cell: (tile) => <Amount value={tile.grandTotals.win} />,
      },
      {
        id: 'grosswin',
        header: common('metric.grosswin'),
        align: 'right',
        cell: (tile) => <Amount value={tile.grandTotals.grosswin} />,
      },
      {
        id: 'rtp',
        header: common('metric.rtp'),
        align: 'right',
        cell: (tile) => <Percent value={tile.grandTotals.rtp} missing="na" />,
      },
    ],
    [t, common],
  );
  const rows = periods.flatMap((period) => tiles.get(period) ?? []);
  return (
    <Panel title={t('profit')} coverage={t('profitCoverage')} flush>
      <DataTable
        bare
        label={t('profit')}
        columns={columns}
        rows={rows}
        rowId={(tile) => tile.period}
        loading={loading}
        skeletonRows={4}
        stale={stale}
        phoneRow={(tile) => ({
          title: t(`period.${tile.period}`),
          sub: <Percent value={tile.grandTotals.rtp} missing="na" />,
          value: <Amount value={tile.grandTotals.grosswin} />,
          note: <Amount value={tile.grandTotals.bet} />,
        })}
      />
    </Panel>
  );
}
