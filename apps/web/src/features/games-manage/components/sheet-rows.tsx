import { type SheetCheck, type SheetRow, sheetVerdicts } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import styles from './sheet-panel.module.css';
import { VerdictRows } from './verdict-rows.tsx';

/** What each row of a file would do, by verdict. */
export function SheetRows({ check }: { check: SheetCheck }) {
  const { t } = useTranslation('gamesManage');
  const columns: DataColumn<SheetRow>[] = [
    { id: 'line', header: t('sheetLine'), align: 'right', width: 80, cell: ({ line }) => formatCount(line) },
    { id: 'game', header: t('game'), cell: ({ name }) => <span className="hub-ellipsis">{name}</span> },
    { id: 'what', header: t('sheetWhat'), cell: (row) => <RowFacts row={row} /> },
  ];
  return (
    <VerdictRows
      title={t('sheetRows')}
      found={t('sheetFound', {
        name: check.import.fileName,
        count: check.rows.length,
        games: check.import.games,
      })}
      switchLabel={t('sheetVerdicts')}
      verdicts={sheetVerdicts}
      verdictName={(verdict) => t(`sheetVerdict.${verdict}`)}
      rows={check.rows}
      columns={columns}
      rowId={({ line }) => String(line)}
      phoneRow={(row) => ({
        title: row.name,
        sub: <RowFacts row={row} />,
        value: formatCount(row.line),
        isTall: true,
      })}
    >
      {check.ignored.length > 0 && <p>{t('sheetIgnored', { names: check.ignored.join(', ') })}</p>}
    </VerdictRows>
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
