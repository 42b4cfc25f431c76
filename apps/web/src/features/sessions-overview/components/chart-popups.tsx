import { encodeStatisticsRequest, type Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { formatPeriod, PeriodPicker } from '../../../components/form/period-picker.tsx';
import { Modal } from '../../../components/modal.tsx';
import { statisticsQuery } from '../../../domain/statistics/statistics.ts';
import type { Period } from '../../../lib/days.ts';
import { type SessionTypeName, typeIdOf } from '../search.ts';
import styles from './games-chart.module.css';
import { GamesChart } from './games-chart.tsx';

interface GameChartPopupProps {
  opened: boolean;
  onClose: () => void;
  statistics: Statistics | undefined;
  period: Period;
  type: SessionTypeName;
}

/** Net win and sessions of every game; gross win for roles without net win. */
export function GameChartPopup({ opened, onClose, statistics, period, type }: GameChartPopupProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const metric = statistics?.grandTotals.netwin === undefined ? 'grosswin' : 'netwin';
  const name = t('gameChartTitle', {
    metric: common(`metric.${metric}`),
  });
  const count = statistics?.datasets.games?.bet?.length ?? 0;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={name}
      size={980}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={styles.coverage}>
        {t('gameChartCoverage', { period: formatPeriod(period), type: t(`typeIn.${type}`), count })}
      </div>
      <GamesChart name={name} statistics={statistics} stale={false} metric={metric} />
    </Modal>
  );
}

interface IntegrationChartPopupProps {
  /** The integration to show; null closes the popup. */
  integration: { id: number; name: string } | null;
  onClose: () => void;
  period: Period;
  type: SessionTypeName;
}

/** Gross win and sessions per game of one integration, for a date range of its own. */
export function IntegrationChartPopup({ integration, onClose, period, type }: IntegrationChartPopupProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  return (
    <Modal
      opened={integration !== null}
      onClose={onClose}
      title={integration ? `${integration.name}: ${t('integrationChartTitle')}` : ''}
      size={980}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {integration && <IntegrationChart integrationId={integration.id} period={period} type={type} />}
    </Modal>
  );
}

function IntegrationChart(props: { integrationId: number; period: Period; type: SessionTypeName }) {
  const { t } = useTranslation('sessionsOverview');
  const [period, setPeriod] = useState(props.period);
  const a = encodeStatisticsRequest({
    ...period,
    sessionTypeId: typeIdOf(props.type),
    integrations: [props.integrationId],
    stats: ['bet', 'grosswin', 'sessionsTotal'],
    datasetGames: true,
    key: 'month',
  });
  const query = useQuery(statisticsQuery(a));
  return (
    <>
      <div className={styles.controls}>
        <PeriodPicker value={period} onChange={setPeriod} />
        <span className={styles.coverage}>{t(`typeIn.${props.type}`)}, Europe/Rome</span>
      </div>
      <QueryView query={query} compact>
        <GamesChart
          name={t('integrationChartTitle')}
          statistics={query.data}
          stale={query.isPlaceholderData}
          metric="grosswin"
        />
      </QueryView>
    </>
  );
}
