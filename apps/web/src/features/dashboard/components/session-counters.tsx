import type { DailyStatistics } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Pip } from '../../../components/badge.tsx';
import { ExplainFigure } from '../../../components/explain-figure.tsx';
import { Count } from '../../../components/figure.tsx';
import { Panel } from '../../../components/panel.tsx';
import { StatTiles } from '../../../components/stat-tiles.tsx';

interface SessionCountersProps {
  daily: DailyStatistics | undefined;
  onRefresh: () => void;
  refreshing: boolean;
}

/** All, open and closed sessions and the players of today (DASH-05), with a reload of their own (DASH-06). */
export function SessionCounters({ daily, onRefresh, refreshing }: SessionCountersProps) {
  const { t } = useTranslation('dashboard');
  const counts = daily?.sessionsCount;
  return (
    <Panel
      title={t('sessions')}
      coverage={t('sessionsCoverage')}
      flush
      ruled
      actions={
        <ActionIcon onClick={onRefresh} loading={refreshing} aria-label={t('refreshSessions')}>
          <IconRefresh size={16} stroke={1.5} />
        </ActionIcon>
      }
    >
      <StatTiles
        columns={2}
        loading={!counts}
        stale={refreshing && counts !== undefined}
        tiles={[
          { key: 'all', label: t('all'), value: <Count value={counts?.all} size="tile" /> },
          {
            key: 'players',
            label: t('players'),
            mark: <ExplainFigure metric="usersCount" coverage={daily?.coverage ?? null} />,
            value: <Count value={counts?.players} size="tile" />,
          },
          {
            key: 'open',
            label: t('open'),
            mark: <Pip tone="info" />,
            value: <Count value={counts?.open} size="tile" />,
          },
          {
            key: 'closed',
            label: t('closed'),
            mark: <Pip ring />,
            value: <Count value={counts?.closed} size="tile" />,
          },
        ]}
      />
    </Panel>
  );
}
