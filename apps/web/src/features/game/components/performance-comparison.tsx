import { comparisonRules, type GameComparison } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartView } from '../../../components/chart/chart.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import {
  comparedBand,
  comparisonSeries,
  explainPoint,
  isCompared,
  performanceFilter,
  performancePoints,
} from '../performance-data.ts';
import type { PerformancePartProps } from './performance-life.tsx';
import { PerformancePanel } from './performance-panel.tsx';

/** The game beside the median of others and the range of their middle half, week of age by week of age. */
export function ComparisonPanel({ game, performance, metric, stale }: PerformancePartProps) {
  const { t, i18n } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const [view, setView] = useState<ChartView>('line');
  const comparison = performance?.comparison ?? undefined;
  const metricName = common(`metric.${metric}`);
  const points = useMemo(
    () =>
      performance && comparison
        ? performancePoints(
            { buckets: comparison.weeks, coverage: performance.coverage },
            i18n.language,
            {
              axis: (week) => t('performance.weekAxis', { week }),
              title: (week, days) => {
                const games = comparison.weeks.find((one) => one.week === week)?.games ?? 0;
                return `${t('performance.week', { week, days })}, ${t('performance.games', { count: games })}`;
              },
            },
            Date.now(),
          )
        : [],
    [performance, comparison, i18n.language, t],
  );
  const series = useMemo(
    () =>
      comparison && isCompared(metric)
        ? comparisonSeries(comparison, metric, (line) =>
            line === 'own' ? game.name : t(`performance.line.${line}`),
          )
        : [],
    [comparison, metric, game.name, t],
  );
  const title = t('performance.comparison', { what: metricName });
  return (
    <PerformancePanel
      title={title}
      name={t('performance.comparisonName', { game: game.name, what: metricName })}
      coverage={comparison ? rule(comparison) : ''}
      notes={comparison ? [rule(comparison)] : []}
      details={[t('performance.bandNote'), t('performance.knownNote', { count: comparisonRules.leastGames })]}
      points={points}
      series={series}
      loading={!performance}
      stale={stale}
      view={view}
      onView={setView}
      explains={performance ? performanceFilter(performance) : null}
      onPoint={(point) => {
        // Of other games there are a median and a range, which no sessions add up to.
        if (point.series.id === 'own') explainPoint(comparison?.weeks[point.index], metric, point);
      }}
      band={comparedBand}
      empty={performance && why()}
    />
  );

  function rule({ rule: by, type, games }: GameComparison): string {
    return by === 'sameType'
      ? t('performance.ruleSameType', { count: games, type: t(`performance.type.${type}`) })
      : t('performance.ruleAllGames', { count: games, least: comparisonRules.leastOfType });
  }

  /** Words in place of the chart; undefined where there is something to draw. */
  function why() {
    if (!isCompared(metric))
      return (
        <EmptyState compact title={t('performance.notCompared', { what: metricName })}>
          {t('performance.notComparedHelp')}
        </EmptyState>
      );
    if (!comparison)
      return (
        <EmptyState compact title={t('performance.noRelease')}>
          {t('performance.noReleaseHelp')}
        </EmptyState>
      );
    if (comparison.weeks.every((week) => week.games < comparisonRules.leastGames))
      return (
        <EmptyState compact title={t('performance.noOthers')}>
          {t('performance.noOthersHelp', { count: comparisonRules.leastGames })}
        </EmptyState>
      );
    return undefined;
  }
}
