import { type FigureFilter, type MetricId, metricIds, metrics, type Statistics } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatCount } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import type { SessionTypeName } from '../search.ts';
import styles from './overview-tiles.module.css';

interface OverviewTilesProps {
  statistics: Statistics | undefined;
  type: SessionTypeName;
  stale: boolean;
  explains: FigureFilter;
}

const amounts = metricIds.filter((id) => metrics[id].inOverviewTotals && metrics[id].unit === 'euro');
const publicAmounts = amounts.filter((id) => metrics[id].scope === null);

/** In px, for the five tiles of people without net win and due. */
const fiveOnTablet = 128;

/** The number as it is written, with the number that its word agrees with. */
const stateCount = (count: number | undefined) => ({ count: count ?? 0, value: formatCount(count) });

/** Sessions, open and closed, players, bet, win, gross win, net win and due; of both types together also real and fun. */
export function OverviewTiles({ statistics, type, stale, explains }: OverviewTilesProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  // The first tile, of two counts more, takes what the others leave of their rows.
  const isDesktop = useMedia(breakpoints.desktop);
  const isPhone = useIsPhone();
  const totals = statistics?.grandTotals;
  const split = (metric: MetricId) => {
    if (type !== 'all') return undefined;
    // Its place, so that nothing moves when the figures arrive.
    if (!statistics?.byType) return '\u00a0';
    const write = metrics[metric].unit === 'count' ? formatCount : formatAmount;
    const { real, fun } = statistics.byType;
    return (
      <>
        <span className={styles.part}>{t('realPart', { value: write(real[metric]) })}</span>{' '}
        <span className={styles.part}>{t('funPart', { value: write(fun[metric]) })}</span>
      </>
    );
  };
  const shownAmounts = useCan('money:net-and-due') ? amounts : publicAmounts;
  const leads = isPhone || (isDesktop && shownAmounts !== publicAmounts);
  return (
    <Panel flush label={t('sessions')} explains={explains}>
      <StatTiles
        leads={leads}
        leastWidth={shownAmounts === publicAmounts ? fiveOnTablet : undefined}
        loading={!totals}
        stale={stale}
        tiles={[
          {
            key: 'sessionsTotal',
            label: t('sessions'),
            mark: <ExplainFigure metric="sessionsTotal" />,
            value: <MetricFigure metric="sessionsTotal" value={totals?.sessionsTotal} size="tile" />,
            note: (
              <>
                <span className={styles.states} data-wide={leads || undefined}>
                  <span>{t('openPart', stateCount(totals?.sessionsOpen))}</span>
                  {' · '}
                  <span>{t('closedPart', stateCount(totals?.sessionsClosed))}</span>
                </span>
                {split('sessionsTotal')}
              </>
            ),
          },
          {
            key: 'usersCount',
            label: common('metric.usersCount'),
            mark: <ExplainFigure metric="usersCount" />,
            value: <MetricFigure metric="usersCount" value={totals?.usersCount} size="tile" />,
            note: split('usersCount'),
          },
          ...shownAmounts.map((metric) => ({
            key: metric,
            label: common(`metric.${metric}`),
            mark: <ExplainFigure metric={metric} />,
            value: <MetricFigure metric={metric} value={totals?.[metric]} size="tile" />,
            note: split(metric),
          })),
        ]}
      />
    </Panel>
  );
}
