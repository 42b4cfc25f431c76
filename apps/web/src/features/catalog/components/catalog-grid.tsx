import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../components/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { Section } from '../arrange.ts';
import styles from './catalog-grid.module.css';
import { GameCard } from './game-card.tsx';
import type { GameOpener } from './open-game.ts';

/** More than any first screen holds is put off until it comes near. */
const eagerCards = 12;

/** The shop window: sections with headings, and as many cards in a row as fit. */
export function CatalogGrid({ sections, opener }: { sections: readonly Section[]; opener: GameOpener }) {
  const { t } = useTranslation('catalog');
  let before = 0;
  return sections.map(({ category, games }) => {
    const offset = before;
    before += games.length;
    const headingId = `catalog-${category}`;
    return (
      <section key={category} aria-labelledby={headingId} className={styles.section}>
        <div className={styles.heading}>
          <h2 id={headingId}>{t(`sections.${category}`)}</h2>
          <span className={styles.count}>{formatCount(games.length)}</span>
        </div>
        <ul className={styles.grid}>
          {games.map((game, index) => (
            <li key={game.id}>
              <GameCard game={game} opener={opener} eager={offset + index < eagerCards} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** The grid in its final geometry while it loads. */
export function GridSkeleton() {
  return (
    <div className={styles.section} aria-hidden="true">
      <div className={styles.heading}>
        <SkeletonLine width={96} />
      </div>
      <div className={styles.grid}>
        {Array.from({ length: 12 }, (_unused, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={index} className={styles.card}>
            <span className={styles.art}>
              <span className={styles.artSkeleton} />
            </span>
            <span className={styles.texts}>
              <SkeletonLine width="70%" />
              <SkeletonLine width="45%" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
