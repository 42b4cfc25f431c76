import { Fragment, type ReactNode } from 'react';
import { explainsFor } from '../../lib/explain.ts';
import { SkeletonLine } from '../feedback/skeletons.tsx';
import styles from './data-table.module.css';
import type { DataTableProps } from './data-table.tsx';

/** The two lines a row becomes on a phone. */
export interface PhoneRow {
  art?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  value?: ReactNode;
  note?: ReactNode;
  /** At its end: what a press does, where the row does not say so. */
  icon?: ReactNode;
  /** Beside the row, with presses of its own. */
  control?: ReactNode;
  /** Of more than two lines: both sides begin at the top. */
  isTall?: boolean;
}

/** A table on a phone: a list of two-line rows. */
export function PhoneRows<Row extends object>(props: DataTableProps<Row> & { showsSkeleton: boolean }) {
  const { phoneRow, onRowClick } = props;
  if (!phoneRow) return null;
  if (props.loading) {
    return (
      // Not the same list as that of the rows, or a placeholder would become the row whose id is its place, and move.
      <ul key="awaited" className={styles.list} aria-busy="true" aria-label={props.label}>
        {props.showsSkeleton &&
          Array.from({ length: props.skeletonRows ?? 8 }, (_unused, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li className={styles.item} key={index} aria-hidden="true">
              <div className={styles.phoneRow}>
                <SkeletonLine width={34} height={40} my={0} />
                <div className={styles.phoneMain}>
                  <SkeletonLine width="60%" />
                  <SkeletonLine width="40%" />
                </div>
                <SkeletonLine width={72} />
              </div>
            </li>
          ))}
      </ul>
    );
  }
  return (
    <ul
      className={props.stale ? `${styles.list} hub-stale` : styles.list}
      aria-label={props.label}
      data-list={onRowClick ? '' : undefined}
    >
      {props.rows.map((row, index) => {
        const parts = phoneRow(row, props.sort ?? null);
        const content = (
          <>
            {parts.art}
            <span className={styles.phoneMain}>
              <span className={styles.phoneTitle}>{parts.title}</span>
              {parts.sub !== undefined && <span className={styles.phoneSub}>{parts.sub}</span>}
            </span>
            <span className={styles.phoneEnd}>
              {parts.value !== undefined && <span className={styles.phoneValue}>{parts.value}</span>}
              {parts.note !== undefined && <div className={styles.phoneNote}>{parts.note}</div>}
            </span>
            {parts.icon}
          </>
        );
        return (
          <Fragment key={props.rowId(row)}>
            {props.lineAbove?.(index)}
            <li className={styles.item} {...explainsFor(props.rowExplains?.(row) ?? null)}>
              {onRowClick ? (
                <button
                  type="button"
                  className={styles.phoneRow}
                  data-tall={parts.isTall || undefined}
                  data-list-row=""
                  onClick={() => onRowClick(row)}
                >
                  {content}
                </button>
              ) : (
                <div className={styles.phoneRow} data-tall={parts.isTall || undefined}>
                  {content}
                </div>
              )}
              {parts.control}
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}
