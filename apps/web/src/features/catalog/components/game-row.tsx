import type { Game } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { Volatility } from '../../../components/display/brand-mark.tsx';
import { Percent } from '../../../components/display/figure.tsx';
import { GamePicture, pictureOf } from '../../../components/display/game-picture.tsx';
import { formatNumber } from '../../../lib/format.ts';
import type { PickState, Picks } from '../use-requesting.ts';
import styles from './catalog-list.module.css';
import { type GameOpener, linkTo } from './open-game.ts';
import { PickBox } from './pick-box.tsx';

interface GameRowProps {
  game: Game;
  opener: GameOpener;
  /** What stands for a value that there is none of; null leaves its place empty, in the preview of a game not yet complete. */
  missing: string | null;
  /** What marks it; null for most games. */
  mark: string | null;
  /** Its place in the whole table, the header being the first. */
  row?: number;
  pick: PickState;
  onPick: Picks['onPick'] | undefined;
}

/** The link in the name covers the whole row, which is selected by it while games are requested. */
export const GameRow = memo(function GameRow({
  game,
  opener,
  missing,
  mark,
  row,
  pick,
  onPick,
}: GameRowProps) {
  const mini = pictureOf(game, 'mini');
  return (
    <tr
      className={styles.row}
      aria-rowindex={row}
      data-ticked={pick === 'ticked' || undefined}
      // The rows of the catalogue are all of one height, with and without art.
      data-artless={(missing === null && !mini) || undefined}
    >
      <td className={styles.nameCell}>
        <span className={styles.banner} aria-hidden="true">
          <GamePicture
            medium={mini}
            sizes="(max-width: 639px) 100vw, 50vw"
            position="var(--hero-side) 50%"
            full
            bare
          />
        </span>
        {pick && onPick && <PickBox id={game.id} name={game.name} state={pick} onPick={onPick} />}
        <a
          className={styles.link}
          data-art
          {...linkTo(opener, game.id, pick && onPick && (() => onPick(game.id, pick === 'free')))}
        >
          <span className={styles.name}>{game.name}</span>
          {game.sub_name && <span className={styles.sub}>{game.sub_name}</span>}
          {mark !== null && <span className={styles.sub}>{mark}</span>}
        </a>
      </td>
      <td>
        {(game.rtp !== null || missing !== null) && (
          <Percent value={game.rtp === null ? null : game.rtp / 100} decimals={2} missing="na" />
        )}
      </td>
      <td>{(game.volatility || missing !== null) && <Volatility value={game.volatility} />}</td>
      <td className={styles.win}>
        {game.max_multiplier_win === null ? (
          <span className={styles.nothing}>{missing}</span>
        ) : (
          `x${formatNumber(game.max_multiplier_win)}`
        )}
        <IconChevronRight className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
      </td>
    </tr>
  );
});
