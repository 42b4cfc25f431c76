import { type CSSProperties, useEffect, useState } from 'react';
import styles from './skeletons.module.css';

/** True once something has been loading for 150 ms: quick responses show no skeleton at all. */
export function useDelayed(active: boolean, delayMs = 150): boolean {
  const [showSkeleton, setDue] = useState(false);
  useEffect(() => {
    if (!active) {
      setDue(false);
      return;
    }
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, [active, delayMs]);
  return active && showSkeleton;
}

interface SkeletonLineProps {
  width?: CSSProperties['width'];
  height?: number;
  my?: number;
  radius?: number;
}

/** One grey bar in the final place of a text or figure. */
export function SkeletonLine({ width = '100%', height = 10, my = 5, radius }: SkeletonLineProps) {
  const style = { width, height, marginBlock: my, borderRadius: radius };
  return <span className={styles.line} style={style} aria-hidden="true" />;
}

/** The silhouette of a chart. */
export function SkeletonChart({ height = 280 }: { height?: number }) {
  return (
    <svg
      className={styles.chart}
      height={height}
      viewBox="0 0 400 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        d="M0 40C60 70 90 82 130 76S220 30 300 16s70 2 100 10v74H0z"
        fill="var(--hub-skeleton-a)"
        stroke="none"
      />
    </svg>
  );
}
