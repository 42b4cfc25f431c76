import {
  type Game,
  type GameEvent,
  type GamePerformance,
  type PerformanceMetric,
  performanceGrains,
  sessionTypes,
} from '@ludus/contract';
import { IconSum } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartSeries } from '../../../components/chart/chart.tsx';
import { SeriesList } from '../../../components/chart/series-list.tsx';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { SwitchOrSelect } from '../../../components/form/switch-or-select.tsx';
import { useInterruptedPoints } from '../../../domain/statistics/interruptions/interruptions.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { formatDay, formatDayWith } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import {
  explainPoint,
  marksOf,
  type PlacedEvent,
  performanceFilter,
  performancePoints,
  performanceSeries,
  totalId,
  zoomOf,
} from '../performance-data.ts';
import type { GameSearch } from '../search.ts';
import styles from './performance.module.css';
import { PerformancePanel } from './performance-panel.tsx';

export interface PerformancePartProps {
  game: Pick<Game, 'id' | 'name'>;
  /** Undefined while it loads. */
  performance: GamePerformance | undefined;
  metric: PerformanceMetric;
  search: GameSearch;
  onSearch: (search: GameSearch) => void;
  stale: boolean;
}

interface LifePanelProps extends PerformancePartProps {
  shown: readonly PerformanceMetric[];
  placed: readonly PlacedEvent[];
  /** The event that someone points at. */
  pointed: string | null;
}

/** One figure over the life of a game, all together and by integration, with what happened to the game. */
export function LifePanel({ game, performance, metric, search, onSearch, stale, ...props }: LifePanelProps) {
  const { t, i18n } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const freshness = useFreshness();
  const [focused, setFocused] = useState<string | null>(null);
  const isShort = useMedia(breakpoints.desktop);
  const isPhone = useIsPhone();
  const metricName = common(`metric.${metric}`);
  const answer = useMemo(() => {
    const answeredAt = Date.now();
    if (!performance) return { points: [], answeredAt };
    const words = {
      axis: (_week: number, from: string) =>
        formatDayWith(from, i18n.language, { day: 'numeric', month: 'short' }),
      title: (week: number, days: string) => t('performance.week', { week, days }),
    };
    return { points: performancePoints(performance, i18n.language, words, answeredAt), answeredAt };
  }, [performance, i18n.language, t]);
  const points = useInterruptedPoints(
    answer.points,
    performance?.buckets,
    useMemo(() => performance?.integrations.map(({ integrationId }) => integrationId) ?? [], [performance]),
    answer.answeredAt,
  );
  // People of an integration see its part only.
  const whole = useUser().integrationName ?? t('performance.allIntegrations');
  const series = useMemo(
    () => (performance ? performanceSeries(performance, metric, whole) : []),
    [performance, metric, whole],
  );
  const hidden = useMemo(() => new Set(search.hidden?.split(',') ?? []), [search.hidden]);
  const drawn = useMemo(() => series.filter(({ id }) => !hidden.has(id)), [series, hidden]);
  const marks = useMemo(() => {
    const word = (kind: GameEvent['kind']) => t(`performance.mark.${kind}`);
    const marked = new Set(props.placed.flatMap(({ place }) => place ?? []));
    // A phone has room for one word.
    return marksOf(props.placed, props.pointed, isPhone && marked.size > 1 ? undefined : word);
  }, [props.placed, props.pointed, isPhone, t]);
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onSearch({ ...search, hidden: next.size === 0 ? undefined : [...next].join(',') });
  };
  const grain = search.by ?? performance?.grain ?? 'week';
  const hasBegun = points.length > 1 && points.some((point) => point.hasJustBegun);
  const hasPartial = points.some((point) => point.partial && !point.hasJustBegun);
  const isLine = (search.chart ?? 'line') === 'line';
  // A phone has them in one row with the figure.
  const grainSwitch = (
    <SwitchOrSelect
      isSelect={isPhone}
      label={t('performance.groupBy')}
      value={grain}
      onChange={(by) => onSearch({ ...search, by, zoom: undefined })}
      options={performanceGrains.map((by) => ({ value: by, label: t(`performance.by.${by}`) }))}
    />
  );
  const name = t('performance.chartName', { game: game.name, what: metricName });
  return (
    <PerformancePanel
      title={
        <>
          <SwitchOrSelect
            // Segments of all figures do not fit beside the other switches.
            isSelect={isShort}
            label={t('performance.value')}
            value={metric}
            onChange={(value) => onSearch({ ...search, value: value === 'bet' ? undefined : value })}
            options={props.shown.map((value) => ({ value, label: common(`metric.${value}`) }))}
          />
          {isPhone && grainSwitch}
        </>
      }
      name={name}
      coverage={t(`performance.coverage.${grain}`)}
      notes={[
        `${t(`performance.coverage.${grain}`)}.`,
        performance ? `${freshness(performance.coverage)}.` : null,
        performance ? sinceNote(performance, t) : null,
      ]}
      details={[
        hasPartial || (hasBegun && !isLine) ? common('partialNote') : null,
        hasBegun && isLine ? t('performance.runningNote') : null,
        grain === 'week' && performance?.releasedOn ? t('performance.weekNote') : null,
      ]}
      points={points}
      series={drawn}
      loading={!performance}
      stale={stale}
      view={search.chart ?? 'line'}
      onView={(chart) => onSearch({ ...search, chart: chart === 'line' ? undefined : chart })}
      zoom={{
        range: zoomOf(search.zoom),
        onRange: (range) => onSearch({ ...search, zoom: range?.join('-') }),
      }}
      explains={performance ? performanceFilter(performance) : null}
      onPoint={(point) => explainPoint(performance?.buckets[point.index], metric, point)}
      marks={marks}
      focused={focused}
      withTotals
      actions={!isPhone && grainSwitch}
      {...(listOf(performance, series) && {
        list: performance ? (
          <SeriesList
            series={series}
            metric={metric}
            explains={{
              ...(performance.period ?? { from: '', to: '' }),
              sessionTypeId: sessionTypes.real,
              games: [game.id],
            }}
            words={{
              list: t('performance.byIntegration'),
              more: (count) => t('performance.moreSeries', { count }),
              rest: t('performance.otherIntegrations'),
            }}
            hidden={hidden}
            onToggle={toggle}
            onFocus={setFocused}
            artOf={artOf}
            nameOf={({ name: own }) => own}
            stale={stale}
            points={points}
          />
        ) : (
          <AwaitedList />
        ),
      })}
    />
  );
}

type Translate = ReturnType<typeof useTranslation<'game'>>['t'];

/** Why the figures begin later than the game. */
function sinceNote({ releasedOn, period }: GamePerformance, t: Translate): string | null {
  if (period === null || releasedOn === period.from) return null;
  if (releasedOn === null) return t('performance.sinceRecord');
  return t('performance.sinceLater', { release: formatDay(releasedOn), day: formatDay(period.from) });
}

/** A single integration needs no list; until it is known how many there are, its place is kept. */
const listOf = (performance: GamePerformance | undefined, series: readonly ChartSeries[]) =>
  performance === undefined || series.length > 1;

const artOf = ({ id, name }: ChartSeries) =>
  id === totalId ? (
    <span className={styles.whole} aria-hidden="true">
      <IconSum size={16} stroke={1.5} />
    </span>
  ) : (
    <IntegrationChip name={name} number={Number(id.slice(1))} size={22} />
  );

function AwaitedList() {
  return (
    <div className={styles.awaited} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((line) => (
        <SkeletonLine key={line} my={21} />
      ))}
    </div>
  );
}
