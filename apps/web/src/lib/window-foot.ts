import { type RefCallback, useCallback } from 'react';

/**
 * For what stands at the lower edge of the window: tells the style sheets its height while it is there, so that what
 * floats above it (the job widget, toasts) leaves it free.
 */
export function useWindowFoot(part: '--hub-action-bar' | '--hub-job-widget'): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const page = document.documentElement.style;
      const measure = () => page.setProperty(part, `${element.offsetHeight}px`);
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      measure();
      return () => {
        observer.disconnect();
        page.removeProperty(part);
      };
    },
    [part],
  );
}
