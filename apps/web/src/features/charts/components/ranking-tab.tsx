import {
  hasSharesOfChange,
  type MetricId,
  metricOfSplit,
  metrics,
  type Ranking,
  type RankingChance,
  type RankingDimension,
  splitStatNames,
} from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { chartPicture } from '../../../components/chart/chart-picture.ts';
import { ChartPicture } from '../../../components/chart/chart-tools.tsx';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { CopyTableButton } from '../../../components/copy-table-button.tsx';
import { ExportButton } from '../../../components/export-button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { LastMonthButton, PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PrintButton } from '../../../components/print-button.tsx';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { requestRankingFile } from '../../../domain/statistics/exports.ts';
import { rankingQuery } from '../../../domain/statistics/ranking.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { type Day, daysOf, type Period } from '../../../lib/days.ts';
import { download, pictureName } from '../../../lib/download.ts';
import { daysCovered } from '../../../lib/explain.ts';
import { formatDay, formatInstant, formatPeriod } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import type { Scheme } from '../../../theme/tokens.ts';
import { coverageFilterOf, explainedBy } from '../chart-data.ts';
import { type ChartFilters, chosenNames } from '../filters.ts';
import {
  changeLines,
  hasChances,
  hasParts,
  levelBelow,
  rankedMetric,
  rankedMetrics,
  rankingQueryOf,
  topLines,
} from '../ranking.ts';
import { copiedRanking, figureText, lineName, rankingImage } from '../ranking-copy.ts';
import type { RankingTab as TabName } from '../search.ts';
import type { TabProps } from '../tab-props.ts';
import { refusalOf } from '../use-chart-answer.ts';
import { Refusal } from './chart-panel.tsx';
import { ChartsFilters } from './charts-filters.tsx';
import { RankingPath } from './ranking-path.tsx';
import styles from './ranking-tab.module.css';
import { RankingTable } from './ranking-table.tsx';

/** As many as a sentence names. */
const namedBeginnings = 3;

const statOf = (metric: MetricId) => splitStatNames.find((stat) => metricOfSplit(stat) === metric);

/** Top: the largest parts of a figure. Change: what drove it from the period before to this one, down to the sessions. */
export function RankingTab(props: TabProps) {
  const { search, shown, reference, isReady, onSearch, onFilters, onClear } = props;
  const tab: TabName = search.type === 'Change' ? 'Change' : 'Top';
  const { t } = useTranslation('charts');
  const { t: common } = useTranslation('common');
  const freshness = useFreshness();
  const today = useToday();
  const seesNetAndDue = useCan('money:net-and-due');
  const seesPlayers = useCan('sessions:read');
  const table = useRef<HTMLDivElement>(null);

  const levels: RankingDimension[] = [
    ...(reference.isProvider ? (['integration'] as const) : []),
    'operator',
    'game',
    ...(seesPlayers ? (['player'] as const) : []),
  ];
  const by = levels.find((level) => level === search.rank) ?? levelBelow(shown, reference);
  const choices = rankedMetrics(tab, shown, seesNetAndDue).filter(
    (metric) => by !== 'player' || metric !== 'usersCount',
  );
  const metric = rankedMetric(search, choices);
  const metricName = common(`metric.${metric}`);
  const asked = rankingQueryOf(shown, search, { tab, by, metric });
  const query = useQuery({ ...rankingQuery(asked), enabled: isReady });
  const periods = [asked.from, asked.to, asked.beforeFrom, asked.beforeTo].join();
  const answeredPeriods = useRef('');
  if (query.data && !query.isPlaceholderData) answeredPeriods.current = periods;
  // What stands in while another question loads has rows of another level, figure or period.
  const isSameKind =
    query.data?.by === by && query.data.metric === metric && answeredPeriods.current === periods;
  const answer = isSameKind ? query.data : undefined;
  const lines = useMemo(
    () => (answer === undefined ? [] : answer.order === 'change' ? changeLines(answer) : topLines(answer)),
    [answer],
  );
  const isStale = query.isPlaceholderData || query.isRefetching;
  const isEmpty = answer !== undefined && answer.rows.length === 0;
  const refusal = refusalOf(query.error);
  const period = formatPeriod(shown.period);
  const before = answer && comparedPeriod(answer, daysOf(soFar(shown.period, today)), t);
  const title = t(`rankingName.${tab}`, { metric: metricName, by: t(`rankedBy.${by}`) });
  const kinds = t('rankingKinds', {
    money: t(`moneyIn.${shown.money}`),
    state: t(`stateIn.${shown.state}`),
  });

  const savePicture = async (ranking: Ranking, wanted: Scheme) => {
    try {
      const picture = await chartPicture({
        image: rankingImage(lines, {
          ranking,
          scheme: wanted,
          words: { t, common },
          // Its columns need more room than a phone has.
          width: Math.max(760, table.current?.clientWidth ?? 900),
        }),
        title: t('chartName', { what: title, period }),
        coverage: [before, kinds, chosenNames(shown, reference).join(', ')].filter(Boolean).join('. '),
        caption: [ranking.chance && chanceSaid(ranking, ranking.chance, t), `${freshness(ranking.coverage)}.`]
          .filter(Boolean)
          .join(' '),
        series: [],
        scheme: wanted,
      });
      download(picture, pictureName(title, shown.period.from, shown.period.to));
    } catch {
      toast('error', t('pictureFailed'));
    }
  };
  return (
    <>
      <ChartsFilters
        filters={shown}
        reference={reference}
        onChange={(part: Partial<ChartFilters>) => onFilters({ ...shown, ...part })}
        onClear={onClear}
        compared={{
          id: 'compared',
          label: t('comparedWith'),
          isActive: search.beforeFrom !== undefined,
          control: (
            <div className={styles.compared}>
              <span aria-hidden="true">{t('versus')}</span>
              <PeriodPicker
                label={t('comparedWith')}
                value={
                  search.beforeFrom && search.beforeTo
                    ? { from: search.beforeFrom, to: search.beforeTo }
                    : answer
                      ? daysCovered(answer.before)
                      : shown.period
                }
                onChange={({ from, to }) => onSearch({ ...search, beforeFrom: from, beforeTo: to })}
              />
            </div>
          ),
        }}
      />
      <Panel
        flush
        ruled
        explains={explainedBy(shown)}
        title={
          <span className={styles.title}>
            {title} <ExplainFigure metric={metric} />
          </span>
        }
        coverage={
          answer && (
            <TrustStrip
              filter={
                tab === 'Change'
                  ? { ...coverageFilterOf(shown), from: answer.before.from, to: answer.before.to }
                  : null
              }
            >
              {before}
            </TrustStrip>
          )
        }
        hasLongCoverage
        actions={
          <>
            <CopyTableButton
              table={answer && !isStale ? () => copiedRanking(answer, { t, common }) : null}
              disabled={!answer || isStale || isEmpty}
            />
            <ExportButton
              compact
              disabled={!answer || isEmpty}
              onExport={(format) => requestRankingFile({ request: { ...asked, limit: undefined }, format })}
            />
            <PrintButton disabled={!answer || isStale || isEmpty} />
            <ChartPicture
              disabled={!answer || isStale || isEmpty}
              words={t('picture', { returnObjects: true })}
              onSave={(wanted) => answer && void savePicture(answer, wanted)}
            />
          </>
        }
      >
        <div className={styles.choices}>
          <SegmentedSwitch
            label={t('rank')}
            value={by}
            onChange={(level) =>
              onSearch({
                ...search,
                rank: level === levelBelow(shown, reference) ? undefined : level,
                all: undefined,
              })
            }
            options={levels.map((level) => ({ value: level, label: t(`rankOf.${level}`) }))}
          />
          <SegmentedSwitch
            label={t('valueType')}
            value={metric}
            onChange={(chosen) => onSearch({ ...search, value: statOf(chosen) })}
            options={choices.map((one) => ({ value: one, label: common(`metric.${one}`) }))}
          />
        </div>
        <RankingPath filters={shown} search={search} reference={reference} />
        {answer && tab === 'Change' && !isEmpty && <Said ranking={answer} name={metricName} />}
        {answer?.chance && !isEmpty && <Chance ranking={answer} chance={answer.chance} />}
        {answer && !isEmpty && <Missing before={answer.before} />}
        <div ref={table} className={styles.body}>
          <QueryView query={query} filtersKept compact failure={refusal && <Refusal text={refusal} />}>
            {isEmpty ? (
              <div role="status">
                <EmptyState
                  title={t('empty')}
                  actions={
                    <>
                      <LastMonthButton
                        period={shown.period}
                        onPeriod={(chosen) => onFilters({ ...shown, period: chosen })}
                      />
                      <Button variant="default" onClick={onClear}>
                        {t('clearFilters')}
                      </Button>
                    </>
                  }
                >
                  {t('emptyHelp')}
                </EmptyState>
              </div>
            ) : (
              <RankingTable
                label={title}
                ranking={answer}
                lines={lines}
                metric={metric}
                by={by}
                filters={shown}
                search={search}
                reference={reference}
                stale={isStale}
              />
            )}
          </QueryView>
        </div>
        {answer && !isEmpty && (
          <div className={styles.foot}>
            <p className="hub-caption">
              {`${kinds}. ${freshness(answer.coverage)}.`}
              {tab === 'Top' && !metrics[metric].additive && ` ${t('noShares')}`}
              {tab === 'Change' && !hasSharesOfChange(answer) && ` ${t('noSharesOfChange')}`}
              {tab === 'Change' && hasParts(answer) && ` ${t('partsHelp')}`}
              {tab === 'Change' && hasChances(answer) && ` ${t('chanceHelp')}`}
            </p>
            {(search.all || answer.others) && (
              <Button
                variant="default"
                onClick={() => props.onReplace({ ...search, all: search.all ? undefined : true })}
              >
                {t(search.all ? 'fewerRows' : 'moreRows')}
              </Button>
            )}
          </div>
        )}
      </Panel>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'charts'>>['t'];

/** A period up to today, as far as it has come. */
const soFar = ({ from, to }: Period, today: Day): Period => ({
  from,
  to: to > today && from <= today ? today : to,
});

/** What it is compared with, in words, and how many days stand beside how many; of a day that is cut, up to which time. */
function comparedPeriod({ before }: Ranking, now: number, t: Translate): string {
  const days = daysCovered(before);
  const period = formatPeriod(days);
  const time = formatInstant(before.to, 'time');
  const compared = time === '00:00' ? t('comparedTo', { period }) : t('comparedUntil', { period, time });
  return t('comparedDays', { compared, now, count: daysOf(days) });
}

/** That the period before has no data, or those of some integrations only, up to a day: what has grown may only have become known. */
function Missing({ before: { since, begins } }: Pick<Ranking, 'before'>) {
  const { t } = useTranslation('charts');
  if (begins.length === 0) return null;
  const named = begins
    .slice(0, namedBeginnings)
    .map((one) => `${one.integrationName} ${formatDay(one.since)}`);
  const rest = begins.length - named.length;
  return (
    <p className={styles.missing} role="note">
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
      {since === null
        ? t('beforeBeginsAt', {
            names: rest > 0 ? t('andMore', { names: named.join(', '), count: rest }) : named.join(', '),
          })
        : t('beforeBegins', { day: formatDay(since) })}
    </p>
  );
}

/**
 * How the row that changed most is named: a part only of changes that all go the way of the total, else it would be a part of less than
 * itself.
 */
function stepOf({ rows, others, total }: Ranking): 'changeMost' | 'changeMostMixed' | 'changeMostAgainst' {
  const changes = [...rows, ...(others === null ? [] : [others])].map(({ change }) => change ?? 0);
  const sign = Math.sign(total.change ?? 0);
  if (sign !== 0 && Math.sign(rows[0]?.change ?? 0) === -sign) return 'changeMostAgainst';
  const isMixed = sign === 0 || changes.some((change) => Math.sign(change) === -sign);
  return isMixed ? 'changeMostMixed' : 'changeMost';
}

/** The answer in a sentence: from what to what, and what weighs most. */
function Said({ ranking, name }: { ranking: Ranking; name: string }) {
  const { t } = useTranslation('charts');
  const { total, rows, unit } = ranking;
  const [most] = rows;
  const write = (value: number | null, plus = false) => figureText(value, unit, plus);
  return (
    <p className={styles.said} role="status">
      {t('changeSaid', {
        metric: name,
        before: write(total.before),
        now: write(total.value),
        change: write(total.change, true),
      })}{' '}
      {most && t(stepOf(ranking), { name: lineName(most), change: write(most.change, true) })}
    </p>
  );
}

/** What is known of chance in a sentence, on screen and below the picture. */
function chanceSaid(ranking: Ranking, chance: RankingChance, t: Translate): string {
  const { limit, isWithin, isEstimated, unknownFor } = chance;
  if (unknownFor !== null) return t(`chanceUnknown.${unknownFor}`);
  const figures = {
    rtp: figureText(ranking.total.parts?.rtp ?? null, 'euro', true),
    limit: figureText(limit, 'euro'),
  };
  const said = t(isWithin ? 'chanceWithin' : 'chanceBeyond', figures);
  return isEstimated ? `${said} ${t('chanceEstimated')}` : said;
}

/** Whether chance by itself makes such a part from RTP, or why that is not known. */
function Chance({ ranking, chance }: { ranking: Ranking; chance: RankingChance }) {
  const { t } = useTranslation('charts');
  return (
    <p className={styles.chance}>
      {chanceSaid(ranking, chance, t)}
      {chance.isWithin === false && (
        <>
          {' '}
          <InternalLink href="/rtp-monitor">{t('rtpMonitor')}</InternalLink>
        </>
      )}
    </p>
  );
}
