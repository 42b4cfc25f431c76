import type { CatalogueViewer, Game } from '@ludus/contract';
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Volatility } from '../../../components/display/brand-mark.tsx';
import { Percent } from '../../../components/display/figure.tsx';
import { GamePicture, pictureOf } from '../../../components/display/game-picture.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { isRequested } from '../../../domain/game/catalog-viewer.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { type ListSort, listSorts } from '../search.ts';
import type { PickState, Picks } from '../use-requesting.ts';
import { useWindowRows } from '../use-window-rows.ts';
import styles from './catalog-list.module.css';
import { type GameOpener, linkTo } from './open-game.ts';
import { PickBox } from './pick-box.tsx';

interface CatalogListProps {
  games: readonly Game[];
  sort: { id: ListSort; desc: boolean };
  onSort: (sort: { id: ListSort; desc: boolean }) => void;
  opener: GameOpener;
  /** While games are being requested. */
  picks: Picks | null;
  viewer: CatalogueViewer;
}

/** As the style sheet has them. */
const rowHeights = { wide: 56, phone: 84 };
const rowGap = 6;

/** The games as rows with their mini banner behind. */
export function CatalogList({ games, sort, onSort, opener, picks, viewer }: CatalogListProps) {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation('common');
  const missing = common('notAvailable');
  const isPhone = useIsPhone();
  const rows = useWindowRows(() => ({
    count: games.length,
    gap: rowGap,
    heightAt: () => (isPhone ? rowHeights.phone : rowHeights.wide),
  }));
  return (
    <table className={styles.table} aria-label={t('games')} aria-rowcount={games.length + 1}>
      <thead className={styles.head}>
        <tr className={styles.columns}>
          {listSorts.map((id) => {
            const isSorted = sort.id === id;
            const Arrow = sort.desc ? IconArrowDown : IconArrowUp;
            return (
              <th
                key={id}
                scope="col"
                aria-sort={isSorted ? (sort.desc ? 'descending' : 'ascending') : undefined}
              >
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => onSort({ id, desc: isSorted && !sort.desc })}
                >
                  {t(`column.${id}`)}
                  {isSorted && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody
        ref={rows.ref}
        className={styles.rows}
        style={{ paddingTop: rows.before, paddingBottom: rows.after }}
      >
        {games.slice(rows.from, rows.to).map((game, index) => (
          <GameRow
            key={game.id}
            game={game}
            opener={opener}
            missing={missing}
            mark={isRequested(game, viewer) ? t('requested') : null}
            row={rows.from + index + 2}
            pick={picks?.stateOf(game.id)}
            onPick={picks?.onPick}
          />
        ))}
      </tbody>
    </table>
  );
}

interface GameRowProps {
  game: Game;
  opener: GameOpener;
  /** What stands for a value that there is none of. */
  missing: string;
  /** What marks it; null for most games. */
  mark: string | null;
  /** Its place in the whole table, the header being the first. */
  row: number;
  pick: PickState;
  onPick: Picks['onPick'] | undefined;
}

/** The link in the name covers the whole row. */
const GameRow = memo(function GameRow({ game, opener, missing, mark, row, pick, onPick }: GameRowProps) {
  return (
    <tr className={styles.row} aria-rowindex={row} data-ticked={pick === 'ticked' || undefined}>
      <td className={styles.nameCell}>
        <span className={styles.banner} aria-hidden="true">
          <GamePicture
            medium={pictureOf(game, 'mini')}
            sizes="(max-width: 639px) 100vw, 50vw"
            position="var(--hero-side) 50%"
            full
            bare
          />
        </span>
        {pick && onPick && <PickBox id={game.id} name={game.name} state={pick} onPick={onPick} />}
        <a className={styles.link} {...linkTo(opener, game.id)}>
          <span className={styles.name}>{game.name}</span>
          {game.sub_name && <span className={styles.sub}>{game.sub_name}</span>}
          {mark !== null && <span className={styles.sub}>{mark}</span>}
        </a>
      </td>
      <td>
        <Percent value={game.rtp === null ? null : game.rtp / 100} decimals={2} missing="na" />
      </td>
      <td>
        <Volatility value={game.volatility} />
      </td>
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

/** The rows in their final geometry while they load. */
export function ListSkeleton() {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: 10 }, (_unused, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={styles.row}>
          <div className={styles.nameCell}>
            <SkeletonLine width="60%" />
          </div>
          <SkeletonLine width={48} />
          <SkeletonLine width={56} />
          <SkeletonLine width={56} />
        </div>
      ))}
    </div>
  );
}
