import { Fragment, type ReactNode } from 'react';
import styles from './meta-line.module.css';

interface MetaLineProps {
  /** By name, so that a part keeps its place; those that are empty are left out. */
  parts: Readonly<Record<string, ReactNode>>;
}

/** Short facts one after the other, wrapped between two of them; a dot stands only between two on one line. */
export function MetaLine({ parts }: MetaLineProps) {
  return (
    <span className={styles.line}>
      {Object.entries(parts).map(([name, part]) =>
        part ? (
          <Fragment key={name}>
            <span className={styles.part}>{part}</span>{' '}
          </Fragment>
        ) : null,
      )}
    </span>
  );
}
