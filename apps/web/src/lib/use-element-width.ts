import { type RefCallback, useCallback, useState } from 'react';

/**
 * Measures the inner width of an element, before the first paint and whenever it changes. Zero until the element is there.
 * For what a style sheet cannot decide: how many controls or tiles fit in a row.
 */
export function useElementWidth(): [ref: RefCallback<HTMLElement>, width: number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
