import { useMergedRef } from '@mantine/hooks';
import type { HTMLAttributes, Ref } from 'react';
import styles from './scroll-frame.module.css';
import { useOverflows } from './use-overflows.ts';

interface ScrollFrameProps extends HTMLAttributes<HTMLDivElement> {
  /** Spoken name of what scrolls. */
  label: string;
  /** Scrolls down as well, from the height that its style sheet gives it. */
  scrollsDown?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Around a table that may be wider than its place: it scrolls in itself, fades at the edge beyond which there is more, and is reached by
 * keyboard. Cells with `data-pinned` stay at its left edge, those with `data-pinned="end"` at its right one.
 */
export function ScrollFrame({ label, scrollsDown, className, children, ref, ...rest }: ScrollFrameProps) {
  const { frameRef, overflows, hasBefore, hasMore } = useOverflows();
  const merged = useMergedRef(frameRef, ref ?? null);
  return (
    <div
      {...rest}
      ref={merged}
      className={`${styles.frame} hub-fades ${className ?? ''}`}
      data-scrolls={scrollsDown || undefined}
      data-overflows={overflows || undefined}
      data-before={hasBefore || undefined}
      data-more={hasMore || undefined}
      // What scrolls must be reachable by keyboard.
      {...(overflows || scrollsDown ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  );
}
