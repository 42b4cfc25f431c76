import type { ReactNode } from 'react';
import styles from './two-lines.module.css';

interface TwoLinesProps {
  children: ReactNode;
  /** Smaller and quieter, beneath. */
  second: ReactNode;
  className?: string | undefined;
}

/** The head of a column of two lines. It breaks after the stroke only: a broken name would be taken for two. */
export function twoLinesHeading(upper: string, lower: string): string {
  const unbroken = (name: string) => name.replaceAll(' ', '\u00a0');
  return `${unbroken(upper)}\u00a0/ ${unbroken(lower)}`;
}

/** Two lines of a table's cell: what it is, and what distinguishes it. */
export function TwoLines({ children, second, className }: TwoLinesProps) {
  return (
    <span className={className ? `${styles.lines} ${className}` : styles.lines}>
      {children}
      {second && <span className={styles.second}>{second}</span>}
    </span>
  );
}
