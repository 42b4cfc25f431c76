import type { MetricId, Statistics } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Pip } from '../../../components/badge.tsx';
import { ExplainFigure } from '../../../components/explain-figure.tsx';
import { Amount, Count } from '../../../components/figure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { StatTiles } from '../../../components/stat-tiles.tsx';
import { formatAmount, formatCount } from '../../../lib/format.ts';

interface OverviewTilesProps {
  statistics: Statistics | undefined;
  stale: boolean;
}

const counts = ['sessionsTotal', 'sessionsOpen', 'sessionsClosed', 'usersCount'] as const;
const amounts = ['bet', 'win', 'grosswin', 'netwin', 'due'] as const;

/** All, open, closed, bet, win, gross win and players, each with its real and fun parts (SESS-04). */
export function OverviewTiles({ statistics, stale }: OverviewTilesProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const totals = statistics?.grandTotals;
  const labels: Partial<Record<MetricId, string>> = {
    sessionsTotal: t('all'),
    sessionsOpen: t('open'),
    sessionsClosed: t('closed'),
  };
  const pips: Partial<Record<MetricId, React.ReactNode>> = {
    sessionsOpen: <Pip tone="info" />,
    sessionsClosed: <Pip ring />,
  };
  const split = (metric: (typeof counts)[number] | (typeof amounts)[number]) => {
    if (!statistics?.byType) return undefined;
    const write = metric in labels || metric === 'usersCount' ? formatCount : formatAmount;
    const { real, fun } = statistics.byType;
    return t('split', { real: write(real[metric]), fun: write(fun[metric]) });
  };
  // Net win and due come only to roles that may see them (ROLE-15).
  const shownAmounts = amounts.filter((metric) => !totals || totals[metric] !== undefined);
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
              {pips[metric]}
              <ExplainFigure metric={metric} coverage={statistics?.coverage ?? null} />
            </>
          ),
          value: <Count value={totals?.[metric]} size="tile" />,
          note: split(metric),
        }))}
      />
      <StatTiles
        columns={totals ? shownAmounts.length : 3}
        loading={!totals}
        stale={stale}
        tiles={shownAmounts.slice(0, totals ? undefined : 3).map((metric) => ({
          key: metric,
          label: common(`metric.${metric}`),
          mark: <ExplainFigure metric={metric} coverage={statistics?.coverage ?? null} />,
          value: (
            <Amount value={totals?.[metric]} size="tile" tone={metric === 'netwin' ? 'signed' : 'plain'} />
          ),
          note: split(metric),
        }))}
      />
    </Panel>
  );
}
