import { encodeStatisticsRequest, metricOfSplit, metrics, type SplitStatName } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey, type ChartView, ChartViewSwitch } from '../../../components/chart/chart.tsx';
import { knownUntil } from '../../../components/chart/chart-model.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { begunSteps, grainFor, pointsOf, totalsSeries } from '../../../domain/statistics/chart-steps.ts';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import type { Period } from '../../../lib/days.ts';
import { useHeightLeft } from '../../../lib/use-height-left.ts';
import { type Narrowing, type SessionTypeName, typeIdOf } from '../search.ts';
import styles from './course-panel.module.css';

interface CoursePanelProps {
  period: Period;
  type: SessionTypeName;
  narrowing: Narrowing;
}

const stats: readonly SplitStatName[] = ['bet', 'win', 'grosswin'];

/** Pixels below the chart: the panel's own and the page's space. */
const reservedPx = 60;
const leastHeightPx = 240;

/** How bet, win and gross win of the overview went over its period; as high as the window has room under the table. */
export function CoursePanel({ period, type, narrowing }: CoursePanelProps) {
  const { t, i18n } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const [view, setView] = useState<ChartView>('line');
  const [room, height] = useHeightLeft(reservedPx, leastHeightPx);
  const { from, to } = period;
  const grain = grainFor(period);
  const query = useQuery(
    statisticsQuery(
      encodeStatisticsRequest({
        from,
        to,
        sessionTypeId: typeIdOf(type),
        ...narrowing,
        stats: [...stats],
        datasetTotals: true,
        key: grain,
      }),
    ),
  );
  const { data, dataUpdatedAt } = query;
  const begun = data ? begunSteps(data, dataUpdatedAt) : 0;
  const known = data ? knownUntil(data.coverage, dataUpdatedAt) : 0;
  const points = useMemo(
    () => (data ? pointsOf(data, begun, i18n.language, known) : []),
    [data, begun, i18n.language, known],
  );
  const series = useMemo(
    () => (data ? totalsSeries(data, stats, begun, (metric) => common(`metric.${metric}`)) : []),
    [data, begun, common],
  );
  // The legend has its place from the start: in a narrow head it takes a line of its own.
  const awaited = stats.map((stat) => {
    const metric = metricOfSplit(stat);
    const { color } = metrics[metric];
    return { id: stat, name: common(`metric.${metric}`), values: [], unit: 'euro' as const, color };
  });
  const isLeftOut = view === 'line' && points.length > 1 && points.some((point) => point.hasJustBegun);
  return (
    <Panel
      title={t('course')}
      coverage={t(`courseBy.${grain}`, { type: t(`typeIn.${type}`) })}
      actions={
        <>
          <ChartKey series={data ? series : awaited} />
          <ChartViewSwitch value={view} onChange={setView} />
        </>
      }
    >
      <div ref={room} className={styles.room}>
        <QueryView query={query} compact>
          <Chart
            name={t('courseName')}
            view={view}
            points={points}
            series={series}
            loading={!data}
            stale={query.isPlaceholderData}
            height={height}
            withTotals
          />
        </QueryView>
      </div>
      {isLeftOut && <p className="hub-caption">{common('justBegunNote')}</p>}
    </Panel>
  );
}
