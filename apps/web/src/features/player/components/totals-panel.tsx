import { type FigureFilter, type MetricId, metrics, type Player } from '@ludus/contract';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';

export const playerMetrics = [
  'sessionsTotal',
  'sessionsOpen',
  'rounds',
  'bet',
  'win',
  'grosswin',
  'netwin',
  'due',
  'rtp',
] as const satisfies readonly MetricId[];

/** The metrics of a player that the reader may see. */
export function usePlayerMetrics() {
  const seesNetAndDue = useCan('money:net-and-due');
  return playerMetrics.filter((metric) => seesNetAndDue || metrics[metric].scope === null);
}

interface TotalsPanelProps {
  player: Player | undefined;
  /** The sessions behind the totals; null while they are not known. */
  explains: FigureFilter | null;
  onOpenSession: (id: string) => void;
}

/** All that was played, and when it began and ended. */
export function TotalsPanel({ player, explains, onOpenSession }: TotalsPanelProps) {
  const { t } = useTranslation('player');
  const { t: common } = useTranslation('common');
  const shown = usePlayerMetrics();
  const mark = (session: Player['firstSession'] | undefined) =>
    session ? (
      <Anchor component="button" type="button" onClick={() => onOpenSession(session.id)}>
        {formatInstant(session.createdAt, 'minutes')}
      </Anchor>
    ) : (
      '–'
    );
  return (
    <Panel flush label={t('totals')} explains={explains}>
      <StatTiles
        loading={!player}
        tiles={[
          ...shown.map((metric) => ({
            key: metric,
            label: common(`metric.${metric}`),
            mark: <ExplainFigure metric={metric} />,
            value: <MetricFigure metric={metric} value={player?.totals[metric]} size="tile" missing="na" />,
          })),
          { key: 'first', label: t('first'), value: mark(player?.firstSession) },
          { key: 'last', label: t('last'), value: mark(player?.lastSession) },
        ]}
      />
    </Panel>
  );
}
