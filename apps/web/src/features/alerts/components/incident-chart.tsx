import {
  type IncidentChart as ChartOfIncident,
  type IncidentDetail,
  isComparing,
  metrics,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey } from '../../../components/chart/chart.tsx';
import type { ChartPoint, ChartSeries } from '../../../components/chart/chart-model.ts';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { incidentChartQuery } from '../../../domain/alert/alerts.ts';
import { formatInstant } from '../../../lib/format.ts';
import { type AlertsText, partPlace } from '../incident-texts.ts';
import styles from './alerts.module.css';

interface IncidentChartProps {
  incident: IncidentDetail;
  part: number | undefined;
}

/** Kinds whose figure has a chart: the others say how late or how many, or lead to a screen that has one. */
const hasChart = ({ kind }: Pick<IncidentDetail, 'kind'>) => isComparing(kind) || kind === 'open';

/** The figure of an alert in the hours around the incident, in the band of what was expected. */
export function IncidentChart({ incident, part }: IncidentChartProps) {
  const { t } = useTranslation('alerts');
  const query = useQuery({ ...incidentChartQuery(incident.id, part), enabled: hasChart(incident) });
  if (!hasChart(incident)) return null;
  return (
    <QueryView query={query} compact>
      {query.data ? (
        <Band data={query.data} isOpenKind={incident.kind === 'open'} stale={query.isPlaceholderData} t={t} />
      ) : (
        <div className={styles.loading}>
          <SkeletonChart height={240} />
        </div>
      )}
    </QueryView>
  );
}

interface BandProps {
  data: ChartOfIncident;
  isOpenKind: boolean;
  stale: boolean;
  t: AlertsText;
}

function Band({ data, isOpenKind, stale, t }: BandProps) {
  const { part, rule } = data;
  const isDaily = !isOpenKind && part.level === 'game';
  const { points, series } = useMemo(() => bandOf(data, isDaily, t), [data, isDaily, t]);
  const name = isOpenKind
    ? t('chartOpen')
    : t('chart', { metric: t(`metrics.${part.metric}`), where: partPlace(part, t) });
  const help = isOpenKind
    ? null
    : isDaily
      ? t('chartHelpDays', { weeks: rule.weeks })
      : t('chartHelp', { hours: rule.windowHours, weeks: rule.weeks });
  return (
    <PanelPart title={name} isRegion>
      {help !== null && <p className={styles.help}>{help}</p>}
      {points.length < 2 ? (
        <EmptyState compact title={t('noChart')} />
      ) : (
        <>
          <Chart
            name={name}
            points={points}
            series={series}
            unit={isOpenKind ? 'count' : metrics[part.metric].unit}
            height={240}
            stale={stale}
          />
          <ChartKey
            series={series.filter(({ id }) => id !== 'high' || !series.some((one) => one.id === 'low'))}
          />
        </>
      )}
    </PanelPart>
  );
}

const lines = ['value', 'expected', 'low', 'high'] as const;
const colors = { value: 1, expected: 12, low: 2, high: 2 } as const satisfies Record<
  (typeof lines)[number],
  number
>;

/** A loss has no limit above it, and what is not known no line. */
export function bandOf(
  { points }: Pick<ChartOfIncident, 'points'>,
  isDaily: boolean,
  t: AlertsText,
): { points: ChartPoint[]; series: ChartSeries[] } {
  return {
    points: points.map(({ at }) => {
      // A day is named by itself, not by the midnight that ends it.
      const shown = isDaily ? new Date(Date.parse(at) - 3_600_000) : new Date(at);
      return {
        key: at,
        axis: formatInstant(shown, isDaily ? 'date' : 'time').slice(0, 5),
        title: formatInstant(shown, isDaily ? 'date' : 'minutes'),
        ...(isDaily ? {} : { hour: Number(formatInstant(shown, 'time').slice(0, 2)) }),
      };
    }),
    series: lines
      .map((id) => ({
        id,
        name: t(id === 'low' || id === 'high' ? 'line.limit' : `line.${id}`),
        color: colors[id],
        values: points.map((point) => point[id]),
      }))
      .filter(({ values }) => values.some((value) => value !== null)),
  };
}
