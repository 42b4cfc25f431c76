import type { BetImportRow, BetOutcome, BetRowState } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { betImportQuery } from '../../../domain/game/bet-imports.ts';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { BetListChange, BetListName, whereOf } from './bet-lists.tsx';
import styles from './sheet-panel.module.css';

const tones: Record<BetRowState, BadgeTone> = {
  waiting: 'neutral',
  done: 'positive',
  refused: 'negative',
  unreachable: 'negative',
  unconfirmed: 'warning',
  skipped: 'neutral',
};

/** How each list of an import has fared, and its undoing. */
export function BetResults({ id }: { id: string }) {
  const { t } = useTranslation('gamesManage');
  const query = useQuery(betImportQuery(id));
  const rows = query.data?.rows ?? [];
  const isUndone = query.data?.import.undone != null;
  const columns: DataColumn<BetImportRow>[] = [
    { id: 'line', header: t('sheetLine'), align: 'right', width: 80, cell: ({ line }) => formatCount(line) },
    { id: 'list', header: t('betsList'), cell: (row) => <BetListName list={row} /> },
    {
      id: 'change',
      header: t('betsChange'),
      cell: ({ old, new: wanted }) => <BetListChange isApplied before={old} after={wanted} />,
    },
    { id: 'result', header: t('betsResult'), cell: ({ applied }) => <Outcome outcome={applied} /> },
    ...(isUndone
      ? [
          {
            id: 'undone',
            header: t('betsUndoResult'),
            cell: ({ undone }: BetImportRow) => <Outcome outcome={undone} />,
          },
        ]
      : []),
  ];
  return (
    <div className={styles.results}>
      <QueryView query={query} compact>
        <DataTable
          label={t('betsResults')}
          columns={columns}
          rows={rows}
          rowId={(row) => String(row.id)}
          maxHeight={480}
          loading={query.isPending}
          phoneRow={(row) => ({
            title: row.game,
            sub: (
              <div className={styles.phoneFacts}>
                {whereOf(row)}
                <BetListChange isApplied before={row.old} after={row.new} />
                <Outcome outcome={row.applied} />
                {isUndone && row.undone !== null && (
                  <>
                    {t('betsUndoResult')}
                    <Outcome outcome={row.undone} />
                  </>
                )}
              </div>
            ),
            value: formatCount(row.line),
            isTall: true,
          })}
        />
      </QueryView>
    </div>
  );
}

function Outcome({ outcome }: { outcome: BetOutcome | null }) {
  const { t } = useTranslation('gamesManage');
  if (outcome === null) return '–';
  const { state, message } = outcome;
  return (
    <span className={styles.outcome}>
      <Badge tone={tones[state]}>{t(`betsState.${state}`)}</Badge>
      {message !== null && <span>{renderMessage(message, message.code)}</span>}
    </span>
  );
}
