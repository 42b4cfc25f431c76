import type { listStatableMonths, ResponseOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { type StatedMonth, statableMonthsQuery } from '../../../domain/statement/statements.ts';
import { monthName } from '../statement-texts.tsx';

type Month = ResponseOf<typeof listStatableMonths>['rows'][number];

interface ToIssueProps {
  /** Of the list's filter. */
  integration: number | undefined;
  onOpen: (stated: StatedMonth) => void;
  onSeveral: () => void;
}

/** Closed months that have no statement yet, oldest first. */
export function ToIssue({ integration, onOpen, onSeveral }: ToIssueProps) {
  const { t, i18n } = useTranslation('statements');
  const query = useQuery(statableMonthsQuery());
  const rows = useMemo(
    () =>
      (query.data?.rows ?? []).filter(
        (row) => integration === undefined || row.integration.id === integration,
      ),
    [query.data, integration],
  );
  const columns = useMemo<DataColumn<Month>[]>(() => {
    const button = (row: Month) => (
      <Button
        variant="default"
        size="xs"
        aria-label={t('issueOf', {
          month: monthName(row.month, i18n.language),
          integration: row.integration.name,
        })}
        onClick={() => onOpen({ integrationId: row.integration.id, month: row.month })}
      >
        {t('issueStep')}
      </Button>
    );
    return [
      {
        id: 'integration',
        header: t('integration'),
        cell: (row) => <IntegrationName name={row.integration.name} number={row.integration.id} />,
      },
      { id: 'month', header: t('month'), cell: ({ month }) => monthName(month, i18n.language) },
      {
        id: 'closed',
        header: t('closedHead'),
        fit: true,
        cell: ({ closedAt }) => <DateTime value={closedAt} format="minutes" />,
      },
      {
        id: 'due',
        header: t('platformDue'),
        align: 'right',
        cell: ({ due }) => <Amount value={due} />,
      },
      { id: 'action', header: '', label: t('issue'), width: 120, align: 'right', fit: true, cell: button },
    ];
  }, [t, i18n.language, onOpen]);
  // Most of the time there is none: a place that is kept for them would go again, and move the list.
  if (!query.isError && rows.length === 0) return null;
  return (
    <QueryView query={query} compact>
      <Panel
        flush
        title={t('toIssue')}
        coverage={t('toIssueHelp')}
        actions={
          rows.length > 1 && (
            <Button variant="default" size="xs" onClick={onSeveral}>
              {t('issueSeveral')}
            </Button>
          )
        }
      >
        <DataTable
          bare
          label={t('toIssue')}
          columns={columns}
          rows={rows}
          rowId={({ integration: { id }, month }) => `${id} ${month}`}
          rowHeight={44}
          maxHeight={260}
          phoneRow={(row) => ({
            title: row.integration.name,
            sub: monthName(row.month, i18n.language),
            value: <Amount value={row.due} />,
            note: columns.at(-1)?.cell(row),
          })}
        />
      </Panel>
    </QueryView>
  );
}
