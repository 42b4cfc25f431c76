import { type RefCallback, useLayoutEffect, useState } from 'react';

/** Whether columns are out of sight at the right of a frame. */
export function hasMoreAtRight(frame: HTMLElement): boolean {
  return frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1;
}

interface Overflows {
  frameRef: RefCallback<HTMLDivElement>;
  /** The frame is too narrow for its table. Only then it scrolls, because a scroller ends the sticky header. */
  overflows: boolean;
  /** Not scrolled to the last column: the style sheet fades that edge. */
  hasMore: boolean;
}

export function useOverflows(): Overflows {
  const [frame, frameRef] = useState<HTMLDivElement | null>(null);
  const [overflows, setOverflows] = useState(false);
  const [hasMore, setHasMore] = useState(false);
  useLayoutEffect(() => {
    if (!frame) return;
    const measure = () => {
      const isTooWide = (frame.firstElementChild?.scrollWidth ?? 0) > frame.clientWidth + 1;
      setOverflows(isTooWide);
      setHasMore(isTooWide && hasMoreAtRight(frame));
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
  return { frameRef, overflows, hasMore };
}
