import type { CSSProperties, ReactNode } from 'react';
import { SkeletonLine } from '../feedback/skeletons.tsx';
import styles from './stat-tiles.module.css';

export interface StatTile {
  key: string;
  label: ReactNode;
  /** An `Amount`, `Percent` or `Count` of size `tile` or `figure`. */
  value: ReactNode;
  /** After the label: a `StatusDot`, an `ExplainFigure`. */
  mark?: ReactNode;
  note?: ReactNode;
}

interface StatTilesProps {
  tiles: readonly StatTile[];
  columns?: number;
  phoneColumns?: number;
  loading?: boolean;
  /** Old figures while new ones load. */
  stale?: boolean;
  /** On raised, as the money strip of a box. */
  raised?: boolean;
}

/** Figures of one kind in one panel, split by hairlines. */
export function StatTiles({ tiles, columns, phoneColumns = 2, loading, stale, raised }: StatTilesProps) {
  const most = columns ?? tiles.length;
  const style = {
    '--columns': most,
    '--tablet-columns': most > 3 ? Math.ceil(most / 2) : most,
    '--phone-columns': phoneColumns,
  } as CSSProperties;
  const classes = [styles.tiles, raised && styles.raised, stale && 'hub-stale'].filter(Boolean).join(' ');
  return (
    <dl className={classes} style={style} aria-busy={loading || stale || undefined}>
      {tiles.map((tile) => (
        <div className={styles.tile} key={tile.key}>
          <dt className={styles.label}>
            {tile.label}
            {tile.mark}
          </dt>
          <dd className={styles.value}>
            {loading ? <SkeletonLine width="60%" height={20} my={4} /> : tile.value}
          </dd>
          {tile.note !== undefined && <dd className={`${styles.value} ${styles.note}`}>{tile.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
