import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefCallback, useLayoutEffect, useState } from 'react';

interface WindowRows {
  /** The element that holds the rows. */
  ref: RefCallback<HTMLElement>;
  /** Width of that element in pixels; 0 until it is measured. */
  width: number;
  /** The rows to draw: from the first, up to but without the last. */
  from: number;
  to: number;
  /** Pixels that the rows left out above and below take, and those to draw. */
  before: number;
  after: number;
  drawn: number;
}

interface RowShape {
  count: number;
  gap: number;
  /** Height of every row at a width of the element. */
  heightAt: (width: number) => number;
}

/** Follows the width of an element, from before the first painting on. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setWidth(element.offsetWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/**
 * Draws only the rows near the window: a thousand games cost what a screenful does. Heights are computed, not measured,
 * so the page has its full height from the start and nothing moves while it scrolls.
 */
export function useWindowRows(shapeAt: (width: number) => RowShape): WindowRows {
  const [element, ref] = useState<HTMLElement | null>(null);
  const width = useWidth(element);
  const { count, gap, heightAt } = shapeAt(width);
  const height = heightAt(width);
  const [scrollMargin, setScrollMargin] = useState(0);
  // Whatever stands above may have changed its height: measured after every rendering; the same height costs nothing.
  useLayoutEffect(() => {
    if (element) setScrollMargin(Math.round(element.getBoundingClientRect().top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    scrollMargin,
    estimateSize: () => height,
    // Before anybody scrolls, rows out of sight would only delay those in sight.
    overscan: window.scrollY === 0 ? 1 : 4,
    initialOffset: () => window.scrollY,
    // It only watches: the place of the page is the browser's and the router's affair.
    scrollToFn: () => {},
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other heights make the known places void
  useLayoutEffect(() => virtualizer.measure(), [height, gap]);

  const total = count === 0 ? 0 : count * (height + gap) - gap;
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const end = rows.length === 0 ? 0 : (rows.at(-1)?.index ?? 0) + 1;
  const before = first * (height + gap);
  const drawn = end > first ? (end - first) * (height + gap) - gap : 0;
  return { ref, width, from: first, to: end, before, drawn, after: Math.max(0, total - before - drawn) };
}
