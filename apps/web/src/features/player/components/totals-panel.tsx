import { type FigureFilter, type MetricId, metrics, type Player } from '@ludus/contract';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ExplainFigure } from '../../../components/chart/explain-figure.tsx';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import styles from './player.module.css';

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

/** In px: nine stand side by side on a laptop, three on a phone, as long as no figure is wider. */
const tileWidth = 112;

/** All that was played. */
export function TotalsPanel({ player, explains, onOpenSession }: TotalsPanelProps) {
  const { t } = useTranslation('player');
  const { t: common } = useTranslation('common');
  const shown = usePlayerMetrics();
  return (
    <Panel flush label={t('totals')} explains={explains}>
      <StatTiles
        loading={!player}
        leastWidth={tileWidth}
        tiles={shown.map((metric) => ({
          key: metric,
          label: common(`metric.${metric}`),
          mark: <ExplainFigure metric={metric} />,
          value: <MetricFigure metric={metric} value={player?.totals[metric]} size="tile" missing="na" />,
        }))}
      />
      {player?.firstSession && player.lastSession && (
        <p className={styles.ends}>
          {(['first', 'last'] as const).map((end) => {
            const session = end === 'first' ? player.firstSession : player.lastSession;
            return (
              session && (
                <span key={end}>
                  {t(end)}{' '}
                  <Anchor
                    component="button"
                    type="button"
                    inherit
                    underline="always"
                    onClick={() => onOpenSession(session.id)}
                  >
                    {formatInstant(session.createdAt, 'minutes')}
                  </Anchor>
                </span>
              )
            );
          })}
        </p>
      )}
    </Panel>
  );
}
