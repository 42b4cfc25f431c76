import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable, type PhoneRow } from '../../../components/table/data-table.tsx';
import { formatCount } from '../../../lib/format.ts';
import styles from './sheet-panel.module.css';

const mostShown = 500;

interface VerdictRowsProps<Verdict extends string, Row extends { verdict: Verdict }> {
  title: string;
  /** How many there are, and what they will change. */
  found: ReactNode;
  /** Of the switch between the verdicts. */
  switchLabel: string;
  /** In the order of the switch; the first that has rows is shown at first. */
  verdicts: readonly Verdict[];
  verdictName: (verdict: Verdict) => string;
  rows: readonly Row[];
  columns: readonly DataColumn<Row>[];
  rowId: (row: Row) => string;
  phoneRow: (row: Row) => PhoneRow;
  /** What else is to be said of all rows. */
  children?: ReactNode;
}

/** What each row of an import would do, by verdict. */
export function VerdictRows<Verdict extends string, Row extends { verdict: Verdict }>(
  props: VerdictRowsProps<Verdict, Row>,
) {
  const { t } = useTranslation('gamesManage');
  // It appears below what was dropped, out of sight on most screens.
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    head.current?.scrollIntoView();
    head.current?.focus({ preventScroll: true });
  }, []);
  const byVerdict = Map.groupBy(props.rows, (row) => row.verdict);
  const offered = props.verdicts.filter((verdict) => byVerdict.has(verdict));
  const [wanted, setWanted] = useState<Verdict | null>(null);
  const verdict = wanted !== null && offered.includes(wanted) ? wanted : offered[0];
  const rows = (verdict !== undefined && byVerdict.get(verdict)) || [];
  return (
    <Panel flush title={props.title}>
      <div ref={head} tabIndex={-1} className={styles.verdicts}>
        <p role="status">{props.found}</p>
        {verdict !== undefined && (
          <div className={styles.switch}>
            <SegmentedSwitch
              label={props.switchLabel}
              value={verdict}
              onChange={setWanted}
              options={offered.map((value) => ({
                value,
                label: `${props.verdictName(value)} ${formatCount(byVerdict.get(value)?.length ?? 0)}`,
              }))}
            />
          </div>
        )}
        {props.children}
        {rows.length > mostShown && <p>{t('sheetMore', { count: mostShown })}</p>}
      </div>
      {rows.length > 0 && (
        <DataTable
          label={props.title}
          columns={props.columns}
          rows={rows.slice(0, mostShown)}
          rowId={props.rowId}
          rowHeight={48}
          maxHeight={480}
          bare
          phoneRow={props.phoneRow}
        />
      )}
    </Panel>
  );
}
