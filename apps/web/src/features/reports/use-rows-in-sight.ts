import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { hasMoreAtRight } from '../../components/table/use-overflows.ts';

// Firefox lays nothing out below 17.8 million pixels, Chromium below 33.5 million.
const maxHeightPx = 12_000_000;
/** Rows drawn above and below those in sight. */
const overscan = 8;

export interface RowsInSight {
  frameRef: (frame: HTMLDivElement | null) => void;
  /** Height of the block that rows stand in. */
  height: number;
  /** The first row to draw, and the one after the last. */
  first: number;
  end: number;
  /** Where a row stands in the block. */
  top: (row: number) => number;
  /** Scrolls no further than needed. */
  show: (row: number) => void;
  /** Whole rows in sight. */
  page: number;
  /** Of the frame, in px. */
  width: number;
  /** Columns are out of sight at the right. */
  hasMore: boolean;
}

/**
 * Which rows of equal height a scrolling frame has to draw. `fixed` is the height of what stays at its top and bottom.
 * Beyond what browsers can lay out the block is shorter than its rows, and each scrolled pixel goes further.
 */
export function useRowsInSight(count: number, rowHeight: number, fixed: number): RowsInSight {
  const frame = useRef<HTMLDivElement | null>(null);
  const [view, setView] = useState({
    scrolled: 0,
    room: 480,
    width: Number.POSITIVE_INFINITY,
    hasMore: false,
  });
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const frameRef = useCallback((node: HTMLDivElement | null) => {
    frame.current = node;
    setElement(node);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer rows may have scrolled the frame back
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const room = Math.max(rowHeight, element.clientHeight - fixed);
      const scrolled = element.scrollTop;
      const width = element.clientWidth || Number.POSITIVE_INFINITY;
      const hasMore = hasMoreAtRight(element);
      setView((before) =>
        before.scrolled === scrolled &&
        before.room === room &&
        before.width === width &&
        before.hasMore === hasMore
          ? before
          : { scrolled, room, width, hasMore },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // As wide as the columns.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [element, rowHeight, fixed, count]);

  const { room, width, hasMore } = view;
  const full = count * rowHeight;
  const height = Math.min(full, maxHeightPx);
  const ratio = full > height ? (full - room) / (height - room) : 1;
  const scrolled = Math.min(view.scrolled, Math.max(0, height - room));
  const offset = scrolled * ratio;
  const show = (row: number) => {
    if (!frame.current) return;
    const [start, end] = [row * rowHeight, (row + 1) * rowHeight];
    const now = frame.current.scrollTop * ratio;
    if (start < now) frame.current.scrollTop = start / ratio;
    else if (end > now + room) frame.current.scrollTop = (end - room) / ratio;
  };
  return {
    frameRef,
    height,
    first: Math.max(0, Math.floor(offset / rowHeight) - overscan),
    end: Math.min(count, Math.ceil((offset + room) / rowHeight) + overscan),
    top: (row) => row * rowHeight - offset + scrolled,
    show,
    page: Math.max(1, Math.floor(room / rowHeight)),
    width,
    hasMore,
  };
}
