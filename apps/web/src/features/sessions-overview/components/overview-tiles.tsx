import { type Metric, type MetricId, metricIds, metrics, type Statistics } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { StatusDot } from '../../../components/display/badge.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatAmount, formatCount } from '../../../lib/format.ts';

interface OverviewTilesProps {
  statistics: Statistics | undefined;
  stale: boolean;
}

const tilesOf = (unit: Metric['unit']) =>
  metricIds.filter((id) => metrics[id].inOverviewTotals && metrics[id].unit === unit);
const counts = tilesOf('count');
const amounts = tilesOf('euro');
const publicAmounts = amounts.filter((id) => metrics[id].scope === null);

/** All, open, closed, bet, win, gross win and players, each with its real and fun parts. */
export function OverviewTiles({ statistics, stale }: OverviewTilesProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const totals = statistics?.grandTotals;
  const labels: Partial<Record<MetricId, string>> = {
    sessionsTotal: t('all'),
    sessionsOpen: t('open'),
    sessionsClosed: t('closed'),
  };
  const marks: Partial<Record<MetricId, React.ReactNode>> = {
    sessionsOpen: <StatusDot tone="info" />,
    sessionsClosed: <StatusDot ring />,
  };
  const split = (metric: MetricId) => {
    if (!statistics?.byType) return undefined;
    const write = metrics[metric].unit === 'count' ? formatCount : formatAmount;
    const { real, fun } = statistics.byType;
    return t('split', { real: write(real[metric]), fun: write(fun[metric]) });
  };
  // Net win and due come only to roles that may see them.
  const shownAmounts = totals ? amounts.filter((metric) => totals[metric] !== undefined) : publicAmounts;
  return (
    <Panel flush label={t('sessions')}>
      <StatTiles
        columns={4}
        loading={!totals}
        stale={stale}
        tiles={counts.map((metric) => ({
          key: metric,
          label: labels[metric] ?? common(`metric.${metric}`),
          mark: (
            <>
              {marks[metric]}
              <ExplainFigure metric={metric} coverage={statistics?.coverage ?? null} />
            </>
          ),
          value: <Count value={totals?.[metric]} size="tile" />,
          note: split(metric),
        }))}
      />
      <StatTiles
        columns={shownAmounts.length}
        loading={!totals}
        stale={stale}
        tiles={shownAmounts.map((metric) => ({
          key: metric,
          label: common(`metric.${metric}`),
          mark: <ExplainFigure metric={metric} coverage={statistics?.coverage ?? null} />,
          value: (
            <Amount value={totals?.[metric]} size="tile" tone={metrics[metric].signed ? 'signed' : 'plain'} />
          ),
          note: split(metric),
        }))}
      />
    </Panel>
  );
}
