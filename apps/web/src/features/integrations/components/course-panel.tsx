import type { Statistics } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey, type ChartSeries } from '../../../components/chart/chart.tsx';
import { knownUntil } from '../../../components/chart/chart-model.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { begunSteps, pointsOf } from '../../../domain/statistics/chart-steps.ts';
import { useHeightLeft } from '../../../lib/use-height-left.ts';

interface CoursePanelProps {
  /** Undefined while they are not known. */
  statistics: Statistics | undefined;
  /** When they were read. */
  readAt: number;
  /** The rows of the table above, in whose order the lines are named. */
  rows: readonly { id: number }[];
}

/** More lines could not be told apart. */
const shownAtMost = 8;
/** Pixels below the chart: the panel's own and the page's space. */
const reservedPx = 44;
const leastHeightPx = 220;
const highestPx = 460;

/** How the gross win of each integration went by day; as high as the window has room. */
export function CoursePanel({ statistics, readAt, rows }: CoursePanelProps) {
  const { t, i18n } = useTranslation('integrations');
  const [room, height] = useHeightLeft(reservedPx, leastHeightPx);
  const begun = statistics ? begunSteps(statistics, readAt) : 0;
  const known = statistics ? knownUntil(statistics.coverage, readAt) : 0;
  const points = useMemo(
    () => (statistics ? pointsOf(statistics, begun, i18n.language, known) : []),
    [statistics, begun, i18n.language, known],
  );
  const all = statistics?.datasets.integrations?.grosswin;
  const series = useMemo<ChartSeries[]>(() => {
    const places = new Map(rows.map(({ id }, place) => [id, place]));
    const placeOf = (id: number) => places.get(id) ?? rows.length;
    return [...(all ?? [])]
      .sort((one, other) => (other.total ?? 0) - (one.total ?? 0))
      .slice(0, shownAtMost)
      .sort((one, other) => placeOf(one.integrationId) - placeOf(other.integrationId))
      .map(({ integrationId, label, data }) => ({
        id: String(integrationId),
        name: label,
        values: data.slice(0, begun),
        color: integrationId,
      }));
  }, [all, begun, rows]);
  const title = t('course.title');
  return (
    <Panel
      title={title}
      coverage={t(all && all.length > shownAtMost ? 'course.largest' : 'course.coverage', {
        count: shownAtMost,
      })}
      actions={<ChartKey series={series} />}
      ruled
    >
      <div ref={room}>
        <Chart
          name={title}
          points={points}
          series={series}
          loading={!statistics}
          height={Math.min(height, highestPx)}
        />
      </div>
    </Panel>
  );
}
