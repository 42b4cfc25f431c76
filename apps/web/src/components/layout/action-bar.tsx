import type { ReactNode } from 'react';
import { useEdgeHeight } from '../../lib/edge-height.ts';
import styles from './action-bar.module.css';

interface ActionBarProps {
  /** Spoken name of the bar. */
  label: string;
  /** What the buttons are about: a count, or why they rest. Read out when it changes. */
  status: ReactNode;
  /** Secondary buttons, then the one brass action. */
  children: ReactNode;
}

/** For the body of a page that ends with the bar. */
export const actionBarPage = styles.page;

/** Stays at the lower edge of the window while something is being chosen. Stands last in a page's body. */
export function ActionBar({ label, status, children }: ActionBarProps) {
  return (
    <section ref={useEdgeHeight('--hub-action-bar')} className={styles.bar} aria-label={label}>
      <p className={styles.status} aria-live="polite">
        {status}
      </p>
      <div className={styles.actions}>{children}</div>
    </section>
  );
}
