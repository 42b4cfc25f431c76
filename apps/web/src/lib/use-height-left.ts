import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from an element's top down to `reserved` above the foot of the window, with the page scrolled to its top. */
export function useHeightLeft(
  reserved: number,
  atLeast: number,
): [ref: RefObject<HTMLDivElement | null>, height: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(atLeast);
  useLayoutEffect(() => {
    const measure = () => {
      if (!ref.current) return;
      const top = ref.current.getBoundingClientRect().top + window.scrollY;
      setHeight(Math.max(atLeast, Math.floor(window.innerHeight - top - reserved)));
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
  return [ref, height];
}
