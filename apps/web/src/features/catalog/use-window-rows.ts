import { type RefCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

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

const clamp = (row: number, count: number) => Math.min(count, Math.max(0, row));

/** Where the window stands on the page. Read when it moves: asked for while rendering, the browser would lay the page out anew. */
const place = { top: 0, height: 0 };

function lookAtWindow(): void {
  place.top = window.scrollY;
  place.height = window.innerHeight;
}

function onWindowMove(run: () => void): () => void {
  const follow = () => {
    lookAtWindow();
    run();
  };
  window.addEventListener('scroll', follow, { passive: true });
  window.addEventListener('resize', follow);
  lookAtWindow();
  return () => {
    window.removeEventListener('scroll', follow);
    window.removeEventListener('resize', follow);
  };
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
  useState(lookAtWindow);
  const step = height + gap;
  const isReady = count > 0 && width > 0;
  // Before anyone scrolls, rows out of sight would only delay those in sight.
  const spareAt = (top: number) => (top === 0 ? 1 : 4);
  // As numbers of rows: what moves within one renders nothing.
  const first = useSyncExternalStore(onWindowMove, () => {
    const row = Math.floor((place.top - scrollMargin) / step) - spareAt(place.top);
    return isReady ? clamp(row, count) : 0;
  });
  const end = useSyncExternalStore(onWindowMove, () => {
    const row = Math.ceil((place.top + place.height - scrollMargin) / step) + spareAt(place.top);
    return isReady ? clamp(row, count) : 0;
  });

  const total = count === 0 ? 0 : count * step - gap;
  const before = first * step;
  const drawn = end > first ? (end - first) * step - gap : 0;
  return { ref, width, from: first, to: end, before, drawn, after: Math.max(0, total - before - drawn) };
}
