import type { ChangeRequestRow } from '@ludus/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { renderMessage } from '../../../lib/messages.ts';
import { ChangeBadge } from '../approval-texts.tsx';
import styles from './approvals.module.css';

interface ApprovalsTableProps {
  rows: readonly ChangeRequestRow[];
  loading: boolean;
  stale: boolean;
  selectedId: string | null;
  onOpen: (row: ChangeRequestRow) => void;
  empty: ReactNode;
}

/** One row a change request, those that wait first. */
export function ApprovalsTable(props: ApprovalsTableProps) {
  const { t } = useTranslation('approvals');
  const columns = useMemo<DataColumn<ChangeRequestRow>[]>(
    () => [
      {
        id: 'change',
        header: t('change'),
        width: '45%',
        cell: (row) => (
          <div className={styles.title}>
            <TwoLines second={`${t(`kinds.${row.kind}`)} · ${t('rows', { count: row.size })}`}>
              <span className="hub-ellipsis">{renderMessage(row.title)}</span>
            </TwoLines>
          </div>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: ({ state }) => <ChangeBadge state={state} />,
      },
      {
        id: 'requested',
        header: t('requested'),
        width: 170,
        fit: true,
        cell: (row) => (
          <TwoLines second={<DateTime value={row.requestedAt} format="minutes" />}>
            {row.requestedBy.username}
          </TwoLines>
        ),
      },
      {
        id: 'end',
        header: t('end'),
        width: 170,
        fit: true,
        cell: (row) => (
          <TwoLines second={<DateTime value={row.decidedAt ?? row.expiresAt} format="minutes" />}>
            {row.decidedAt === null ? t('expires') : (row.decidedBy ?? t('hub'))}
          </TwoLines>
        ),
      },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('table')}
      columns={columns}
      rows={props.rows}
      rowId={({ id }) => String(id)}
      rowHeight={48}
      fill
      onRowClick={props.onOpen}
      rowLabel={(row) => t('open', { title: renderMessage(row.title), state: t(`states.${row.state}`) })}
      selectedId={props.selectedId}
      loading={props.loading}
      stale={props.stale}
      skeletonRows={10}
      empty={props.empty}
      phoneRow={(row) => ({
        title: renderMessage(row.title),
        sub: row.requestedBy.username,
        value: <ChangeBadge state={row.state} />,
        note: <DateTime value={row.requestedAt} format="minutes" />,
      })}
    />
  );
}
