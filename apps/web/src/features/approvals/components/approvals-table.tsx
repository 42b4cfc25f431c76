import type { ChangeRequestRow } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import queue from '../../../components/queue/queue.module.css';
import { QueueList, type QueueView } from '../../../components/queue/queue-list.tsx';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { renderMessage } from '../../../lib/messages.ts';
import { ChangeBadge } from '../approval-texts.tsx';
import type { ApprovalsSearch } from '../search.ts';

/** One row a change request, those that wait first. */
export function ApprovalsTable(view: QueueView<ChangeRequestRow, ApprovalsSearch>) {
  const { t } = useTranslation('approvals');
  const columns = useMemo<DataColumn<ChangeRequestRow>[]>(
    () => [
      {
        id: 'change',
        header: t('change'),
        width: '45%',
        cell: (row) => (
          <div className={queue.cell}>
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
    <QueueList
      {...view}
      label={t('table')}
      columns={columns}
      rowLabel={(row) => t('open', { title: renderMessage(row.title), state: t(`states.${row.state}`) })}
      phoneRow={(row) => ({
        title: renderMessage(row.title),
        sub: row.requestedBy.username,
        value: <ChangeBadge state={row.state} />,
        note: <DateTime value={row.requestedAt} format="minutes" />,
      })}
    />
  );
}
