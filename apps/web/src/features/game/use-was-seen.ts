import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether an element has been in the window, now or before. */
export function useWasSeen(): { ref: RefObject<HTMLDivElement | null>; wasSeen: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || wasSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [wasSeen]);
  return { ref, wasSeen };
}
