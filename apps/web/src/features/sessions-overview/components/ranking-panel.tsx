import { encodeStatisticsRequest, type Game, type Statistics } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView, type ViewedQuery } from '../../../components/feedback/query-view.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { formatPeriod } from '../../../lib/format.ts';
import type { OverviewKind, OverviewRow } from '../overview-rows.ts';
import { type Narrowing, type SessionTypeName, typeIdOf } from '../search.ts';
import { type RankedMetric, Ranking } from './ranking.tsx';
import styles from './ranking-panel.module.css';
import { RowName } from './row-name.tsx';

interface CommonProps {
  period: Period;
  type: SessionTypeName;
  games: ReadonlyMap<number, Game>;
  onClose: () => void;
}

/** All games of the overview by net win and sessions; by gross win for roles without net win. */
export function GamesRanking({
  statistics,
  query,
  ...props
}: CommonProps & { statistics: Statistics | undefined; query: ViewedQuery }) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const metric = useCan('money:net-and-due') ? 'netwin' : 'grosswin';
  const label = t('rankingTitle.games', { metric: common(`metric.${metric}`) });
  const count = statistics?.datasets.games?.bet?.length ?? 0;
  const words = { period: formatPeriod(props.period), type: t(`typeIn.${props.type}`), count };
  return (
    <RankingPanel
      {...props}
      label={label}
      title={label}
      coverage={t('gameChartCoverage', words)}
      statistics={statistics}
      query={query}
      kind="games"
      metric={metric}
      stale={false}
    />
  );
}

interface RowRankingProps extends CommonProps {
  row: OverviewRow;
  kind: OverviewKind;
  narrowing: Narrowing;
  onOpenList: (row: OverviewRow, period: Period) => void;
}

/** The games of an integration or operator, or who a game is played at, by gross win and sessions, for a period of its own. */
export function RowRanking({ row, kind, narrowing, onOpenList, ...props }: RowRankingProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const isProvider = useCan('integrations:manage');
  const [period, setPeriod] = useState(props.period);
  const parts: OverviewKind = kind !== 'games' ? 'games' : isProvider ? 'integrations' : 'operators';
  const query = useQuery(
    statisticsQuery(
      encodeStatisticsRequest({
        ...period,
        sessionTypeId: typeIdOf(props.type),
        ...narrowing,
        [kind]: [row.id],
        stats: ['bet', 'grosswin', 'sessionsTotal'],
        datasetGames: parts === 'games',
        datasetIntegrations: parts === 'integrations',
        datasetOperators: parts === 'operators',
        key: 'month',
      }),
    ),
  );
  const ranked = t(`rankingTitle.${parts}`, { metric: common('metric.grosswin') });
  return (
    <RankingPanel
      {...props}
      label={`${row.name}: ${ranked}`}
      title={<RowName kind={kind} row={row} game={kind === 'games' ? props.games.get(row.id) : undefined} />}
      coverage={`${ranked}, ${t(`typeIn.${props.type}`)}, Europe/Rome`}
      controls={<PeriodPicker value={period} onChange={setPeriod} />}
      action={
        <Button variant="default" className={styles.open} onClick={() => onOpenList(row, period)}>
          {t('showSessions')}
        </Button>
      }
      statistics={query.data}
      query={query}
      kind={parts}
      metric="grosswin"
      stale={query.isPlaceholderData}
    />
  );
}

interface RankingPanelProps extends Omit<CommonProps, 'period'> {
  label: string;
  title: ReactNode;
  coverage: string;
  controls?: ReactNode;
  action?: ReactNode;
  statistics: Statistics | undefined;
  query: ViewedQuery;
  kind: OverviewKind;
  metric: RankedMetric;
  stale: boolean;
}

function RankingPanel({ label, title, coverage, games, onClose, ...props }: RankingPanelProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const [by, setBy] = useState<RankedMetric | 'sessionsTotal'>(props.metric);
  return (
    <DetailPanel label={label} title={title} coverage={coverage} width={560} onClose={onClose}>
      <div className={styles.controls}>
        {props.controls}
        <SegmentedSwitch
          label={t('rankBy')}
          value={by}
          onChange={setBy}
          options={[
            { value: props.metric, label: common(`metric.${props.metric}`) },
            { value: 'sessionsTotal', label: t('sessions') },
          ]}
        />
        {props.action}
      </div>
      <QueryView query={props.query} compact>
        <Ranking
          label={label}
          statistics={props.statistics}
          kind={props.kind}
          metric={props.metric}
          by={by}
          stale={props.stale}
          renderName={(row) => <RowName kind={props.kind} row={row} game={games.get(row.id)} />}
        />
      </QueryView>
    </DetailPanel>
  );
}
