import type { Game } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../components/display/brand-mark.tsx';
import { pictureOf } from '../../../components/display/game-picture.tsx';
import { catalogQuery } from '../../../domain/game/games.ts';
import listStyles from './catalog-list.module.css';
import styles from './catalog-preview.module.css';
import { GameCard } from './game-card.tsx';
import { GameRow } from './game-row.tsx';
import type { GameOpener } from './open-game.ts';

const leadsNowhere: GameOpener = { href: () => '#', onLeave: () => {}, onOpen: () => {} };

/** As many as the widest panel has room for; of the list, enough to compare with. */
const besideCard = 6;
const belowRow = 2;

/** The newest games whose art is complete. */
function newestWithArt(games: readonly Game[]): Game[] {
  return games
    .filter((game) => !game.isDev && pictureOf(game, 'main') && pictureOf(game, 'mini'))
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .slice(0, besideCard);
}

interface CatalogPreviewProps {
  /** Null while there is nothing to show of it: its place is outlined. */
  game: Game | null;
  /** Its card among others, its row among others, or the row alone where there is no room for more. */
  part: 'grid' | 'list' | 'both' | 'strip';
}

/** A game among others as the grid and the list of the catalogue show it, to be looked at only. */
export function CatalogPreview({ game, part }: CatalogPreviewProps) {
  const { t, i18n } = useTranslation('catalog');
  const { t: words } = useTranslation('common');
  const catalogue = useQuery({
    ...catalogQuery({ with: ['game_media'], mediaTypes: ['main', 'mini'] }),
    enabled: part !== 'strip',
  });
  const others = useMemo(() => newestWithArt(catalogue.data?.rows ?? []), [catalogue.data]);
  const card = { opener: leadsNowhere, language: i18n.language, isAboveFold: false, ...unpicked };
  if (part === 'strip')
    return (
      <div className={styles.strip} inert>
        {game && <Rows games={[game]} missing={null} />}
      </div>
    );
  return (
    <div className={styles.place} inert>
      <div className={styles.preview}>
        {part !== 'list' && (
          <div>
            <p className={styles.caption}>{t('views.grid')}</p>
            <div className={styles.cards}>
              <div>
                {game ? (
                  <GameCard {...card} game={game} badge={game.isDev ? t('categories.inDev') : null} />
                ) : (
                  <CardOutline />
                )}
              </div>
              {others.map((other) => (
                <div key={other.id} className={styles.other}>
                  <GameCard {...card} game={other} badge={null} />
                </div>
              ))}
            </div>
          </div>
        )}
        {part !== 'grid' && (
          <div className={styles.list}>
            <p className={styles.caption}>{t('views.list')}</p>
            <div className={styles.rows}>
              {game ? <Rows games={[game]} missing={null} /> : <div className={styles.rowOutline} />}
              {others.length > 0 && (
                <div className={styles.other}>
                  <Rows games={others.slice(0, belowRow)} missing={words('notAvailable')} />
                </div>
              )}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

const unpicked = { pick: undefined, onPick: undefined };

function Rows({
  games,
  missing,
}: { games: readonly Game[] } & Pick<ComponentProps<typeof GameRow>, 'missing'>) {
  return (
    <table className={listStyles.table}>
      <tbody className={listStyles.rows}>
        {games.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            opener={leadsNowhere}
            missing={missing}
            mark={null}
            {...unpicked}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The card that is to come, as large as the others. */
function CardOutline() {
  return (
    <>
      <span className={styles.art}>
        <Mark size={32} />
      </span>
      <span className={styles.line} />
      <span className={styles.line} />
    </>
  );
}
