import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import styles from './long-list.module.css';

interface LongListProps<Item> {
  label: string;
  items: readonly Item[];
  itemKey: (item: Item) => string | number;
  render: (item: Item) => ReactNode;
  rowHeight?: number;
  maxHeight?: number;
}

/** A list that draws only the rows in sight and scrolls in itself: it may hold a thousand games. */
export function LongList<Item>(props: LongListProps<Item>) {
  const { items, maxHeight = 418 } = props;
  // Buttons in it are for thumbs there.
  const usualHeight = useIsNarrow() ? 48 : 38;
  const rowHeight = props.rowHeight ?? usualHeight;
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 320, height: maxHeight },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows is another layout
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const height = virtualizer.getTotalSize();
  const scrolls = height > maxHeight;
  const hasMore = (virtualizer.scrollOffset ?? 0) + maxHeight < height - 1;
  return (
    <div className={styles.box} data-more={hasMore || undefined}>
      <div
        ref={frame}
        className={styles.frame}
        style={{ maxHeight }}
        // What scrolls must be reachable by keyboard.
        {...(scrolls ? { role: 'group', 'aria-label': props.label, tabIndex: 0 } : {})}
      >
        <ul aria-label={props.label} className={styles.list} style={{ height }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = items[index];
            if (item === undefined) return null;
            return (
              <li
                key={props.itemKey(item)}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={styles.row}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {props.render(item)}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
