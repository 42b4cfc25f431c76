import type { Game } from '@ludus/contract';
import { memo, Suspense } from 'react';
import { GamePicture, pictureOf } from '../../../components/display/game-picture.tsx';
import type { Lapsed } from '../../../domain/certificate/lapsed.ts';
import { formatDayWith } from '../../../lib/format.ts';
import { latePart } from '../../../lib/late-part.ts';
import { coverSizes } from '../first-covers.ts';
import type { PickState, Picks } from '../use-requesting.ts';
import styles from './catalog-grid.module.css';
import { type GameOpener, linkTo } from './open-game.ts';
import { PickBox } from './pick-box.tsx';

/** Few games have one. */
const LapsedMark = latePart(
  async () => (await import('../../../domain/certificate/lapsed-mark.tsx')).LapsedMark,
);

interface GameCardProps {
  game: Game;
  opener: GameOpener;
  /** Handed in, so that a card has nothing to follow by itself. */
  language: string;
  /** What marks it; null for most games. */
  badge: string | null;
  /** It says that a request was granted, which needs no attention; the rest of it is in its title. */
  isGranted?: boolean | undefined;
  /** Where its certificate has lapsed. */
  lapsed?: readonly Lapsed[] | undefined;
  isAboveFold: boolean;
  /** Its cover is not asked for yet. */
  waits?: boolean;
  onCover?: (() => void) | undefined;
  pick: PickState;
  onPick: Picks['onPick'] | undefined;
}

/** One game of the grid: art, name, feature line and release month, and how a request for it stands. */
export const GameCard = memo(function GameCard({
  game,
  opener,
  language,
  badge,
  isGranted = false,
  lapsed,
  isAboveFold,
  waits = false,
  onCover,
  pick,
  onPick,
}: GameCardProps) {
  return (
    <>
      <a
        className={styles.card}
        data-ticked={pick === 'ticked' || undefined}
        {...linkTo(opener, game.id, pick && onPick && (() => onPick(game.id, pick === 'free')))}
      >
        <span className={styles.art} data-art>
          <GamePicture
            medium={pictureOf(game, 'main')}
            sizes={coverSizes}
            eager={isAboveFold}
            waits={waits}
            onSettled={onCover}
          />
          {lapsed && (
            <span className={styles.lapsed}>
              <Suspense fallback={null}>
                <LapsedMark rows={lapsed} look="plate" withIntegrations />
              </Suspense>
            </span>
          )}
        </span>
        <span className={styles.texts}>
          <span className={styles.name} title={game.name}>
            {game.name}
          </span>
          <span className={styles.line}>
            {game.sub_name && (
              <span className={styles.sub} title={game.sub_name}>
                {game.sub_name}
              </span>
            )}
            {game.release_date && (
              <time dateTime={game.release_date} className={styles.date}>
                {formatDayWith(game.release_date, language, { month: 'short', year: 'numeric' })}
              </time>
            )}
          </span>
          {badge !== null && (
            <span className={styles.badge} data-granted={isGranted || undefined} title={badge}>
              <span className={styles.badgeText}>{badge}</span>
            </span>
          )}
        </span>
      </a>
      {pick && onPick && <PickBox id={game.id} name={game.name} state={pick} onPick={onPick} onArt />}
    </>
  );
});
