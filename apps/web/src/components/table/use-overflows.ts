import { type RefCallback, useLayoutEffect, useState } from 'react';

/** Whether columns are out of sight at the right of a frame, `spare` pixels of empty space left out. */
export function hasMoreAtRight(frame: HTMLElement, spare = 1): boolean {
  return frame.scrollLeft + frame.clientWidth < frame.scrollWidth - spare;
}

/** The padding of a cell: where no more than that is out of sight, a fade would only dim what is in sight. */
const cellPadding = 12;

/** What is out of sight at either side of a strip that scrolls sideways, for the class `hub-fades`. */
export function useSidewaysEdges(): {
  edgesRef: RefCallback<HTMLElement>;
  hasBefore: boolean;
  hasMore: boolean;
} {
  const [strip, edgesRef] = useState<HTMLElement | null>(null);
  const [edges, setEdges] = useState({ hasBefore: false, hasMore: false });
  useLayoutEffect(() => {
    if (!strip) return;
    const measure = () => setEdges({ hasBefore: strip.scrollLeft > 1, hasMore: hasMoreAtRight(strip) });
    const observer = new ResizeObserver(measure);
    observer.observe(strip);
    strip.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      strip.removeEventListener('scroll', measure);
    };
  }, [strip]);
  return { edgesRef, ...edges };
}

interface Overflows {
  frameRef: RefCallback<HTMLDivElement>;
  /** The frame is too narrow for its table. Only then it scrolls, because a scroller ends the sticky header. */
  overflows: boolean;
  /** Scrolled from the first column on. */
  hasBefore: boolean;
  /** Not scrolled to the last column: the style sheet fades that edge. */
  hasMore: boolean;
}

const fits = { overflows: false, hasBefore: false, hasMore: false };

export function useOverflows(): Overflows {
  const [frame, frameRef] = useState<HTMLDivElement | null>(null);
  const [sight, setSight] = useState(fits);
  useLayoutEffect(() => {
    if (!frame) return;
    const measure = () => {
      const overflows = (frame.firstElementChild?.scrollWidth ?? 0) > frame.clientWidth + 1;
      const next = overflows
        ? { overflows, hasBefore: frame.scrollLeft > 1, hasMore: hasMoreAtRight(frame, cellPadding) }
        : fits;
      setSight((now) =>
        now.overflows === next.overflows && now.hasBefore === next.hasBefore && now.hasMore === next.hasMore
          ? now
          : next,
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    if (frame.firstElementChild) observer.observe(frame.firstElementChild);
    frame.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', measure);
    };
  }, [frame]);
  return { frameRef, ...sight };
}
