import type { ReactNode } from 'react';
import styles from './group-lines.module.css';

interface Group {
  id: string;
  label: ReactNode;
}

interface GroupLinesOptions<Row> {
  /** In the order in which the table has them. */
  rows: readonly Row[];
  groupOf: (row: Row) => Group;
  /** Of the table; none on a phone. */
  columns: number | null;
}

/** For `lineAbove` of a table: a line above the first row of each group, in sight as long as its rows are. */
export function groupLines<Row>({ rows, groupOf, columns }: GroupLinesOptions<Row>) {
  return (index: number): ReactNode => {
    const [before, row] = [rows[index - 1], rows[index]];
    if (row === undefined) return null;
    const { id, label } = groupOf(row);
    if (before !== undefined && groupOf(before).id === id) return null;
    if (columns === null) return <li className={styles.line}>{label}</li>;
    return (
      <tr>
        <th className={styles.line} colSpan={columns} scope="rowgroup">
          {label}
        </th>
      </tr>
    );
  };
}
