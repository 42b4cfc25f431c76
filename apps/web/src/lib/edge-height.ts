import { type RefCallback, useCallback } from 'react';
import { viewing } from './view-as.ts';

/**
 * For what stands at an edge of the window: publishes its height to the style sheets while it is there, so that what floats or
 * sticks beside it (the job widget, toasts, heads of tables) leaves it free.
 */
export function useEdgeHeight(
  part: '--hub-header-height' | '--hub-section-nav' | '--hub-action-bar' | '--hub-job-widget',
): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const page = document.documentElement.style;
      const isBelowBar = part === '--hub-header-height' && viewing() !== null;
      const measure = () => {
        const height = `${element.offsetHeight}px`;
        page.setProperty(part, isBelowBar ? `calc(${height} + var(--hub-top-bar, 0px))` : height);
      };
      // Reports at once as well, when the page has been laid out anyway and nothing is painted yet.
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => {
        observer.disconnect();
        page.removeProperty(part);
      };
    },
    [part],
  );
}
