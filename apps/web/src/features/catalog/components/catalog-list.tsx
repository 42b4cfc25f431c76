import type { Game } from '@ludus/contract';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { type ListSort, listSorts } from '../search.ts';
import type { RequestMark } from '../use-request-badges.ts';
import type { Picks } from '../use-requesting.ts';
import { useWindowRows } from '../use-window-rows.ts';
import styles from './catalog-list.module.css';
import { GameRow } from './game-row.tsx';
import type { GameOpener } from './open-game.ts';

interface CatalogListProps {
  games: readonly Game[];
  sort: { id: ListSort; desc: boolean };
  onSort: (sort: { id: ListSort; desc: boolean }) => void;
  opener: GameOpener;
  /** While games are being requested. */
  picks: Picks | null;
  /** What marks a requested game. */
  requestBadge: (game: Game) => RequestMark | null;
}

const rowGap = 6;

/** As the style sheet has it, by the width of the table. */
function rowHeightAt(width: number): number {
  if (width >= 1400) return 64;
  return width >= 620 ? 56 : 56 + Math.max(28, (width * 80) / 1152);
}

/** The games as rows with their mini banner behind. */
export function CatalogList({ games, sort, onSort, opener, picks, requestBadge }: CatalogListProps) {
  const { t } = useTranslation('catalog');
  const { t: common } = useTranslation('common');
  const missing = common('notAvailable');
  const rows = useWindowRows(() => ({
    count: games.length,
    gap: rowGap,
    heightAt: rowHeightAt,
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
            mark={requestBadge(game)?.text ?? null}
            row={rows.from + index + 2}
            pick={picks?.stateOf(game.id)}
            onPick={picks?.onPick}
          />
        ))}
      </tbody>
    </table>
  );
}

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
