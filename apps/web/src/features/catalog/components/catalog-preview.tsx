import type { Game } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import listStyles from './catalog-list.module.css';
import styles from './catalog-preview.module.css';
import { GameCard } from './game-card.tsx';
import { GameRow } from './game-row.tsx';
import type { GameOpener } from './open-game.ts';

const leadsNowhere: GameOpener = { href: () => '#', onLeave: () => {}, onOpen: () => {} };

/** A game as the grid and the list of the catalogue show it, to be looked at only. */
export function CatalogPreview({ game }: { game: Game }) {
  const { t, i18n } = useTranslation('catalog');
  return (
    <div className={styles.place} inert>
      <div className={styles.preview}>
        <div className={styles.card}>
          <p className={styles.caption}>{t('views.grid')}</p>
          <GameCard
            game={game}
            opener={leadsNowhere}
            language={i18n.language}
            badge={game.isDev ? t('categories.inDev') : null}
            isAboveFold={false}
            pick={undefined}
            onPick={undefined}
          />
        </div>
        <div>
          <p className={styles.caption}>{t('views.list')}</p>
          <table className={listStyles.table}>
            <tbody className={listStyles.rows}>
              <GameRow
                game={game}
                opener={leadsNowhere}
                missing={null}
                mark={null}
                pick={undefined}
                onPick={undefined}
              />
            </tbody>
          </table>
        </div>
      </div>
    </div>
  );
}
