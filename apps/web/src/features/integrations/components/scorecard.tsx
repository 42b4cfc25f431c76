import { changeOf, type IntegrationDetail, type MetricId, metrics, type Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey, type ChartPoint, type ChartSeries } from '../../../components/chart/chart.tsx';
import { cssColorOf } from '../../../components/chart/chart-model.ts';
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
import { formatDays, formatDayWith, formatMonths, formatNumber } from '../../../lib/format.ts';
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
/** In px: eight of them in two rows on a laptop, and two in a row on a phone. */
const leastTile = 160;
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

/** A period is read as one: no line begins within it. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

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
  const inMonths = (of: Period) => unbroken(formatMonths(of, i18n.language));
  return (
    <>
      <QueryView query={[month, days, daysBefore, months, before]} compact>
        <Totals
          integrationId={id}
          month={{
            period: thisMonth,
            shown: month.data,
            against:
              sameDays && days.data && daysBefore.data && months.data && hasBegunBefore(months.data)
                ? {
                    current: days.data,
                    before: daysBefore.data,
                    text: t('card.ofDays', {
                      current: unbroken(formatDays(sameDays.current, i18n.language)),
                      before: unbroken(formatDays(sameDays.before, i18n.language)),
                    }),
                  }
                : null,
          }}
          year={{
            period: year,
            shown: months.data,
            against:
              months.data && before.data && isWholeYear(before.data)
                ? {
                    current: months.data,
                    before: before.data,
                    text: t('card.against', { before: inMonths(yearBefore) }),
                  }
                : null,
          }}
        />
      </QueryView>
      <QueryView query={[months, before]} compact>
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

interface Covered {
  period: Period;
  shown: Statistics | undefined;
  /** What growth is measured by: two periods of one length. */
  against: { current: Statistics; before: Statistics; text: string } | null;
}

interface TotalsProps {
  integrationId: number;
  month: Covered;
  year: Covered;
}

/** Lines begin between the parts only: after a dash a browser would begin one, too. */
const inParts = (text: string) =>
  text.split(' · ').map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' · '}
      <span className={styles.part}>{part}</span>
    </Fragment>
  ));

/** Growth from nothing is none: the integration had not begun. */
const isCompared = ({ against }: Covered) => against !== null && against.before.grandTotals.sessionsTotal > 0;

/** Each figure of this month, and below it that of the twelve before. */
function Totals({ integrationId, month, year }: TotalsProps) {
  const { t, i18n } = useTranslation('integrations');
  const { t: common } = useTranslation('common');
  const seesNetAndDue = useCan('money:net-and-due');
  const isKnown = month.shown !== undefined && year.shown !== undefined;
  const isMonthCompared = isCompared(month);
  return (
    <Panel
      title={t('card.totals')}
      coverage={inParts(
        t('card.covers', {
          month: unbroken(`${formatDays(month.period, i18n.language)} ${month.period.to.slice(0, 4)}`),
          year: unbroken(formatMonths(year.period, i18n.language)),
        }),
      )}
      hasLongCoverage
      flush
      ruled
      explains={filterOf(integrationId, month.period)}
      {...(isMonthCompared && { actions: <span className="hub-caption">{month.against?.text}</span> })}
    >
      <StatTiles
        loading={!isKnown}
        leastWidth={leastTile}
        tiles={shownMetrics
          .filter((metric) => seesNetAndDue || metrics[metric].scope === null)
          .map((metric) => ({
            key: metric,
            label: common(`metric.${metric}`),
            mark: <ExplainFigure metric={metric} />,
            value: (
              <MetricFigure
                metric={metric}
                value={month.shown?.grandTotals[metric]}
                size="tile"
                missing="na"
              />
            ),
            note: (
              <>
                {/* The line is there while the figures are awaited, so that nothing moves. */}
                {(!isKnown || isMonthCompared) && (
                  <div className={styles.growth}>
                    <Growth metric={metric} of={month} />
                  </div>
                )}
                <div className={styles.year} {...explainsFor(filterOf(integrationId, year.period))}>
                  <span>{t('card.year')}</span>
                  {isKnown && (
                    <MetricFigure metric={metric} value={year.shown?.grandTotals[metric]} missing="na" />
                  )}
                  <Growth metric={metric} of={year} />
                </div>
              </>
            ),
          }))}
      />
    </Panel>
  );
}

function Growth({ metric, of }: { metric: MetricId; of: Covered }) {
  const { against } = of;
  if (against === null || !isCompared(of)) return null;
  const [current, before] = [against.current.grandTotals[metric], against.before.grandTotals[metric]];
  if (typeof current !== 'number' || typeof before !== 'number') return null;
  const isNeutral = !earned.includes(metric);
  if (metric === 'rtp') return <PointsFigure value={current - before} text={against.text} />;
  const change = changeOf(current, before);
  if (!change) return null;
  // Counts have no unit: they are compared as percentages only.
  const previous = amounts.includes(metric) ? {} : { previous: before };
  return <ChangeFigure change={change} text={against.text} isNeutral={isNeutral} {...previous} />;
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
  const only = series.length === 1 ? series[0] : undefined;
  const title = t(`card.${chart}`);
  return (
    <Panel
      title={title}
      actions={
        <span className={styles.key}>
          {series.length > 1 && <ChartKey series={series} isBar />}
          <PartialMark isBar color={only && cssColorOf(only)} />
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
