import { changeOf, type IntegrationDetail, type MetricId, metrics, type Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey, type ChartPoint, type ChartSeries } from '../../../components/chart/chart.tsx';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { ChangeFigure } from '../../../components/display/change-figure.tsx';
import { GameName } from '../../../components/display/entity-label.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { formatDayWith, formatPeriod } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { filterOf, hasBegunBefore, isWholeYear, requestOf, scorecardPeriods } from '../scorecard.ts';
import { useThumbs } from '../use-thumbs.ts';
import styles from './scorecard.module.css';
import { ScorecardState } from './scorecard-state.tsx';

const shownMetrics = [
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rtp',
  'sessionsTotal',
  'usersCount',
] as const satisfies readonly MetricId[];
/** Growth of ratios and of distinct players says little: only sums are compared. */
const compared: readonly MetricId[] = ['bet', 'win', 'grosswin', 'netwin', 'due'];
const topGames = 5;
const charted = [
  { metric: 'bet', color: 'bet' },
  { metric: 'win', color: 'win' },
  { metric: 'grosswin', color: 'gross-win' },
] as const;

// Figures of another period would stand under the wrong name for a moment.
const totalsQuery = (a: string) => ({ ...statisticsQuery(a), placeholderData: undefined });

/** How an integration does: this month and the last twelve, against as many days and months before, its games and its state. */
export function Scorecard({ integration }: { integration: IntegrationDetail }) {
  const { t } = useTranslation('integrations');
  const { id } = integration;
  const today = useToday();
  const periods = useMemo(() => scorecardPeriods(today), [today]);
  const { thisMonth, sameDays, year, yearBefore } = periods;
  const month = useQuery(totalsQuery(requestOf(filterOf(id, thisMonth), 'games')));
  const days = useQuery({
    ...totalsQuery(requestOf(filterOf(id, sameDays?.current ?? thisMonth))),
    enabled: sameDays !== null,
  });
  const daysBefore = useQuery({
    ...totalsQuery(requestOf(filterOf(id, sameDays?.before ?? thisMonth))),
    enabled: sameDays !== null,
  });
  const months = useQuery(totalsQuery(requestOf(filterOf(id, year), 'months')));
  const before = useQuery(totalsQuery(requestOf(filterOf(id, yearBefore), 'months')));
  return (
    <>
      <QueryView query={[month, days, daysBefore]} compact>
        <Totals
          title={t('card.thisMonth')}
          period={thisMonth}
          integrationId={id}
          shown={month.data}
          against={
            sameDays && days.data && daysBefore.data && months.data && hasBegunBefore(months.data)
              ? {
                  current: days.data,
                  before: daysBefore.data,
                  text: t('card.ofDays', {
                    current: formatPeriod(sameDays.current),
                    before: formatPeriod(sameDays.before),
                  }),
                }
              : null
          }
        />
      </QueryView>
      <QueryView query={[months, before]} compact>
        <Totals
          title={t('card.year')}
          period={year}
          integrationId={id}
          shown={months.data}
          against={
            months.data && before.data && isWholeYear(before.data)
              ? {
                  current: months.data,
                  before: before.data,
                  text: t('card.against', { before: formatPeriod(yearBefore) }),
                }
              : null
          }
        />
        <Months statistics={months.data} />
      </QueryView>
      <div className={styles.columns}>
        <QueryView query={month} compact>
          <TopGames statistics={month.data} integrationId={id} period={thisMonth} />
        </QueryView>
        <ScorecardState integration={integration} period={thisMonth} />
      </div>
    </>
  );
}

interface TotalsProps {
  title: string;
  period: Period;
  integrationId: number;
  shown: Statistics | undefined;
  /** What growth is measured by: two periods of one length. */
  against: { current: Statistics; before: Statistics; text: string } | null;
}

function Totals({ title, period, integrationId, shown, against }: TotalsProps) {
  const { t } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const isPhone = useIsPhone();
  const totals = shown?.grandTotals;
  // Growth from nothing is none: the integration had not begun.
  const isCompared = against !== null && against.before.grandTotals.sessionsTotal > 0;
  const growth = (metric: MetricId) => {
    if (!isCompared || !compared.includes(metric)) return undefined;
    const [current, before] = [against.current.grandTotals[metric], against.before.grandTotals[metric]];
    const change = typeof current === 'number' && typeof before === 'number' && changeOf(current, before);
    return change ? <ChangeFigure change={change} text={against.text} /> : undefined;
  };
  return (
    <Panel
      title={title}
      coverage={`${formatPeriod(period)}, ${t('card.real')}${isCompared && !isPhone ? `. ${against.text}` : ''}`}
      hasLongCoverage
      flush
      ruled
      explains={filterOf(integrationId, period)}
    >
      <StatTiles
        loading={!totals}
        tiles={shownMetrics
          .filter((metric) => seesNetAndDue || metrics[metric].scope === null)
          .map((metric) => {
            const note = growth(metric);
            return {
              key: metric,
              label: common(`metric.${metric}`),
              mark: <ExplainFigure metric={metric} />,
              value: <MetricFigure metric={metric} value={totals?.[metric]} size="tile" missing="na" />,
              ...(note && { note }),
            };
          })}
      />
      {isCompared && isPhone && <p className={`hub-caption ${styles.against}`}>{against.text}</p>}
    </Panel>
  );
}

function Months({ statistics }: { statistics: Statistics | undefined }) {
  const { t, i18n } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const points = useMemo<ChartPoint[]>(
    () =>
      (statistics?.buckets ?? []).map(({ key, partial }) => ({
        key,
        partial,
        axis: formatDayWith(`${key}-01`, i18n.language, { month: 'short' }),
        title: formatDayWith(`${key}-01`, i18n.language, { month: 'long', year: 'numeric' }),
      })),
    [statistics, i18n.language],
  );
  const series = useMemo<ChartSeries[]>(
    () =>
      charted.map(({ metric, color }) => {
        const found = statistics?.datasets.totals?.find(({ stat }) => stat === metric);
        return {
          id: metric,
          name: common(`metric.${metric}`),
          values: found?.data ?? [],
          total: found?.total ?? null,
          color,
        };
      }),
    [statistics, common],
  );
  return (
    <Panel title={t('card.months')} coverage={<ChartKey series={series} isBar />} ruled>
      <Chart
        name={t('card.months')}
        view="bar"
        points={points}
        series={series}
        loading={!statistics}
        height={240}
      />
    </Panel>
  );
}

interface TopGamesProps {
  statistics: Statistics | undefined;
  integrationId: number;
  period: Period;
}

function TopGames({ statistics, integrationId, period }: TopGamesProps) {
  const { t } = useTranslation('integrations');
  const games = useQuery(gamesWithCoversQuery());
  const thumbs = useThumbs(games.data?.rows);
  const byId = new Map(games.data?.rows.map((game) => [game.id, game]));
  // The greatest bet comes first.
  const top = (statistics?.datasets.games?.bet ?? []).slice(0, topGames);
  return (
    <Panel title={t('card.topGames')} flush explains={filterOf(integrationId, period)}>
      <ol className={styles.games}>
        {top.map(({ gameId, label, total }) => (
          <li key={gameId} {...explainsFor({ games: [gameId] })}>
            <GameName
              name={byId.get(gameId)?.name ?? label}
              subName={byId.get(gameId)?.sub_name ?? null}
              src={thumbs.get(gameId)}
            />
            <MetricFigure metric="bet" value={total} />
          </li>
        ))}
      </ol>
      {statistics && top.length === 0 && <p className={styles.none}>{t('noSessions')}</p>}
    </Panel>
  );
}
