import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  children: ReactNode;
  /** Smaller and quieter, beneath. */
  second: ReactNode;
  className?: string | undefined;
}

/** Two lines of a table's cell: what it is, and what tells it from others. */
export function TwoLines({ children, second, className }: TwoLinesProps) {
  return (
    <span className={className ? `${styles.lines} ${className}` : styles.lines}>
      {children}
      {second && <span className={styles.second}>{second}</span>}
    </span>
  );
}
