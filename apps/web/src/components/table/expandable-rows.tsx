import { IconChevronRight } from '@tabler/icons-react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './expandable-rows.module.css';

interface ExpandableRowsProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  /** Of a closed row with the line above it. */
  rowHeight: number;
  summary: (row: Row) => ReactNode;
  detail: (row: Row) => ReactNode;
  detailClass: string | undefined;
  /** May set `--row-gap` and `--row-gutter`, and how the head of the open row looks. */
  className?: string | undefined;
}

/** What is fixed above the list while it scrolls. */
const headerHeight = 72;

/**
 * A long list of rows, one of them open. Draws those near the window and the open one, wherever it is: what is being
 * edited there outlives scrolling.
 */
export function ExpandableRows<Row>({
  label,
  rows,
  keyOf,
  openKey,
  onOpen,
  ...rest
}: ExpandableRowsProps<Row>) {
  const { rowHeight, summary, detail, detailClass, className } = rest;
  const id = useId();
  const [list, setList] = useState<HTMLElement | null>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Whatever stands above may have changed its height: asked after every rendering.
  useLayoutEffect(() => {
    if (list) setScrollMargin(Math.round(list.getBoundingClientRect().top + window.scrollY));
  });
  const keyAt = (index: number) => (rows[index] ? keyOf(rows[index]) : String(index));
  const openIndex = useMemo(
    () => (openKey === undefined ? -1 : rows.findIndex((row) => keyOf(row) === openKey)),
    [rows, keyOf, openKey],
  );
  const virtual = useWindowVirtualizer({
    count: rows.length,
    scrollMargin,
    scrollPaddingStart: headerHeight,
    estimateSize: () => rowHeight,
    // A row that was open is another one when it is closed: it has its first height again.
    getItemKey: (index) => `${keyAt(index)} ${keyAt(index) === openKey ? 'open' : rowHeight}`,
    overscan: 8,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return openIndex < 0 || near.includes(openIndex)
        ? near
        : [...near, openIndex].toSorted((a, b) => a - b);
    },
    initialOffset: () => window.scrollY,
  });
  // Only a row wholly above the window moves what is seen when its height changes. Asked of the window itself: what the
  // list remembers is older while a press is being handled, and it would scroll once more than the press needs.
  const pressed = useRef<{ head: HTMLElement; top: number } | null>(null);
  virtual.shouldAdjustScrollPositionOnItemSizeChange = ({ end }) =>
    pressed.current === null && end <= window.scrollY;
  const { scrollToIndex } = virtual;
  const linked = useRef(openKey);
  useEffect(() => {
    const index = rows.findIndex((row) => keyOf(row) === linked.current);
    linked.current = undefined;
    // A link to a row far down the list leads there.
    if (index > 5) scrollToIndex(index, { align: 'start' });
  }, [rows, keyOf, scrollToIndex]);

  // A row that closes above the one that was pressed takes its height away: what was pressed stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the other row is open
  useLayoutEffect(() => {
    const { head, top } = pressed.current ?? {};
    pressed.current = null;
    if (head?.isConnected && top !== undefined) window.scrollBy(0, head.getBoundingClientRect().top - top);
  }, [openKey]);

  // The row that had the keyboard is gone, deleted or out of the filter: it goes on in the one that took its place.
  const last = useRef<{ key: string; index: number } | null>(null);
  useEffect(() => {
    if (last.current === null || document.activeElement !== document.body) return;
    const { key, index } = last.current;
    if (rows.some((row) => keyOf(row) === key)) return;
    last.current = null;
    const place = Math.min(index, rows.length - 1) + 1;
    list?.querySelector<HTMLElement>(`:scope > [aria-posinset="${place}"] > button`)?.focus();
  }, [rows, keyOf, list]);

  const drawn = virtual.getVirtualItems();
  const before = (drawn[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? scrollMargin) - scrollMargin);
  const style = {
    paddingTop: before,
    paddingBottom: Math.max(0, after),
    '--row-height': `${rowHeight - 1}px`,
  } as CSSProperties;
  return (
    <ul ref={setList} className={`${styles.rows} ${className ?? ''}`} aria-label={label} style={style}>
      {drawn.map(({ index, start }, place) => {
        const row = rows[index];
        if (!row) return null;
        const key = keyOf(row);
        const isOpen = key === openKey;
        // Rows that are not drawn leave a gap above or below the open one.
        const gap = start - (drawn[place - 1]?.end ?? start);
        return (
          <li
            key={key}
            ref={isOpen ? virtual.measureElement : undefined}
            data-index={index}
            style={gap > 0 ? { marginTop: gap } : undefined}
            className={styles.row}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            onFocus={() => {
              last.current = { key, index };
            }}
          >
            <button
              type="button"
              className={styles.head}
              aria-expanded={isOpen}
              aria-controls={isOpen ? `${id}-${key}` : undefined}
              onClick={({ currentTarget }) => {
                pressed.current = { head: currentTarget, top: currentTarget.getBoundingClientRect().top };
                onOpen(isOpen ? undefined : key);
              }}
            >
              <IconChevronRight className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
              {summary(row)}
            </button>
            {isOpen && (
              <div id={`${id}-${key}`} className={detailClass}>
                {detail(row)}
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
