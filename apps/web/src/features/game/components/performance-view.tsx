import {
  type Game,
  type GamePerformance,
  metrics,
  type PerformanceMetric,
  performanceMetrics,
} from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { Count } from '../../../components/display/figure.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamePerformanceQuery } from '../../../domain/game/performance.ts';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay, formatPercent } from '../../../lib/format.ts';
import { performanceFilter, placeEvents } from '../performance-data.ts';
import type { GameSearch } from '../search.ts';
import styles from './performance.module.css';
import { ComparisonPanel } from './performance-comparison.tsx';
import { EventsPanel } from './performance-events.tsx';
import { LifePanel } from './performance-life.tsx';

interface PerformanceViewProps {
  game: Pick<Game, 'id' | 'name' | 'rtp'>;
  search: GameSearch;
  onSearch: (search: GameSearch) => void;
}

/** A game over time: its figures since its release, beside other games of the same age, and what happened meanwhile. */
export function PerformanceView({ game, search, onSearch }: PerformanceViewProps) {
  const seesNetAndDue = useCan('money:net-and-due');
  const query = useQuery(gamePerformanceQuery(game.id, search.by));
  // Figures of the game before it would stand under the wrong name.
  const performance = query.data?.gameId === game.id ? query.data : undefined;
  const shown = useMemo(
    () => performanceMetrics.filter((metric) => seesNetAndDue || metrics[metric].scope === null),
    [seesNetAndDue],
  );
  const metric = shown.find((one) => one === search.value) ?? 'bet';
  const [pointed, setPointed] = useState<string | null>(null);
  const placed = useMemo(
    () => (performance ? placeEvents(performance.events, performance.buckets) : []),
    [performance],
  );
  const missing = performance && whyMissing(performance);
  const parts = { game, performance, metric, search, onSearch, stale: query.isPlaceholderData };
  return (
    <div className={styles.view}>
      <QueryView query={query}>
        {missing ? (
          <Missing reason={missing} performance={performance} />
        ) : (
          <>
            <Totals performance={performance} shown={shown} declaredRtp={game.rtp} />
            <LifePanel {...parts} shown={shown} placed={placed} pointed={pointed} />
          </>
        )}
        {(!performance || placed.length > 0) && (
          <EventsPanel placed={performance && placed} pointed={pointed} onPointed={setPointed} />
        )}
        {!missing && <ComparisonPanel {...parts} />}
      </QueryView>
    </div>
  );
}

type Reason = 'inDev' | 'ahead' | 'none';

/** Why there is nothing to show; undefined where there is. */
function whyMissing({ isDev, period, totals }: GamePerformance): Reason | undefined {
  if (isDev) return 'inDev';
  if (period === null) return 'ahead';
  return totals.sessionsTotal === 0 ? 'none' : undefined;
}

function Missing({ reason, performance }: { reason: Reason; performance: GamePerformance }) {
  const { t } = useTranslation('game');
  const { releasedOn, recordedSince } = performance;
  // Without sessions of anyone on record a released game has no period either.
  const own = reason === 'ahead' && recordedSince === null ? 'none' : reason;
  const day = releasedOn === null ? '' : formatDay(releasedOn);
  return (
    <div role="status">
      <EmptyState title={t(`performance.missing.${own}`)}>
        {own !== 'none' && releasedOn !== null
          ? t('performance.missing.released', { day })
          : t('performance.missing.noneHelp')}
      </EmptyState>
    </div>
  );
}

interface TotalsProps {
  performance: GamePerformance | undefined;
  shown: readonly PerformanceMetric[];
  /** In points, as it is stored; null where none is declared. */
  declaredRtp: number | null;
}

/** All of the game's life that is on record. */
function Totals({ performance, shown, declaredRtp }: TotalsProps) {
  const { t } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const filter = performance ? performanceFilter(performance) : null;
  const open = performance?.coverage.openSessions;
  return (
    <Panel
      flush
      title={performance ? titleOf(performance, t) : t('performance.totals')}
      coverage={
        <TrustStrip
          filter={
            filter && {
              ...filter,
              games: [...(filter.games ?? [])],
              integrations: undefined,
              operators: undefined,
            }
          }
        />
      }
      explains={filter}
    >
      <StatTiles
        loading={!performance}
        filler={{
          spares: 'sessionsTotal',
          tile: {
            key: 'open',
            label: t('performance.openSessions'),
            value: <Count value={open ?? null} size="tile" />,
          },
        }}
        tiles={shown.map((metric) => ({
          key: metric,
          label: common(`metric.${metric}`),
          mark: <ExplainFigure metric={metric} />,
          value: (
            <MetricFigure metric={metric} value={performance?.totals[metric]} size="tile" missing="na" />
          ),
          ...(metric === 'rtp' &&
            declaredRtp !== null && {
              note: t('performance.declared', { rtp: formatPercent(declaredRtp / 100, 2) }),
            }),
          ...(metric === 'sessionsTotal' && {
            note: open === undefined ? '\u00a0' : t('performance.open', { count: open }),
          }),
        }))}
      />
    </Panel>
  );
}

type Translate = ReturnType<typeof useTranslation<'game'>>['t'];

/** Since when: the release, or the first session on record where the game is older than that. */
function titleOf({ releasedOn, period }: GamePerformance, t: Translate): string {
  if (period === null) return t('performance.totals');
  return releasedOn === period.from
    ? t('performance.totalsSinceRelease', { day: formatDay(releasedOn) })
    : t('performance.totalsSince', { day: formatDay(period.from) });
}
