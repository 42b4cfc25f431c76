import { type RefCallback, useEffect, useState } from 'react';

/** Whether an element has been scrolled out over the top edge of the window. */
export function useIsScrolledPast(): { ref: RefCallback<HTMLElement>; isPast: boolean } {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last) setPast(!last.isIntersecting && last.boundingClientRect.top < 0);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setPast(false);
    };
  }, [element]);
  return { ref, isPast };
}
