import { type BetSheetRow, betVerdicts, type checkBetSheet, type ResponseOf } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { BetListChange, BetListName, whereOf } from './bet-lists.tsx';
import styles from './sheet-panel.module.css';
import { VerdictRows } from './verdict-rows.tsx';

/** What each changed list of a file would do, by verdict. */
export function BetRows({ check }: { check: ResponseOf<typeof checkBetSheet> }) {
  const { t } = useTranslation('gamesManage');
  const columns: DataColumn<BetSheetRow>[] = [
    { id: 'line', header: t('sheetLine'), align: 'right', width: 80, cell: ({ line }) => formatCount(line) },
    { id: 'list', header: t('betsList'), cell: (row) => <BetListName list={row} /> },
    { id: 'what', header: t('sheetWhat'), cell: (row) => <RowFacts row={row} /> },
  ];
  return (
    <VerdictRows
      title={t('betsRows')}
      found={t('betsFound', {
        name: check.import.fileName,
        count: check.rows.length + check.unchanged,
        lists: check.import.lists,
        unchanged: check.unchanged,
      })}
      switchLabel={t('sheetVerdicts')}
      verdicts={betVerdicts}
      verdictName={(verdict) => t(`betsVerdict.${verdict}`)}
      rows={check.rows}
      columns={columns}
      rowId={({ line }) => String(line)}
      phoneRow={(row) => ({
        title: row.game,
        sub: (
          <div className={styles.phoneFacts}>
            {whereOf(row)}
            <RowFacts row={row} />
          </div>
        ),
        value: formatCount(row.line),
        isTall: true,
      })}
    >
      {check.ignored.length > 0 && <p>{t('sheetIgnored', { names: check.ignored.join(', ') })}</p>}
    </VerdictRows>
  );
}

function RowFacts({ row: { message, old, new: wanted } }: { row: BetSheetRow }) {
  return (
    <div className={styles.outcome}>
      {message !== null && <p className={styles.refused}>{renderMessage(message, message.code)}</p>}
      {old !== null && wanted !== null && <BetListChange before={old} after={wanted} />}
    </div>
  );
}
