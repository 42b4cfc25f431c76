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
import { PartialMark } from '../../../components/display/partial-mark.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { hint } from '../../../components/hint.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { explainsFor } from '../../../lib/explain.ts';
import { formatDays, formatDayWith, formatNumber, formatPeriod } from '../../../lib/format.ts';
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
const amounts: readonly MetricId[] = ['bet', 'win', 'grosswin', 'netwin', 'due'];
/** Of these more is better; a change of the others has no colour. */
const earned: readonly MetricId[] = ['grosswin', 'netwin', 'due'];
const topGames = 5;
/** In px: eight of them beside each other on a laptop. */
const compactTile = 128;
/** Gross win is a twentieth of the bets: it has a scale of its own. */
const charts = {
  grossWinMonths: [{ metric: 'grosswin', color: 'gross-win' }],
  betWinMonths: [
    { metric: 'bet', color: 'bet' },
    { metric: 'win', color: 'win' },
  ],
} as const;

// Figures of another period would stand under the wrong name for a moment.
const totalsQuery = (a: string) => ({ ...statisticsQuery(a), placeholderData: undefined });

/** How an integration does: this month and the last twelve, against as many days and months before, its games and its state. */
export function Scorecard({ integration }: { integration: IntegrationDetail }) {
  const { t, i18n } = useTranslation('integrations');
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
                    current: formatDays(sameDays.current, i18n.language),
                    before: formatDays(sameDays.before, i18n.language),
                  }),
                  label: t('card.versusDays', {
                    current: formatDays(sameDays.current, i18n.language),
                    before: formatDays(sameDays.before, i18n.language),
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
                  label: t('card.versus', { before: formatPeriod(yearBefore) }),
                }
              : null
          }
        />
        <div className={styles.columns}>
          <Months chart="grossWinMonths" statistics={months.data} running={month.data} month={thisMonth} />
          <Months chart="betWinMonths" statistics={months.data} running={month.data} month={thisMonth} />
        </div>
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
  against: {
    current: Statistics;
    before: Statistics;
    text: string;
    /** The same in few words, for the head. */
    label: string;
  } | null;
}

function Totals({ title, period, integrationId, shown, against }: TotalsProps) {
  const { t } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const totals = shown?.grandTotals;
  // Growth from nothing is none: the integration had not begun.
  const isCompared = against !== null && against.before.grandTotals.sessionsTotal > 0;
  const growth = (metric: MetricId) => {
    if (!isCompared) return undefined;
    const [current, before] = [against.current.grandTotals[metric], against.before.grandTotals[metric]];
    if (typeof current !== 'number' || typeof before !== 'number') return undefined;
    const isNeutral = !earned.includes(metric);
    if (metric === 'rtp') return <PointsFigure value={current - before} text={against.text} />;
    const change = changeOf(current, before);
    if (!change) return undefined;
    // Counts have no unit: they are compared as percentages only.
    const previous = amounts.includes(metric) ? {} : { previous: before };
    return <ChangeFigure change={change} text={against.text} isNeutral={isNeutral} {...previous} />;
  };
  return (
    <Panel
      title={title}
      coverage={`${formatPeriod(period)}, ${t('card.real')}`}
      hasLongCoverage
      flush
      ruled
      explains={filterOf(integrationId, period)}
      {...(isCompared && { actions: <span className="hub-caption">{against.label}</span> })}
    >
      <StatTiles
        loading={!totals}
        // Both panels have their figures in the same columns.
        leastWidth={compactTile}
        tiles={shownMetrics
          .filter((metric) => seesNetAndDue || metrics[metric].scope === null)
          .map((metric) => {
            const note = growth(metric);
            return {
              key: metric,
              label: common(`metric.${metric}`),
              mark: <ExplainFigure metric={metric} />,
              value: <MetricFigure metric={metric} value={totals?.[metric]} strong missing="na" />,
              ...(note && { note }),
            };
          })}
      />
    </Panel>
  );
}

/** A change of a ratio, in points: a percentage of a percentage would be read as one. */
function PointsFigure({ value, text }: { value: number; text: string }) {
  const { t } = useTranslation('integrations');
  return (
    <span {...hint(text)}>
      <span aria-hidden="true">
        {t('card.points', { value: `${value > 0 ? '+' : ''}${formatNumber(value * 100, 2, 2)}` })}
      </span>
      <span className="hub-visually-hidden">{text}</span>
    </span>
  );
}

interface MonthsProps {
  chart: keyof typeof charts;
  statistics: Statistics | undefined;
  /** The month that runs, which the twelve do not have. */
  running: Statistics | undefined;
  month: Period;
}

function Months({ chart, statistics, running, month }: MonthsProps) {
  const { t, i18n } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const isKnown = statistics !== undefined && running !== undefined;
  const points = useMemo<ChartPoint[]>(() => {
    if (!statistics) return [];
    const months = [...statistics.buckets, { key: month.from.slice(0, 7), partial: true }];
    return months.map(({ key, partial }) => ({
      key,
      partial,
      // Thirteen months have one name twice.
      axis: formatDayWith(`${key}-01`, i18n.language, { month: 'short', year: '2-digit' }),
      title: formatDayWith(`${key}-01`, i18n.language, { month: 'long', year: 'numeric' }),
    }));
  }, [statistics, month.from, i18n.language]);
  const series = useMemo<ChartSeries[]>(
    () =>
      charts[chart].map(({ metric, color }) => {
        const found = statistics?.datasets.totals?.find(({ stat }) => stat === metric);
        return {
          id: metric,
          name: common(`metric.${metric}`),
          values: [...(found?.data ?? []), running?.grandTotals[metric] ?? null],
          // Of the twelve months and the one that runs nothing is said elsewhere: a total of them would be a figure of its own.
          total: null,
          color,
        };
      }),
    [chart, statistics, running, common],
  );
  const title = t(`card.${chart}`);
  return (
    <Panel
      title={title}
      coverage={
        <span className={styles.key}>
          {series.length > 1 && <ChartKey series={series} isBar />}
          <PartialMark isBar />
        </span>
      }
      ruled
    >
      <Chart name={title} view="bar" points={points} series={series} loading={!isKnown} height={240} />
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
