import { type RefCallback, useLayoutEffect, useState } from 'react';

/** Whether columns are out of sight at the right of a frame. */
export function hasMoreAtRight(frame: HTMLElement): boolean {
  return frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1;
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
        ? { overflows, hasBefore: frame.scrollLeft > 1, hasMore: hasMoreAtRight(frame) }
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
