import type { PeriodDetail, PeriodEvent, Restatement } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { type NamedPeriod, restatementsPerPage, restatementsQuery } from '../../../domain/period/periods.ts';
import { formatInstant } from '../../../lib/format.ts';
import { monthName } from './month-matrix.tsx';
import { GameText } from './period-figures.tsx';
import styles from './period-panel.module.css';

interface PeriodRestatementsProps {
  period: NamedPeriod;
  detail: PeriodDetail;
  page: number;
  onPage: (page: number) => void;
}

const noRows: readonly Restatement[] = [];

/** What has changed since the month was closed, session by session: together the difference of the figures. */
export function PeriodRestatements({ period, detail, page, onPage }: PeriodRestatementsProps) {
  const { t, i18n } = useTranslation('periodClose');
  const { t: common } = useTranslation('common');
  const count = detail.restatements;
  const query = useQuery({ ...restatementsQuery(period, page), enabled: count > 0 });
  const rows = query.data?.rows ?? noRows;
  const showsDue = rows.some(({ amounts }) => amounts.due !== undefined);
  const columns = useMemo<DataColumn<Restatement>[]>(() => {
    const amount = (id: 'bet' | 'win' | 'grosswin' | 'due'): DataColumn<Restatement> => ({
      id,
      header: common(`metric.${id}`),
      align: 'right',
      cell: ({ amounts }) => <Amount value={amounts[id] || null} plus />,
    });
    return [
      {
        id: 'session',
        header: t('session'),
        cell: (row) => (
          <TwoLines second={row.operator.name}>
            <SessionLink row={row} />
          </TwoLines>
        ),
      },
      {
        id: 'game',
        header: t('game'),
        cell: ({ game }) => <GameText game={game} />,
      },
      {
        id: 'reason',
        header: t('why'),
        fit: true,
        cell: ({ reason, changedAt }) => (
          <TwoLines second={formatInstant(changedAt, 'minutes')}>
            <Badge tone={reason === 'corrected' ? 'warning' : 'neutral'} quiet>
              {t(`reasons.${reason}`)}
            </Badge>
          </TwoLines>
        ),
      },
      {
        id: 'arrived',
        header: t('arrived'),
        fit: true,
        cell: ({ recordedMonth, recordedAt }) => (
          <TwoLines second={formatInstant(recordedAt, 'minutes')}>
            {monthName(recordedMonth, i18n.language, 'short')}
          </TwoLines>
        ),
      },
      amount('bet'),
      amount('win'),
      amount('grosswin'),
      ...(showsDue ? [amount('due')] : []),
    ];
  }, [t, common, i18n.language, showsDue]);
  return (
    <PanelPart
      title={t('restatements')}
      isRegion
      aside={detail.closing && t('compared', { at: formatInstant(detail.closing.checkedAt, 'minutes') })}
    >
      <p className={styles.help} style={{ marginBottom: 'var(--space-2)' }}>
        {count === 0 ? t('noRestatements') : t('restatementsText', { count })}
      </p>
      {count > 0 && (
        <QueryView query={query} compact>
          <DataTable
            label={t('restatements')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowHeight={48}
            loading={!query.data}
            stale={query.isPlaceholderData}
            phoneRow={(row) => ({
              title: <SessionLink row={row} />,
              sub: row.game.name,
              value: <Amount value={row.amounts.grosswin || null} plus />,
              note: t(`reasons.${row.reason}`),
            })}
          />
          {count > restatementsPerPage && (
            <Pagination page={page} pageSize={restatementsPerPage} total={count} onChange={onPage} />
          )}
        </QueryView>
      )}
    </PanelPart>
  );
}

function SessionLink({ row }: { row: Restatement }) {
  const { t } = useTranslation('periodClose');
  return (
    <InternalLink
      href={`/session/${row.sessionId}`}
      className="hub-ellipsis"
      aria-label={t('openSession', { id: row.platformSessionId })}
    >
      {row.platformSessionId}
    </InternalLink>
  );
}

/** Who has done what with the month, newest first. */
export function PeriodHistory({ events }: { events: readonly PeriodEvent[] }) {
  const { t } = useTranslation('periodClose');
  if (events.length === 0) return null;
  return (
    <PanelPart title={t('history')}>
      <ul className={styles.history} aria-label={t('history')}>
        {events.map(({ action, at, username, reason, lines }) => (
          <li key={`${at} ${action}`}>
            <span className={styles.by}>
              <DateTime value={at} format="minutes" />
            </span>
            <strong>
              {action === 'restate' ? t('restated', { count: lines ?? 0 }) : t(`actions.${action}`)}
            </strong>
            {action !== 'restate' && <span className={styles.by}>{username}</span>}
            {reason !== null && <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </PanelPart>
  );
}
