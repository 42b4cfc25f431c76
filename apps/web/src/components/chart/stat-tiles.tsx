import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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
  /** Comes last where it fills what the others leave of their last row; the tile with the key `spares` then has no note. */
  filler?: { tile: StatTile; spares: string };
  /** At most so many side by side; all of them where it is left out. */
  columns?: number | undefined;
  /** In px; least of all what the widest figure takes. */
  leastWidth?: number | undefined;
  /** The first one takes what the tiles leave of their rows, not the last. */
  leads?: boolean;
  loading?: boolean;
  /** Old figures while new ones load. */
  stale?: boolean;
  /** On raised, as the money strip of a box. */
  raised?: boolean;
}

/** Wide enough for a figure of seven digits with its cents, so that most figures change nothing when they arrive. */
const usualWidth = 144;
/** So many the style sheet divides as they are divided here. */
const fewTiles = 4;
/** Left and right of a figure. */
const inset = 32;

/** Rows as even as possible: nine tiles with room for eight are five and four, not eight and one. */
export function tileColumns(count: number, width: number, tileWidth: number, most = count): number {
  if (count === 0) return 1;
  const fitting = Math.min(most, count, Math.max(1, Math.floor(width / tileWidth)));
  return Math.ceil(count / Math.ceil(count / fitting));
}

/** Whether one more tile fills the last row, in as many rows. */
export function isFilled(count: number, width: number, tileWidth: number, most?: number): boolean {
  const across = tileColumns(count, width, tileWidth, most);
  const withMore = tileColumns(count + 1, width, tileWidth, most);
  return (
    count % across !== 0 &&
    (count + 1) % withMore === 0 &&
    Math.ceil(count / across) === (count + 1) / withMore
  );
}

/** Figures of one kind in one panel, split by hairlines, in columns that go through all rows. */
export function StatTiles(props: StatTilesProps) {
  const { tiles: own, filler, columns, leastWidth = usualWidth, leads, loading, stale, raised } = props;
  const list = useRef<HTMLDListElement>(null);
  const [{ width, widest }, setRoom] = useState({ width: 0, widest: 0 });
  const keys = own.map(({ key }) => key).join();
  // A figure is never cut and never over its neighbour: the widest one decides how many stand side by side. The observer reports
  // how wide they are: asked, the browser would lay out the page once more. Many tiles are asked all the same, at first, since
  // they would come in other rows than the style sheet's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tiles are other elements
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const figures = [...element.querySelectorAll<HTMLElement>('[data-figure]')];
    const widths = new Map<Element, number>();
    const show = () => {
      const width = widths.get(element) ?? 0;
      const measured = Math.max(0, ...figures.map((figure) => widths.get(figure) ?? 0));
      setRoom((before) => {
        const room = { width, widest: loading ? before.widest : measured };
        return room.width === before.width && room.widest === before.widest ? before : room;
      });
    };
    if (figures.length > fewTiles) {
      widths.set(element, element.clientWidth);
      for (const figure of figures) widths.set(figure, figure.offsetWidth);
      show();
    }
    const observer = new ResizeObserver((entries) => {
      for (const { target, borderBoxSize } of entries) {
        const size = borderBoxSize[0]?.inlineSize ?? 0;
        widths.set(target, target === element ? Math.floor(size) : Math.ceil(size));
      }
      // A figure that has become wider is shown in its new place at once.
      flushSync(show);
    });
    for (const part of [element, ...figures]) observer.observe(part);
    return () => observer.disconnect();
  }, [keys, loading]);
  const tileWidth = Math.max(leastWidth, widest + inset);
  const fills = filler !== undefined && width > 0 && isFilled(own.length, width, tileWidth, columns);
  const tiles = fills ? [...own, filler.tile] : own;
  const across = tileColumns(tiles.length, width, tileWidth, columns);
  const left = (across - (tiles.length % across)) % across;
  const spanning = leads ? 0 : tiles.length - 1;
  // One takes what its row has left, so that the lines end at the frame.
  const spanOf = (index: number): CSSProperties | undefined =>
    left > 0 && index === spanning ? { gridColumnEnd: `span ${left + 1}` } : undefined;
  const classes = [styles.tiles, raised && styles.raised, stale && 'hub-stale'].filter(Boolean).join(' ');
  return (
    <dl
      className={classes}
      ref={list}
      // Until it is measured, the style sheet divides the width.
      style={width === 0 ? undefined : ({ '--columns': across, '--least': '0px' } as CSSProperties)}
      aria-busy={loading || stale || undefined}
    >
      {tiles.map((tile, index) => (
        <div
          className={styles.tile}
          key={tile.key}
          style={spanOf(index)}
          data-lead={(leads && left > 0 && index === spanning) || undefined}
          // Alone in the last row it is a line of its own: what it is at the start, how much at the end.
          data-line={(!leads && left > 0 && left === across - 1 && index === spanning) || undefined}
        >
          <dt className={styles.label}>
            {tile.label}
            {tile.mark}
          </dt>
          <dd className={styles.value}>
            {/* A figure that is awaited keeps its own height. */}
            <span
              // Its own width decides nothing: it would come and go.
              data-figure={tile !== filler?.tile || undefined}
              className={styles.figure}
              data-awaited={loading || undefined}
            >
              {loading ? (
                <>
                  <span className={styles.place} aria-hidden="true">
                    {tile.value}
                  </span>
                  <SkeletonLine height={20} my={0} />
                </>
              ) : (
                tile.value
              )}
            </span>
          </dd>
          {tile.note !== undefined && !(fills && tile.key === filler.spares) && (
            <dd className={`${styles.value} ${styles.note}`}>{tile.note}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
