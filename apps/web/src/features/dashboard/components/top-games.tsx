import type { Coverage, TopGame } from '@ludus/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { explainsDays, explainsFor } from '../../../lib/explain.ts';
import styles from './top-games.module.css';

interface TopGamesProps {
  games: readonly TopGame[] | undefined;
  coverage: Coverage | undefined;
  stale: boolean;
  /** Address of a game's charts; null where the reader has no charts. */
  chartsHref: (gameId: number) => string | null;
}

/** The three games with the highest bet of today. */
export function TopGames({ games, coverage, stale, chartsHref }: TopGamesProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Panel title={t('topGames')} coverage={t('topGamesCoverage')} explains={explainsDays(coverage)}>
      {games?.length === 0 ? (
        <EmptyState compact title={t('noTopGames')} />
      ) : (
        <ul className={stale ? `${styles.cards} hub-stale` : styles.cards} aria-busy={!games || undefined}>
          {games
            ? games.map((game) => (
                <li key={game.gameId} {...explainsFor({ games: [game.gameId] })}>
                  <Card game={game} href={game.isCatalog ? chartsHref(game.gameId) : null} />
                </li>
              ))
            : [1, 2, 3].map((place) => (
                <li key={place} className={styles.card}>
                  <div className={styles.art} />
                  <div className={styles.text}>
                    <SkeletonLine width="60%" />
                    <SkeletonLine my={11} />
                  </div>
                </li>
              ))}
        </ul>
      )}
    </Panel>
  );
}

function Card({ game, href }: { game: TopGame; href: string | null }) {
  const { t } = useTranslation('dashboard');
  const content = <CardContent game={game} />;
  return href ? (
    <InternalLink className={styles.card} href={href}>
      <span className="hub-visually-hidden">{t('openInCharts', { game: game.name })}</span>
      {content}
    </InternalLink>
  ) : (
    <div className={styles.card}>{content}</div>
  );
}

const CardContent = memo(function CardContent({ game }: { game: TopGame }) {
  const { t } = useTranslation('common');
  const rows = [
    { label: t('metric.bet'), value: <MetricFigure metric="bet" value={game.totalBet} /> },
    { label: t('metric.win'), value: <MetricFigure metric="win" value={game.totalWin} /> },
    { label: t('metric.grosswin'), value: <MetricFigure metric="grosswin" value={game.totalGrossWin} /> },
    { label: t('metric.rtp'), value: <MetricFigure metric="rtp" value={game.totalRtp} missing="na" /> },
  ];
  return (
    <>
      <div className={styles.art}>
        {game.miniBannerUrl && <img src={game.miniBannerUrl} alt="" loading="lazy" decoding="async" />}
      </div>
      <div className={styles.text}>
        <div className={styles.name} title={game.sub_name ? `${game.name} ${game.sub_name}` : game.name}>
          {game.name}
          {game.sub_name && <span className={styles.sub}> {game.sub_name}</span>}
        </div>
        <dl className={styles.figures}>
          {rows.map((row) => (
            <div key={row.label}>
              <dt>{row.label}</dt>
              <dd>{row.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
});
