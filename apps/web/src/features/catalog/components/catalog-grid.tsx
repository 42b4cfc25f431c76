import type { Game } from '@ludus/contract';
import { startTransition, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pictureOf } from '../../../components/display/game-picture.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { type LapsedByGame, useLapsed } from '../../../domain/certificate/lapsed.ts';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { formatCount } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import type { Section } from '../filter-and-sort.ts';
import type { RequestMark } from '../use-request-badges.ts';
import type { Picks } from '../use-requesting.ts';
import { useWindowRows } from '../use-window-rows.ts';
import styles from './catalog-grid.module.css';
import { GameCard } from './game-card.tsx';
import type { GameOpener } from './open-game.ts';

/** Cards are at least so wide, with so much between them; the art is 11 by 13, the texts below 46 high. */
const shapes = {
  wide: { minimum: 176, gap: 20, rowGap: 40 },
  phone: { minimum: 132, gap: 16, rowGap: 40 },
};
const textHeight = 46;

function columnsAt(width: number, { minimum, gap }: { minimum: number; gap: number }): number {
  return Math.max(1, Math.floor((width + gap) / (minimum + gap)));
}

interface CatalogGridProps {
  sections: readonly Section[];
  /** What marks a requested game. */
  requestBadge: (game: Game) => RequestMark | null;
  opener: GameOpener;
  /** While games are being requested. */
  picks: Picks | null;
}

/** The shop window: sections with headings, and as many cards in a row as fit. */
export function CatalogGrid({ sections, ...rest }: CatalogGridProps) {
  // The provider's to look after.
  const lapsed = useLapsed({}, useOwnIntegration() === null);
  const [isBegun, setBegun] = useState(false);
  const begin = useCallback(() => startTransition(() => setBegun(true)), []);
  return sections.map((section, index) => (
    <GridSection
      key={section.category}
      section={section}
      isFirst={index === 0}
      isBegun={isBegun}
      begin={begin}
      lapsed={lapsed}
      {...rest}
    />
  ));
}

/** Rows whose art is asked for before all other: with more of them on a slow line, the first cover comes later. */
const firstRows = 1;

type GridSectionProps = Omit<CatalogGridProps, 'sections'> & {
  section: Section;
  isFirst: boolean;
  /** Whether the first cover is there; the others are asked for after it. */
  isBegun: boolean;
  begin: () => void;
  lapsed: LapsedByGame;
};

function GridSection({ section: { category, games }, requestBadge, isFirst, ...props }: GridSectionProps) {
  const { isBegun, begin, opener, picks, lapsed } = props;
  const { t, i18n } = useTranslation('catalog');
  const markOf = (game: Game) =>
    game.isDev ? { text: t('categories.inDev'), isGranted: false } : requestBadge(game);
  const isPhone = useIsPhone();
  const shape = isPhone ? shapes.phone : shapes.wide;
  const rows = useWindowRows((width) => ({
    count: Math.ceil(games.length / columnsAt(width, shape)),
    gap: shape.rowGap,
    heightAt: (total) => {
      const columns = columnsAt(total, shape);
      return ((total - (columns - 1) * shape.gap) / columns) * (13 / 11) + textHeight;
    },
  }));
  const columns = columnsAt(rows.width, shape);
  const first = rows.from * columns;
  // The height stands from the first painting, so that the page keeps its place; the cards follow in slices.
  const isDrawn = useDeferredValue(rows.width > 0, false);
  const inSight = games.slice(first, rows.to * columns);
  const shown = isDrawn ? inSight : [];
  const awaited = isFirst && !isDrawn ? inSight : [];
  const isInSight = isFirst && first === 0;
  const firstCover = isInSight ? games.slice(0, columns).find((game) => pictureOf(game, 'main')) : undefined;
  // Nothing waits for a cover that is out of sight, or for games that have none.
  useEffect(() => {
    if (isFirst && isDrawn && firstCover === undefined) begin();
  }, [isFirst, isDrawn, firstCover, begin]);
  const headingId = `catalog-${category}`;
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={headingId}>{t(`sections.${category}`)}</h2>
        <span className={styles.count}>{formatCount(games.length)}</span>
      </div>
      <ul
        ref={rows.ref}
        className={styles.grid}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          paddingTop: rows.before,
          paddingBottom: isDrawn || awaited.length > 0 ? rows.after : rows.drawn + rows.after,
        }}
      >
        {awaited.map((game) => (
          <li key={game.id} aria-hidden="true">
            <CardSkeleton />
          </li>
        ))}
        {shown.map((game, index) => {
          const mark = markOf(game);
          return (
            <li key={game.id} aria-setsize={games.length} aria-posinset={first + index + 1}>
              <GameCard
                game={game}
                isAboveFold={isFirst && first + index < firstRows * columns}
                waits={!isBegun && !(isFirst && first + index < firstRows * columns)}
                onCover={game === firstCover ? begin : undefined}
                opener={opener}
                language={i18n.language}
                badge={mark?.text ?? null}
                isGranted={mark?.isGranted}
                lapsed={lapsed.get(game.id)}
                pick={picks?.stateOf(game.id)}
                onPick={picks?.onPick}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function CardSkeleton() {
  return (
    <div className={styles.card}>
      <span className={styles.art}>
        <span className={styles.artSkeleton} />
      </span>
      <span className={styles.texts}>
        <SkeletonLine width="70%" />
        <SkeletonLine width="45%" />
      </span>
    </div>
  );
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
          <CardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
