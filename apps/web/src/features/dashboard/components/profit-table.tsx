import { type DashboardPeriod, type DashboardTile, metrics } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { explainsDays } from '../../../lib/explain.ts';
import styles from './profit-table.module.css';

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

const amounts = ['bet', 'win', 'grosswin', 'netwin', 'due'] as const;

/** Yesterday, this month, last month and the last three months in rows; net win and due for those who may see them. */
export function ProfitTable({ tiles, loading, stale }: ProfitTableProps) {
  const { t } = useTranslation('dashboard');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const columns = useMemo<DataColumn<DashboardTile>[]>(
    () => [
      { id: 'period', header: t('periods'), cell: (tile) => t(`period.${tile.period}`) },
      ...amounts
        .filter((metric) => seesNetAndDue || metrics[metric].scope === null)
        .map(
          (metric): DataColumn<DashboardTile> => ({
            id: metric,
            header: common(`metric.${metric}`),
            align: 'right',
            cell: (tile) => <MetricFigure metric={metric} value={tile.grandTotals[metric]} greenDue />,
          }),
        ),
      {
        id: 'rtp',
        header: common('metric.rtp'),
        align: 'right',
        cell: (tile) => <MetricFigure metric="rtp" value={tile.grandTotals.rtp} missing="na" />,
      },
    ],
    [t, common, seesNetAndDue],
  );
  const rows = periods.flatMap((period) => tiles.get(period) ?? []);
  return (
    <Panel title={t('profit')} coverage={t('profitCoverage')} flush className={styles.panel}>
      <DataTable
        bare
        label={t('profit')}
        columns={columns}
        rows={rows}
        rowId={(tile) => tile.period}
        rowExplains={(tile) => explainsDays(tile.coverage) ?? {}}
        loading={loading}
        skeletonRows={4}
        stale={stale}
        phoneRow={(tile) => ({
          title: t(`period.${tile.period}`),
          sub: (
            <>
              {common('metric.rtp')} <MetricFigure metric="rtp" value={tile.grandTotals.rtp} missing="na" />
            </>
          ),
          value: (
            <>
              <span className="hub-caption">{common('metric.grosswin')}</span>{' '}
              <MetricFigure metric="grosswin" value={tile.grandTotals.grosswin} />
            </>
          ),
          note: seesNetAndDue ? (
            (['netwin', 'due'] as const).map((metric) => (
              <div key={metric}>
                {common(`metric.${metric}`)}{' '}
                <MetricFigure metric={metric} value={tile.grandTotals[metric]} greenDue />
              </div>
            ))
          ) : (
            <>
              {common('metric.bet')} <MetricFigure metric="bet" value={tile.grandTotals.bet} />
            </>
          ),
        })}
      />
    </Panel>
  );
}
