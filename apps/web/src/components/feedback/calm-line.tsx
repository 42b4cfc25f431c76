import type { ReactNode } from 'react';
import { StatusDot } from '../display/badge.tsx';
import styles from './calm-line.module.css';

interface CalmLineProps {
  title: string;
  /** Neutral where nothing can come. */
  tone?: 'positive' | 'neutral';
  /** What there would be otherwise. */
  children: ReactNode;
}

/** That nothing has to be done, in a line instead of an empty table. */
export function CalmLine({ title, tone = 'positive', children }: CalmLineProps) {
  return (
    <p className={styles.line}>
      <StatusDot tone={tone} />
      <strong>{title}</strong>
      <span>{children}</span>
    </p>
  );
}
