import type { ReactNode } from 'react';
import styles from './fact.module.css';

interface FactProps {
  label: string;
  /** The value at the right of the label, below it where it does not fit. */
  inline?: boolean;
  children: ReactNode;
}

/** A named value of a `dl`, the label above. */
export function Fact({ label, inline, children }: FactProps) {
  return (
    <div className={styles.fact} data-inline={inline || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
