import { encodeStatisticsRequest, getStatistics, type Statistics } from '@ludus/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { formatPeriod, PeriodPicker } from '../../../components/period-picker.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import type { Period } from '../../../lib/days.ts';
import { formatCount } from '../../../lib/format.ts';
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

/** Net win and sessions of every game; gross win for roles without net win (SESS-08, OPEN-81). */
export function GameChartPopup({ opened, onClose, statistics, period, type }: GameChartPopupProps) {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const metric = statistics?.grandTotals.netwin === undefined ? 'grossWin' : 'netWin';
  const name = t('gameChartTitle', {
    metric: common(metric === 'netWin' ? 'metric.netwin' : 'metric.grosswin'),
  });
  const shown = formatCount(statistics?.datasets.games?.bet?.length ?? 0);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={name}
      size={980}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={styles.coverage}>
        {t('gameChartCoverage', { period: formatPeriod(period), type: t(`typeIn.${type}`), shown })}
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

/** Gross win and sessions per game of one integration, for a date range of its own (SESS-09). */
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
  const query = useQuery({ ...queryFor(getStatistics, { query: { a } }), placeholderData: keepPreviousData });
  return (
    <>
      <div className={styles.controls}>
        <PeriodPicker value={period} onChange={setPeriod} />
        <span className={styles.coverage}>{t(`typeIn.${props.type}`)}, Europe/Rome</span>
      </div>
      {query.isError ? (
        <ErrorState compact onReload={() => void query.refetch()} reloading={query.isFetching} />
      ) : (
        <GamesChart
          name={t('integrationChartTitle')}
          statistics={query.data}
          stale={query.isPlaceholderData}
          metric="grossWin"
        />
      )}
    </>
  );
}
