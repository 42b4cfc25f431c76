import type { DailyStatistics } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { StatusDot } from '../../../components/display/badge.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { explainsDays } from '../../../lib/explain.ts';

interface SessionCountersProps {
  daily: DailyStatistics | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

/** All, open and closed sessions and the players of today, with a reload of their own. */
export function SessionCounters({ daily, onRefresh, refreshing }: SessionCountersProps) {
  const { t } = useTranslation('dashboard');
  const counts = daily?.sessionsCount;
  return (
    <Panel
      title={t('sessions')}
      coverage={t('sessionsCoverage')}
      flush
      ruled
      explains={explainsDays(daily?.coverage)}
      actions={
        <ActionIcon onClick={onRefresh} loading={refreshing} aria-label={t('refreshSessions')}>
          <IconRefresh size={16} stroke={1.5} />
        </ActionIcon>
      }
    >
      <StatTiles
        loading={!counts}
        stale={refreshing && counts !== undefined}
        tiles={[
          {
            key: 'all',
            label: t('all'),
            mark: <ExplainFigure metric="sessionsTotal" />,
            value: <MetricFigure metric="sessionsTotal" value={counts?.all} size="tile" />,
          },
          {
            key: 'players',
            label: t('players'),
            mark: <ExplainFigure metric="usersCount" />,
            value: <MetricFigure metric="usersCount" value={counts?.players} size="tile" />,
          },
          {
            key: 'open',
            label: t('open'),
            mark: <StatusDot tone="info" />,
            value: <MetricFigure metric="sessionsOpen" value={counts?.open} size="tile" />,
          },
          {
            key: 'closed',
            label: t('closed'),
            mark: <StatusDot ring />,
            value: <MetricFigure metric="sessionsClosed" value={counts?.closed} size="tile" />,
          },
        ]}
      />
    </Panel>
  );
}
