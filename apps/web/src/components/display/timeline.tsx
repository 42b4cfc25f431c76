import type { ReactNode } from 'react';
import { DateTime } from './date-time.tsx';
import styles from './timeline.module.css';

/** What has happened to something, a `TimelineEvent` each, in the history part of its panel. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={styles.timeline}>{children}</ol>;
}

interface TimelineEventProps {
  at: string;
  /** What happened, in a few words. */
  kind: string;
  /** What it happened to, beside its kind. */
  subject?: string | undefined;
  /** Who did it. */
  by?: string | null;
  /** What was written with it, as it was written. */
  text?: string | null;
  /** Further facts. */
  children?: ReactNode;
}

export function TimelineEvent({ at, kind, subject, by, text, children }: TimelineEventProps) {
  return (
    <li className={styles.event}>
      <span className={styles.quiet}>
        <DateTime value={at} format="minutes" />
      </span>
      <div className={styles.text}>
        <span className={styles.kind}>{kind}</span>
        {subject && <span> {subject}</span>}
        {by && <span className={styles.quiet}> {by}</span>}
        {children}
        {text && <p className={styles.note}>{text}</p>}
      </div>
    </li>
  );
}
