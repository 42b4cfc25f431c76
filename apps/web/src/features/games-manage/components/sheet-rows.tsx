import { type SheetCheck, type SheetRow, type SheetVerdict, sheetVerdicts } from '@ludus/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import styles from './sheet-panel.module.css';

const mostShown = 500;

/** What each row of a file would do, by verdict. */
export function SheetRows({ check }: { check: SheetCheck }) {
  const { t } = useTranslation('gamesManage');
  const of = (verdict: SheetVerdict) => check.rows.filter((row) => row.verdict === verdict);
  const offered = sheetVerdicts.filter((verdict) => of(verdict).length > 0);
  const [wanted, setWanted] = useState<SheetVerdict>('change');
  const verdict = offered.includes(wanted) ? wanted : (offered[0] ?? 'change');
  const rows = of(verdict);
  const columns: DataColumn<SheetRow>[] = [
    { id: 'line', header: t('sheetLine'), align: 'right', width: 80, cell: ({ line }) => formatCount(line) },
    { id: 'game', header: t('game'), cell: ({ name }) => <span className="hub-ellipsis">{name}</span> },
    { id: 'what', header: t('sheetWhat'), cell: (row) => <RowFacts row={row} /> },
  ];
  return (
    <Panel flush title={t('sheetRows')}>
      <div className={styles.verdicts}>
        <p role="status">
          {t('sheetFound', {
            name: check.import.fileName,
            count: check.rows.length,
            games: check.import.games,
          })}
        </p>
        <SegmentedSwitch
          label={t('sheetVerdicts')}
          value={verdict}
          onChange={setWanted}
          options={offered.map((value) => ({
            value,
            label: `${t(`sheetVerdict.${value}`)} ${formatCount(of(value).length)}`,
          }))}
        />
        {check.ignored.length > 0 && <p>{t('sheetIgnored', { names: check.ignored.join(', ') })}</p>}
        {rows.length > mostShown && <p>{t('sheetMore', { count: mostShown })}</p>}
      </div>
      <DataTable
        label={t('sheetRows')}
        columns={columns}
        rows={rows.slice(0, mostShown)}
        rowId={({ line }) => String(line)}
        maxHeight={480}
        phoneRow={(row) => ({
          title: row.name,
          sub: <RowFacts row={row} />,
          value: formatCount(row.line),
          isTall: true,
        })}
      />
    </Panel>
  );
}

function RowFacts({ row }: { row: SheetRow }) {
  const { t } = useTranslation('gamesManage');
  if (row.verdict === 'unknown' || row.verdict === 'meanwhile' || row.verdict === 'unchanged')
    return t(`sheetReason.${row.verdict}`);
  return (
    <ul className={styles.facts}>
      {row.errors.map(({ column, value, message }) => (
        <li key={`error ${column}`} data-wrong>
          <b>{column}</b> {value} – {renderMessage(message, message.code)}
        </li>
      ))}
      {row.verdict === 'change' &&
        row.changes.map((change) => (
          <li key={change.column}>
            <b>{change.column}</b> {change.old === '' ? '–' : change.old} →{' '}
            {change.new === '' ? '–' : change.new}
          </li>
        ))}
    </ul>
  );
}
